import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { orderExportQuery, orderListQuery, toOrderFilter } from '#contract/admin-orders.ts'
import { paging } from '#contract/fields.ts'
import { adminOrderResponse, ownOrderResponse } from '#contract/orders.ts'
import { ordersCsvFileName } from '#rules/csv.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'
import { toAdminResponse, toOwnResponse } from './order-answers.ts'

const tags = ['Orders']

export function orderListRoutes(api: Api, { orders, delivery, now }: Shop): void {
  api.route({
    method: 'GET',
    url: '/orders',
    config: { access: 'admin' },
    schema: {
      tags,
      querystring: orderListQuery,
      response: { 200: z.object({ orders: z.array(adminOrderResponse) }) },
    },
    handler: async (request, reply) => {
      const { orders: found, total } = await orders.list(toOrderFilter(request.query), request.query)
      describePage(request, reply, { total, ...request.query })
      const cash = await delivery.readOrderCash(found.map(({ id }) => id))
      return { orders: found.map((order) => toAdminResponse(order, cash.get(order.id))) }
    },
  })

  api.route({
    method: 'GET',
    url: '/orders.csv',
    config: { access: 'admin', takesTickets: true },
    // A long list to a slow telephone takes its time.
    handlerTimeout: 600_000,
    schema: { tags, querystring: orderExportQuery.extend(ticketField), produces: ['text/csv'] },
    handler: async ({ query }, reply) => {
      const name = ordersCsvFileName(query.status ?? null, now())
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(orders.exportAll(toOrderFilter(query))))
    },
  })

  api.route({
    method: 'GET',
    url: '/orders/user/:email',
    config: { access: 'signed_in' },
    schema: {
      tags,
      params: z.object({ email: z.string() }),
      querystring: z.strictObject(paging(50)),
      response: { 200: z.object({ orders: z.array(ownOrderResponse) }) },
    },
    handler: async (request, reply) => {
      const { email } = request.params
      const { orders: found, total } = await orders.listOwn(viewerOf(request), email, request.query)
      describePage(request, reply, { total, ...request.query })
      return { orders: found.map(toOwnResponse) }
    },
  })
}
