import { z } from 'zod'
import { type Post, type PostAnswer, postAnswer, slugParams } from '../../../contract/blog.ts'
import { idParams, paging } from '../../../contract/fields.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { pictureAddress } from '../../../rules/picture-address.ts'
import type { Viewer } from '../../features/accounts/viewer.ts'
import type { Shop } from '../../shop.ts'
import { describePage } from '../paging.ts'
import type { Api } from '../typed-api.ts'

const flag = z.enum(['0', '1']).optional()

export function blogRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/blog-posts',
    config: { access: 'anyone' },
    schema: {
      tags: ['Blog'],
      querystring: z.strictObject({ ...paging(50), admin: flag, all: flag }),
      response: { 200: z.array(postAnswer) },
    },
    handler: async (request, reply) => {
      const { page, limit, admin, all } = request.query
      const includeDrafts = admin === '1' || all === '1'
      if (includeDrafts) requireAdmin(request.viewer)
      const { posts, total } = await shop.blog.list({ page, limit, includeDrafts })
      describePage(request, reply, { total, page, limit })
      return posts.map(toAnswer)
    },
  })

  api.route({
    method: 'GET',
    url: '/blog-posts/:id',
    config: { access: 'anyone' },
    schema: { tags: ['Blog'], params: idParams, response: { 200: postAnswer } },
    handler: async ({ params, viewer }) => found(await shop.blog.findById(params.id, readersOf(viewer))),
  })

  api.route({
    method: 'GET',
    url: '/blog-posts/slug/:slug',
    config: { access: 'anyone' },
    schema: { tags: ['Blog'], params: slugParams, response: { 200: postAnswer } },
    handler: async ({ params, viewer }) => found(await shop.blog.findBySlug(params.slug, readersOf(viewer))),
  })
}

function requireAdmin(viewer: Viewer | null): void {
  if (viewer === null) throw new Refusal('not_signed_in')
  if (!viewer.isAdmin) throw new Refusal('not_allowed')
}

function readersOf(viewer: Viewer | null) {
  return { includeDrafts: viewer?.isAdmin ?? false }
}

function found(post: Post | null): PostAnswer {
  if (post === null) throw new Refusal('post_not_found')
  return toAnswer(post)
}

function toAnswer(post: Post): PostAnswer {
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    image: post.picture && pictureAddress(post.picture.id, Math.max(...post.picture.widths), 'webp'),
    content: post.content,
    author_id: post.authorId,
    published: post.isPublished,
    created_at: post.createdAt.toISOString(),
  }
}
