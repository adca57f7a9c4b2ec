import { z } from 'zod'
import { idParams, paging } from '#contract/codecs.ts'
import {
  type Post,
  postForm,
  postResponse,
  previewBody,
  previewResponse,
  slugParams,
  uploadResponse,
  withVersion,
} from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import { may } from '#rules/rights.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, requireRight, viewerOf } from '../access.ts'
import { readUpload } from '../uploads.ts'

const flag = z.enum(['0', '1']).optional()

export function blogRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/blog-posts',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags: ['Blog'],
      querystring: z.strictObject({ ...paging(50), admin: flag, all: flag }),
      response: { 200: z.array(postResponse) },
    },
    handler: async (request, reply) => {
      const { page, limit, admin, all } = request.query
      const includeDrafts = admin === '1' || all === '1'
      if (includeDrafts) requireRight(request, 'blog')
      const { posts, total } = await shop.blog.list({ page, limit, includeDrafts })
      describePage(request, reply, { total, page, limit })
      return includeDrafts ? posts.map(withVersion) : posts
    },
  })

  api.route({
    method: 'GET',
    url: '/blog-posts/:id',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags: ['Blog'],
      params: idParams,
      querystring: z.strictObject({ admin: flag }),
      response: { 200: postResponse },
    },
    handler: async (request) => {
      const isForAdmin = request.query.admin === '1'
      if (isForAdmin) requireRight(request, 'blog')
      const post = found(await shop.blog.findById(request.params.id, readersOf(request.viewer)))
      return isForAdmin ? withVersion(post) : post
    },
  })

  api.route({
    method: 'GET',
    url: '/blog-posts/slug/:slug',
    config: { access: 'anyone', takesKeys: true },
    schema: { tags: ['Blog'], params: slugParams, response: { 200: postResponse } },
    handler: async ({ params, viewer }) => found(await shop.blog.findBySlug(params.slug, readersOf(viewer))),
  })
}

function readersOf(viewer: Viewer | null) {
  return { includeDrafts: may(viewer, 'blog') }
}

function found(post: Post | null): Post {
  if (post === null) throw new Refusal('post_not_found')
  return post
}

const tags = ['Blog']

const uploading = {
  config: { access: 'blog', upload: true },
} as const

const formInWords =
  'A multipart form: title, excerpt, content (HTML, which the shop cleans), published as true or false, author_id, and image: a new picture as a file, else the address of the one that is there.'

export function blogAdminRoutes(api: Api, { blog }: Shop): void {
  api.route({
    method: 'POST',
    url: '/blog-posts',
    ...uploading,
    schema: {
      tags,
      description: formInWords,
      consumes: ['multipart/form-data'],
      response: { 201: postResponse },
    },
    handler: async (request, reply) => {
      const { fields, files } = await readUpload(request, postForm, { image: 1 })
      const id = await blog.create(viewerOf(request), { ...fields, photo: files.get('image')?.[0] })
      reply.status(201).header('location', `/api/blog-posts/${id}`)
      return getPost(id)
    },
  })

  api.route({
    method: 'PUT',
    url: '/blog-posts/:id',
    ...uploading,
    schema: {
      tags,
      description: `${formInWords} With expected (the updated_at that was seen) nobody else is overwritten.`,
      params: idParams,
      consumes: ['multipart/form-data'],
      response: { 200: postResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(request, postForm, { image: 1 })
      await blog.change(viewerOf(request), request.params.id, { ...fields, photo: files.get('image')?.[0] })
      return getPost(request.params.id)
    },
  })

  api.route({
    method: 'DELETE',
    url: '/blog-posts/:id',
    config: { access: 'deletion' },
    schema: { tags, params: idParams, response: { 200: z.object({ success: z.literal(true) }) } },
    handler: async (request) => {
      await blog.delete(viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/uploads',
    ...uploading,
    schema: {
      tags,
      description: 'A multipart form with a picture for the text of a post as the file image.',
      consumes: ['multipart/form-data'],
      response: { 201: uploadResponse },
    },
    handler: async (request, reply) => {
      const { files } = await readUpload(request, z.strictObject({}), { image: 1 })
      const [photo] = files.get('image') ?? []
      if (!photo) throw new Refusal('invalid_input', { fields: { image: 'Please choose an image' } })
      reply.status(201)
      return { url: await blog.addPicture(photo) }
    },
  })

  api.route({
    method: 'POST',
    url: '/blog-posts/preview',
    config: { access: 'blog' },
    bodyLimit: 1024 * 1024,
    schema: { tags, body: previewBody, response: { 200: previewResponse } },
    handler: async ({ body }) => ({ content: await blog.preview(body.content) }),
  })

  async function getPost(id: number) {
    const post = await blog.findById(id, { includeDrafts: true })
    if (post === null) throw new Refusal('post_not_found')
    return withVersion(post)
  }
}
