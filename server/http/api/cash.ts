import { z } from 'zod'
import { confirmedResponse, driverCashResponse, handOverBody, handOverResponse } from '#contract/cash-book.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import { paging } from '#contract/fields.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Cash']

export function cashRoutes(api: Api, { delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/cash',
    config: { access: 'money' },
    schema: {
      tags,
      description: 'What each driver has collected since the last hand-over.',
      response: { 200: z.array(driverCashResponse) },
    },
    handler: () => delivery.listCash(),
  })

  api.route({
    method: 'GET',
    url: '/hand-overs',
    config: { access: 'money' },
    schema: { tags, querystring: z.strictObject(paging(20)), response: { 200: z.array(handOverResponse) } },
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
      tags,
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
