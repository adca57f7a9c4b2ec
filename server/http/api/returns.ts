import { z } from 'zod'
import { idParams } from '#contract/codecs.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  openReturnBody,
  orderReturnsResponse,
  receiveReturnBody,
  returnParams,
  returnStepBody,
  settleReturnBody,
} from '#contract/returns.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { hasAlready } from '../cached-responses.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Returns']

/** A gateway may take its time. */
const answerMs = 40_000

const oneReturn = { tags, params: returnParams, response: { 200: orderReturnsResponse } }

/** What comes back after a delivery. Every answer is how the returns of the order stand now. */
export function returnRoutes(api: Api, { returns }: Shop): void {
  api.route({
    method: 'GET',
    url: '/orders/:id/returns',
    config: { access: 'orders' },
    schema: { tags, params: idParams, response: { 200: orderReturnsResponse } },
    handler: ({ params }) => returns.read(params.id),
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/returns',
    config: { access: 'orders' },
    schema: {
      tags,
      description: 'Some lines of a delivered order come back. The same key is the same return.',
      params: idParams,
      headers: repeatableHeaders,
      body: openReturnBody,
      response: { 201: orderReturnsResponse },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const key = request.headers['idempotency-key'] || null
      await returns.open(viewerOf(request), id, request.body, key)
      return reply.status(201).send(await returns.read(id))
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/returns/:return/step',
    config: { access: 'orders' },
    schema: { ...oneReturn, description: 'With the rider, refused or withdrawn.', body: returnStepBody },
    handler: async (request) => {
      const { id, return: returnId } = request.params
      await returns.move(viewerOf(request), id, returnId, request.body)
      return await returns.read(id)
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/returns/:return/receive',
    config: { access: 'orders' },
    schema: {
      ...oneReturn,
      description: 'It is here: each piece goes back on the shelf, or is written off.',
      body: receiveReturnBody,
    },
    handler: async (request) => {
      const { id, return: returnId } = request.params
      await returns.receive(viewerOf(request), id, returnId, request.body)
      return await returns.read(id)
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/returns/:return/settle',
    config: { access: 'money', recentPassword: true, answerMs },
    schema: {
      ...oneReturn,
      description: 'The order costs less by what came back, and what was paid too much goes back.',
      body: settleReturnBody,
    },
    handler: async (request) => {
      const { id, return: returnId } = request.params
      await returns.settle(viewerOf(request), id, returnId, request.body)
      return await returns.read(id)
    },
  })

  photoRoutes(api, returns)
}

function photoRoutes(api: Api, returns: Shop['returns']): void {
  api.route({
    method: 'PUT',
    url: '/orders/:id/returns/:return/photo',
    config: { access: 'orders', upload: true },
    schema: {
      ...oneReturn,
      description: 'A multipart form with the photo as the file photo; it takes the place of an earlier one.',
      consumes: ['multipart/form-data'],
    },
    handler: async (request) => {
      const { files } = await readUpload(request, z.strictObject({}), { photo: 1 })
      const [photo] = files.get('photo') ?? []
      if (photo === undefined)
        throw new Refusal('invalid_input', { fields: { photo: 'Please choose a photo' } })
      const { id, return: returnId } = request.params
      await returns.setPhoto(viewerOf(request), id, returnId, photo)
      return await returns.read(id)
    },
  })

  api.route({
    method: 'GET',
    url: '/orders/:id/returns/:return/photo',
    config: { access: 'orders' },
    schema: { tags, description: 'The photo itself.', params: returnParams, produces: ['image/webp'] },
    handler: async (request, reply) => {
      const { id, return: returnId } = request.params
      const { bytes, contentType, etag } = await returns.findPhoto(viewerOf(request), id, returnId)
      reply.header('etag', etag)
      return hasAlready(request, etag) ? reply.status(304).send() : reply.type(contentType).send(bytes)
    },
  })
}
