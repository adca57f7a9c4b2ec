import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import {
  hideBody,
  type KeptTestimonial,
  type KeptTestimonialAnswer,
  keptTestimonialAnswer,
  type Testimonial,
  type TestimonialAnswer,
  testimonialAnswer,
  testimonialBody,
  testimonialListQuery,
} from '#contract/testimonials.ts'
import type { Shop } from '#server/shop.ts'
import { requireAdmin, viewerOf } from '../access.ts'
import { describePage } from '../paging.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Testimonials']

export function testimonialRoutes(api: Api, { testimonials }: Shop): void {
  api.route({
    method: 'GET',
    url: '/testimonials',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'What everybody sees; with admin=1, for admins, also what is hidden.',
      querystring: testimonialListQuery,
      response: { 200: z.array(z.union([keptTestimonialAnswer, testimonialAnswer])) },
    },
    handler: async (request, reply) => {
      const { admin, show, page, limit } = request.query
      if (admin !== '1') {
        describePage(request, reply, { total: await testimonials.count(), page, limit })
        return (await testimonials.list({ page, limit })).map(toAnswer)
      }
      requireAdmin(request)
      const { testimonials: found, total } = await testimonials.listKept({ show, page, limit })
      describePage(request, reply, { total, page, limit })
      return found.map(toKept)
    },
  })

  api.route({
    method: 'POST',
    url: '/testimonials',
    config: { access: 'signed_in' },
    schema: { tags, body: testimonialBody, response: { 201: testimonialAnswer } },
    handler: async (request, reply) => {
      const { location, quote, rating } = request.body
      const added = await testimonials.add(viewerOf(request), { location, quote, rating })
      return reply.status(201).send(toAnswer(added))
    },
  })

  api.route({
    method: 'PUT',
    url: '/testimonials/:id',
    config: { access: 'admin' },
    schema: { tags, params: idParams, body: hideBody, response: { 200: keptTestimonialAnswer } },
    handler: async (request) =>
      toKept(await testimonials.hide(viewerOf(request), request.params.id, request.body.hidden)),
  })
}

function toAnswer({ id, name, location, quote, rating, createdAt }: Testimonial): TestimonialAnswer {
  return { id, name, location, quote, rating, image: null, created_at: createdAt.toISOString() }
}

function toKept(testimonial: KeptTestimonial): KeptTestimonialAnswer {
  return { ...toAnswer(testimonial), hidden: testimonial.isHidden }
}
