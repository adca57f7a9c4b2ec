import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { orderExportQuery, orderListQuery, toOrderFilter } from '#contract/admin-orders.ts'
import {
  deliveryDaysQuery,
  deliveryDaysResponse,
  orderHeaders,
  placedOrderResponse,
  placeOrderBody,
} from '#contract/checkout.ts'
import { paging } from '#contract/codecs.ts'
import { answerAttemptBody } from '#contract/delivery.ts'
import {
  adminOrderResponse,
  cancelOrderBody,
  editOwnOrderBody,
  orderEditResponse,
  ownOrderResponse,
  trackedOrderResponse,
} from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { ordersCsvFileName } from '#rules/csv.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, bearerToken, describePage, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Orders']

export function orderRoutes(api: Api, { orders, delivery, receipts, visits, now }: Shop): void {
  // The first is the specification's address for orders by chat, the second the same for every way to pay.
  for (const url of ['/orders/whatsapp', '/orders']) {
    api.route({
      method: 'POST',
      url,
      config: { access: 'anyone' },
      schema: { tags, headers: orderHeaders, body: placeOrderBody, response: { 201: placedOrderResponse } },
      handler: async (request, reply) => {
        const { viewer, headers, body } = request
        // Whoever believes to be signed in wants the order in the account: it must not become a guest's in silence.
        if (viewer === null && bearerToken(request) !== null) throw new Refusal('not_signed_in')
        const key = headers['idempotency-key'] || null
        const placed = await orders.place({ viewer, address: callerAddress(request) }, body, key)
        if (placed.isRepeat) reply.header('idempotent-replayed', 'true')
        else visits.order(viewer, body.visitSource ?? '')
        return reply.status(201).send(placed.order)
      },
    })
  }

  api.route({
    method: 'GET',
    url: '/delivery-days',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'The next days on which an order can be brought to a place, where customers choose one.',
      querystring: deliveryDaysQuery,
      response: { 200: deliveryDaysResponse },
    },
    handler: async ({ query }) => ({ days: await orders.listDeliveryDays(query) }),
  })

  api.route({
    method: 'GET',
    url: '/order-tracking/:code',
    config: { access: 'anyone' },
    schema: {
      tags,
      params: z.object({ code: z.string() }),
      response: { 200: z.object({ order: trackedOrderResponse }) },
    },
    handler: async (request) => ({
      order: await delivery.track(callerAddress(request), request.params.code),
    }),
  })

  api.route({
    method: 'POST',
    url: '/orders/cancel',
    config: { access: 'anyone' },
    schema: {
      tags,
      description:
        'By the customer, with tracking code and phone number, within an hour while it is Pending.',
      body: cancelOrderBody,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await orders.cancelOwn(callerAddress(request), request.body)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/new-day',
    config: { access: 'anyone' },
    schema: {
      tags,
      description:
        'By the customer, with tracking code and phone number, after a driver came in vain and until the office has decided.',
      body: answerAttemptBody,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await delivery.answerAttempt(callerAddress(request), request.body)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/edit',
    config: { access: 'anyone' },
    schema: {
      tags,
      description:
        'By the customer, with tracking code and phone number, within an hour while it is Pending. Without agreed_total it only says what it would come to.',
      body: editOwnOrderBody,
      response: { 200: orderEditResponse },
    },
    handler: (request) => orders.editOwn(callerAddress(request), request.body),
  })

  api.route({
    method: 'GET',
    url: '/orders',
    config: { access: 'orders' },
    schema: {
      tags,
      querystring: orderListQuery,
      response: { 200: z.object({ orders: z.array(adminOrderResponse) }) },
    },
    handler: async (request, reply) => {
      const { orders: found, total } = await orders.list(toOrderFilter(request.query), request.query)
      describePage(request, reply, { total, ...request.query })
      const cash = await delivery.readOrderCash(found)
      return { orders: found.map((order) => ({ ...order, cash: cash.get(order.id) ?? null })) }
    },
  })

  api.route({
    method: 'GET',
    url: '/orders.csv',
    // A long list to a slow telephone takes its time.
    config: { access: 'exports', takesTickets: true, recentPassword: true, answerMs: 600_000 },
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
      const receipted = await receipts.findReceipted(found.map(({ id }) => id))
      return { orders: found.map((order) => ({ ...order, hasReceipt: receipted.has(order.id) })) }
    },
  })
}
