import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import { expectedSale, saleBody, saleResponse } from '#contract/sales.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Sales']

export function saleRoutes(api: Api, { sales }: Shop): void {
  api.route({
    method: 'GET',
    url: '/sales',
    config: { access: 'catalogue' },
    schema: {
      tags,
      description: 'Those that run or are to come, and the latest that are over.',
      response: { 200: z.array(saleResponse) },
    },
    handler: () => sales.list(),
  })

  api.route({
    method: 'POST',
    url: '/sales',
    config: { access: 'catalogue' },
    schema: {
      tags,
      description:
        'Takes percent or amount off, for all products, a category or chosen products, never below floor. Where several sales hold, the lowest price counts.',
      body: saleBody,
      response: { 201: saleResponse },
    },
    handler: async (request, reply) => {
      const added = await sales.add(viewerOf(request), request.body)
      reply.status(201)
      return added
    },
  })

  api.route({
    method: 'PUT',
    url: '/sales/:id',
    config: { access: 'catalogue' },
    schema: { tags, params: idParams, body: saleBody, response: { 200: saleResponse } },
    handler: (request) => sales.edit(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'POST',
    url: '/sales/:id/end',
    config: { access: 'catalogue' },
    schema: {
      tags,
      description: 'From this moment on the regular prices hold again.',
      params: idParams,
      body: expectedSale,
      response: { 200: saleResponse },
    },
    handler: (request) => sales.end(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/sales/:id',
    config: { access: 'deletion' },
    schema: {
      tags,
      params: idParams,
      querystring: expectedSale,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await sales.remove(viewerOf(request), request.params.id, request.query)
      return { success: true as const }
    },
  })
}
