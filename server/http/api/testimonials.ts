import { z } from 'zod'
import { paging } from '../../../contract/fields.ts'
import {
  type Testimonial,
  type TestimonialAnswer,
  testimonialAnswer,
  testimonialBody,
} from '../../../contract/testimonials.ts'
import type { Shop } from '../../shop.ts'
import { viewerOf } from '../access.ts'
import { describePage } from '../paging.ts'
import type { Api } from '../typed-api.ts'

export function testimonialRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/testimonials',
    config: { access: 'anyone' },
    schema: {
      tags: ['Testimonials'],
      querystring: z.strictObject(paging(50)),
      response: { 200: z.array(testimonialAnswer) },
    },
    handler: async (request, reply) => {
      describePage(request, reply, { total: await shop.testimonials.count(), ...request.query })
      return (await shop.testimonials.list(request.query)).map(toAnswer)
    },
  })

  api.route({
    method: 'POST',
    url: '/testimonials',
    config: { access: 'signed_in' },
    schema: { tags: ['Testimonials'], body: testimonialBody, response: { 201: testimonialAnswer } },
    handler: async (request, reply) => {
      const { location, quote, rating } = request.body
      const added = await shop.testimonials.add(viewerOf(request), { location, quote, rating })
      return reply.status(201).send(toAnswer(added))
    },
  })
}

function toAnswer({ createdAt, ...testimonial }: Testimonial): TestimonialAnswer {
  return { ...testimonial, image: null, created_at: createdAt.toISOString() }
}
