import { z } from 'zod'
import { driverCashResponse, handOverBody, handOverResponse } from '#contract/cash-book.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import { paging } from '#contract/fields.ts'
import { toCedis } from '#rules/money.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'
import { toBookResponse } from './driver-answers.ts'

const tags = ['Cash']

export function cashRoutes(api: Api, { delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/cash',
    config: { access: 'admin' },
    schema: {
      tags,
      description: 'What each driver has collected since the last hand-over.',
      response: { 200: z.array(driverCashResponse) },
    },
    handler: async () => {
      const books = await delivery.listCash()
      return books.map((book) => ({
        driver: book.driver,
        last_entry: book.lastEntry,
        ...toBookResponse(book),
      }))
    },
  })

  api.route({
    method: 'GET',
    url: '/hand-overs',
    config: { access: 'admin' },
    schema: { tags, querystring: z.strictObject(paging(20)), response: { 200: z.array(handOverResponse) } },
    handler: async (request, reply) => {
      const { handOvers, total } = await delivery.listHandOvers(request.query)
      describePage(request, reply, { total, ...request.query })
      return handOvers.map(
        ({ driverName, confirmedByName, confirmedAt, expected, counted, ...handOver }) => ({
          ...handOver,
          expected: toCedis(expected),
          counted: toCedis(counted),
          driver_name: driverName,
          confirmed_by: confirmedByName,
          confirmed_at: confirmedAt.toISOString(),
        }),
      )
    },
  })

  api.route({
    method: 'POST',
    url: '/hand-overs',
    config: { access: 'admin' },
    schema: {
      tags,
      headers: repeatableHeaders,
      body: handOverBody,
      response: { 201: z.object({ id: z.int(), counted: z.number(), in_hand: z.number() }) },
    },
    handler: async (request, reply) => {
      const { driver_id: driverId, counted, note, last_entry: lastEntry } = request.body
      const key = request.headers['idempotency-key'] || null
      const confirmed = await delivery.confirmHandOver(
        viewerOf(request),
        { driverId, counted, note, lastEntry },
        key,
      )
      return reply.status(201).send({
        id: confirmed.id,
        counted: toCedis(confirmed.counted),
        in_hand: toCedis(confirmed.expected - confirmed.counted),
      })
    },
  })
}
