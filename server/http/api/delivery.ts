import { z } from 'zod'
import { confirmedResponse, driverCashResponse, handOverBody, handOverResponse } from '#contract/cash-book.ts'
import {
  assignDriverBody,
  assignDriverResponse,
  deliveryNoteBody,
  deliveryResponse,
  driverResponse,
  nextDeliveryBody,
  proofParams,
  repeatableHeaders,
} from '#contract/delivery.ts'
import { idParams, paging } from '#contract/fields.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { hasAlready } from '../cached-responses.ts'
import { type Api, describePage } from '../typed-api.ts'

const tags = ['Delivery']

/** Who brings what, and how the shop knows that it arrived. */
export function deliveryRoutes(api: Api, { delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/drivers',
    config: { access: 'orders' },
    schema: { tags, response: { 200: z.array(driverResponse) } },
    handler: () => delivery.listDrivers(),
  })

  api.route({
    method: 'PUT',
    url: '/orders/drivers',
    config: { access: 'orders' },
    schema: { tags, body: assignDriverBody, response: { 200: assignDriverResponse } },
    handler: (request) => delivery.assignDriver(viewerOf(request), request.body),
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/delivery-note',
    config: { access: 'orders' },
    schema: { tags, params: idParams, body: deliveryNoteBody, response: { 200: deliveryResponse } },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await delivery.writeNote(viewer, request.params.id, request.body.note)
      return await delivery.find(viewer, request.params.id)
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/next-delivery',
    config: { access: 'orders' },
    schema: {
      tags,
      description: 'An order that a driver came back with is brought again.',
      params: idParams,
      body: nextDeliveryBody,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await delivery.planNextDelivery(viewerOf(request), request.params.id, request.body)
      return { success: true as const }
    },
  })

  api.route({
    method: 'GET',
    url: '/orders/:id/delivery',
    config: { access: 'signed_in', takesKeys: true },
    schema: { tags, params: idParams, response: { 200: deliveryResponse } },
    handler: (request) => delivery.find(viewerOf(request), request.params.id),
  })

  api.route({
    method: 'GET',
    url: '/orders/:id/proofs/:proof',
    config: { access: 'signed_in', takesKeys: true },
    schema: { tags, description: 'The photo itself.', params: proofParams, produces: ['image/webp'] },
    handler: async (request, reply) => {
      const { id, proof } = request.params
      const { bytes, contentType, etag } = await delivery.findProofPhoto(viewerOf(request), id, proof)
      reply.header('etag', etag)
      return hasAlready(request, etag) ? reply.status(304).send() : reply.type(contentType).send(bytes)
    },
  })
}

const cashTags = ['Cash']

export function cashRoutes(api: Api, { delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/cash',
    config: { access: 'money' },
    schema: {
      tags: cashTags,
      description: 'What each driver has collected since the last hand-over.',
      response: { 200: z.array(driverCashResponse) },
    },
    handler: () => delivery.listCash(),
  })

  api.route({
    method: 'GET',
    url: '/hand-overs',
    config: { access: 'money' },
    schema: {
      tags: cashTags,
      querystring: z.strictObject(paging(20)),
      response: { 200: z.array(handOverResponse) },
    },
    handler: async (request, reply) => {
      const { handOvers, total } = await delivery.listHandOvers(request.query)
      describePage(request, reply, { total, ...request.query })
      return handOvers
    },
  })

  api.route({
    method: 'POST',
    url: '/hand-overs',
    config: { access: 'money' },
    schema: {
      tags: cashTags,
      headers: repeatableHeaders,
      body: handOverBody,
      response: { 201: confirmedResponse },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'] || null
      const { id, expected, counted } = await delivery.confirmHandOver(viewerOf(request), request.body, key)
      return reply.status(201).send({ id, counted, inHand: expected - counted })
    },
  })
}
