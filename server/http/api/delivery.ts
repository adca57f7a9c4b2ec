import { z } from 'zod'
import { driverOrderQuery } from '#contract/admin-orders.ts'
import { idParams, paging } from '#contract/codecs.ts'
import {
  assignDriverBody,
  assignDriverResponse,
  attemptBody,
  cashBody,
  confirmedResponse,
  deliveryNoteBody,
  deliveryResponse,
  driverCashResponse,
  driverDayResponse,
  driverResponse,
  handOverBody,
  handOverResponse,
  nextDeliveryBody,
  proofForm,
  proofParams,
  proofResponse,
  repeatableHeaders,
  reportedAttemptResponse,
  stepBody,
} from '#contract/delivery.ts'
import { changedStatus, changeStatusResponse } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { etagOf } from '#server/platform/page-cache.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'
import { hasAlready } from '../cached-responses.ts'
import { readUpload } from '../uploads.ts'

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
      await delivery.writeNote(viewer, request.params.id, request.body)
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

/** What a driver's phone asks for and sends, on a network that loses half of it. */
export function driverStepRoutes(api: Api, { delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/orders/driver',
    config: { access: 'driver' },
    schema: {
      tags,
      description: 'The own assignments, what is still to be done first. An unchanged list costs a 304.',
      querystring: driverOrderQuery,
      response: { 200: driverDayResponse, 304: z.void() },
    },
    handler: async (request, reply) => {
      const { query } = request
      const day = await delivery.readDay(viewerOf(request), query, query)
      const etag = etagOf(Buffer.from(JSON.stringify([z.encode(driverDayResponse, day), day.total])))
      describePage(request, reply, { total: day.total, ...query })
      reply.header('etag', etag)
      return hasAlready(request, etag) ? reply.status(304).send() : day
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id',
    config: { access: 'signed_in', takesKeys: true },
    schema: {
      tags: ['Orders'],
      params: idParams,
      headers: repeatableHeaders,
      body: stepBody,
      response: { 200: changeStatusResponse },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'] || null
      const taken = await delivery.takeStep(viewerOf(request), request.params.id, request.body, key)
      if (taken.isRepeat) reply.header('idempotent-replayed', 'true')
      return changedStatus(taken)
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/attempts',
    config: { access: 'driver' },
    schema: {
      tags,
      description:
        'The driver comes back with the parcel. The order stays Shipped, and the office decides what follows. The same key is the same attempt.',
      params: idParams,
      headers: repeatableHeaders,
      body: attemptBody,
      response: { 201: reportedAttemptResponse },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'] || null
      const { isRepeat, id } = await delivery.reportAttempt(
        viewerOf(request),
        request.params.id,
        request.body,
        key,
      )
      if (isRepeat) reply.header('idempotent-replayed', 'true')
      return reply.status(201).send({ id })
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/cash',
    config: { access: 'driver' },
    schema: {
      tags,
      description:
        'The cash of a delivered order, entered later or corrected. The same key is the same entry.',
      params: idParams,
      headers: repeatableHeaders,
      body: cashBody,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      const key = request.headers['idempotency-key'] || null
      await delivery.enterCash(viewerOf(request), request.params.id, request.body, key)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/proofs',
    config: { access: 'driver', upload: true },
    schema: {
      tags,
      description: 'A multipart form: taken_at, attempt_key, and the photo as the file photo.',
      consumes: ['multipart/form-data'],
      params: idParams,
      headers: repeatableHeaders,
      response: { 201: proofResponse },
    },
    handler: async (request, reply) => {
      const { fields, files } = await readUpload(request, proofForm, { photo: 1 })
      const [photo] = files.get('photo') ?? []
      if (photo === undefined)
        throw new Refusal('invalid_input', { fields: { photo: 'Please choose a photo' } })
      const key = request.headers['idempotency-key'] || null
      const added = await delivery.addProofPhoto(
        viewerOf(request),
        request.params.id,
        { photo, ...fields },
        key,
      )
      return reply.status(201).send(added)
    },
  })
}
