import { z } from 'zod'
import { idParams } from '#contract/codecs.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  adminReviewResponse,
  adminTestimonialResponse,
  hideBody,
  productReviewsQuery,
  reviewChangeBody,
  reviewForm,
  reviewListQuery,
  reviewResponse,
  testimonialBody,
  testimonialListQuery,
  testimonialResponse,
  writtenReviewResponse,
} from '#contract/reviews.ts'
import { mostReviewPhotos } from '#rules/reviews.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, requireRight, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Reviews']

export function reviewRoutes(api: Api, { reviews, catalogue }: Shop): void {
  api.route({
    method: 'GET',
    url: '/products/:id/reviews',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'What buyers say about a product, as far as the shop shows it.',
      params: idParams,
      querystring: productReviewsQuery,
      response: { 200: z.array(reviewResponse) },
    },
    handler: async (request, reply) => {
      const product = await catalogue.find(request.params.id)
      if (product === null) throw new Refusal('product_not_found')
      describePage(request, reply, { total: product.reviewCount, ...request.query })
      return await reviews.listShown(product.id, request.query)
    },
  })

  api.route({
    method: 'POST',
    url: '/reviews',
    config: { access: 'anyone', upload: true },
    schema: {
      tags,
      description:
        'A multipart form by whoever bought it: code with key or phone, product_id, rating, text, name, town, and up to two files photos.',
      consumes: ['multipart/form-data'],
      response: { 201: writtenReviewResponse },
    },
    handler: async (request, reply) => {
      const { fields, files } = await readUpload(request, reviewForm, { photos: mostReviewPhotos })
      const written = await reviews.write(callerAddress(request), fields, files.get('photos') ?? [])
      return reply.status(201).send(written)
    },
  })

  api.route({
    method: 'GET',
    url: '/reviews',
    config: { access: 'texts' },
    schema: { tags, querystring: reviewListQuery, response: { 200: z.array(adminReviewResponse) } },
    handler: async (request, reply) => {
      const { page, limit } = request.query
      const { reviews: found, total } = await reviews.listAll(request.query)
      describePage(request, reply, { total, page, limit })
      return found
    },
  })

  api.route({
    method: 'PUT',
    url: '/reviews/:id',
    config: { access: 'texts' },
    schema: {
      tags,
      description: 'Shows, hides or answers a review.',
      params: idParams,
      body: reviewChangeBody,
      response: { 200: adminReviewResponse },
    },
    handler: (request) => reviews.change(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/reviews/:id',
    config: { access: 'deletion' },
    schema: { tags, params: idParams, response: { 200: z.object({ success: z.literal(true) }) } },
    handler: async (request) => {
      await reviews.remove(viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })
}

const testimonialTags = ['Testimonials']

export function testimonialRoutes(api: Api, { testimonials }: Shop): void {
  api.route({
    method: 'GET',
    url: '/testimonials',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags: testimonialTags,
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
    schema: { tags: testimonialTags, body: testimonialBody, response: { 201: testimonialResponse } },
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
    schema: {
      tags: testimonialTags,
      params: idParams,
      body: hideBody,
      response: { 200: adminTestimonialResponse },
    },
    handler: (request) => testimonials.hide(viewerOf(request), request.params.id, request.body.hidden),
  })
}
