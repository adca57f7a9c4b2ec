import { z } from 'zod'
import {
  assignDriverBody,
  assignDriverResponse,
  deliveryNoteBody,
  deliveryResponse,
  driverResponse,
  nextDeliveryBody,
  proofParams,
} from '#contract/delivery.ts'
import { idParams } from '#contract/fields.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { hasAlready } from '../cached-responses.ts'
import type { Api } from '../typed-api.ts'

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
