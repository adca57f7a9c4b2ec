import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import {
  adminTestimonialResponse,
  hideBody,
  testimonialBody,
  testimonialListQuery,
  testimonialResponse,
} from '#contract/testimonials.ts'
import type { Shop } from '#server/shop.ts'
import { requireRight, viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Testimonials']

export function testimonialRoutes(api: Api, { testimonials }: Shop): void {
  api.route({
    method: 'GET',
    url: '/testimonials',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags,
      description: 'What everybody sees; with admin=1, for admins, also what is hidden.',
      querystring: testimonialListQuery,
      response: { 200: z.array(z.union([adminTestimonialResponse, testimonialResponse])) },
    },
    handler: async (request, reply) => {
      const { admin, show, page, limit } = request.query
      if (admin !== '1') {
        describePage(request, reply, { total: await testimonials.count(), page, limit })
        return await testimonials.list({ page, limit })
      }
      requireRight(request, 'texts')
      const { testimonials: found, total } = await testimonials.listAll({ show, page, limit })
      describePage(request, reply, { total, page, limit })
      return found
    },
  })

  api.route({
    method: 'POST',
    url: '/testimonials',
    config: { access: 'signed_in' },
    schema: { tags, body: testimonialBody, response: { 201: testimonialResponse } },
    handler: async (request, reply) => {
      const { location, quote, rating } = request.body
      const added = await testimonials.add(viewerOf(request), { location, quote, rating })
      return reply.status(201).send(added)
    },
  })

  api.route({
    method: 'PUT',
    url: '/testimonials/:id',
    config: { access: 'texts' },
    schema: { tags, params: idParams, body: hideBody, response: { 200: adminTestimonialResponse } },
    handler: (request) => testimonials.hide(viewerOf(request), request.params.id, request.body.hidden),
  })
}
