import { z } from 'zod'
import { type Post, postResponse, slugParams, withVersion } from '#contract/blog.ts'
import { idParams, paging } from '#contract/fields.ts'
import { Refusal } from '#contract/refusals.ts'
import { may } from '#rules/rights.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import type { Shop } from '#server/shop.ts'
import { requireRight } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

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
