import {
  bulkUpdateBody,
  bulkUpdateResponse,
  confirmationBody,
  moneyBody,
  moneyLineParams,
  noteBody,
  noteResponse,
  orderCountsQuery,
  orderCountsResponse,
  orderDetailResponse,
  orderLedgerResponse,
  orderMessageParams,
  orderMessagesResponse,
  takeBackBody,
  toldBody,
} from '#contract/admin-orders.ts'
import { manualOrderBody, orderHeaders, placedOrderResponse } from '#contract/checkout.ts'
import { idParams } from '#contract/codecs.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import { changedStatus, changeStatusResponse, editOrderBody, orderEditResponse } from '#contract/orders.ts'
import { isRecord } from '#rules/is-record.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Orders']

/** What only the back office asks about orders. */
export function adminOrderRoutes(api: Api, { orders, delivery }: Shop): void {
  api.route({
    method: 'GET',
    url: '/orders/:id',
    config: { access: 'orders' },
    schema: { tags, params: idParams, response: { 200: orderDetailResponse } },
    handler: async ({ params: { id } }) => {
      const order = await orders.get(id)
      const cash = await delivery.readOrderCash([order])
      return { ...order, cash: cash.get(id) ?? null }
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/contents',
    config: { access: 'orders' },
    schema: {
      tags,
      description:
        'Changes lines, customer and delivery until the order has left the shop. Without agreed_total it only says what it would come to.',
      params: idParams,
      body: editOrderBody,
      response: { 200: orderEditResponse },
    },
    handler: (request) => orders.edit(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'GET',
    url: '/orders/counts',
    config: { access: 'orders' },
    schema: { tags, querystring: orderCountsQuery, response: { 200: orderCountsResponse } },
    handler: ({ query: { after } }) => orders.count(after),
  })

  api.route({
    method: 'POST',
    url: '/orders/manual',
    config: { access: 'orders' },
    schema: { tags, headers: orderHeaders, body: manualOrderBody, response: { 201: placedOrderResponse } },
    handler: async (request, reply) => {
      const { source, note, ...order } = request.body
      const buyer = { viewer: viewerOf(request), address: callerAddress(request), manual: { source, note } }
      const key = request.headers['idempotency-key'] || null
      const placed = await orders.place(buyer, { ...order, paymentMethod: 'whatsapp' }, key)
      if (placed.isRepeat) reply.header('idempotent-replayed', 'true')
      return reply.status(201).send(placed.order)
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/status',
    // Two hundred orders, one after the other.
    config: { access: 'orders', answerMs: 120_000 },
    schema: { tags, body: bulkUpdateBody, response: { 200: bulkUpdateResponse } },
    handler: async (request) => {
      const { orderIds, ...step } = request.body
      const results = await orders.bulkUpdate(viewerOf(request), orderIds, step)
      return {
        orders: results.flatMap(({ change }) =>
          change ? [{ ...changedStatus(change), from: change.from }] : [],
        ),
        notChanged: results.flatMap(({ id, refusal }) =>
          refusal ? [{ id, code: refusal.code, reason: refusal.message }] : [],
        ),
      }
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/confirmation',
    config: { access: 'orders' },
    schema: {
      tags,
      description: 'An order that is to be confirmed stands, or gives its products back.',
      params: idParams,
      body: confirmationBody,
      response: { 200: changeStatusResponse },
    },
    handler: async (request) => {
      const { params, body } = request
      return changedStatus(await orders.decideOnUnusual(viewerOf(request), params.id, body.confirmed))
    },
  })

  api.route({
    method: 'GET',
    url: '/orders/:id/messages',
    config: { access: 'orders' },
    schema: { tags, params: idParams, response: { 200: orderMessagesResponse } },
    handler: ({ params }) => orders.listMessages(params.id),
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/messages/:messageId/again',
    config: { access: 'orders' },
    schema: {
      tags,
      description: 'Sends a message again that was not sent.',
      params: orderMessageParams,
      response: { 200: orderMessagesResponse },
    },
    handler: async ({ params: { id, messageId } }) => {
      await orders.sendAgain(id, messageId)
      return await orders.listMessages(id)
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/told',
    config: { access: 'orders' },
    schema: {
      tags,
      description: 'Somebody has told the customer by hand, or takes that back.',
      params: idParams,
      body: toldBody,
      response: { 200: orderMessagesResponse },
    },
    handler: async ({ params: { id }, body }) => {
      await orders.markTold(id, body)
      return await orders.listMessages(id)
    },
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id/note',
    config: { access: 'orders' },
    schema: { tags, params: idParams, body: noteBody, response: { 200: noteResponse } },
    handler: async (request) => {
      const { id } = request.params
      await orders.writeNote(viewerOf(request), id, request.body)
      return { id, note: request.body.note }
    },
  })
}

/** The money of an order: what came in, what went back, and by which way. */
export function orderLedgerRoutes(api: Api, { orders }: Shop): void {
  api.route({
    method: 'GET',
    url: '/orders/:id/money',
    config: { access: 'money' },
    schema: { tags, params: idParams, response: { 200: orderLedgerResponse } },
    handler: ({ params }) => orders.readLedger(params.id),
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/money',
    config: { access: 'money', recentPassword: isRepayment },
    schema: {
      tags,
      description:
        'Money that the staff was given for an order, or has paid back. The same key is the same entry.',
      params: idParams,
      headers: repeatableHeaders,
      body: moneyBody,
      response: { 201: orderLedgerResponse },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const key = request.headers['idempotency-key'] || null
      await orders.enterMoney(viewerOf(request), id, request.body, key)
      return reply.status(201).send(await orders.readLedger(id))
    },
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/money/:line/take-back',
    config: { access: 'money', recentPassword: true },
    schema: {
      tags,
      description: 'A wrong line is taken back by one more line.',
      params: moneyLineParams,
      body: takeBackBody,
      response: { 200: orderLedgerResponse },
    },
    handler: async (request) => {
      const { id, line } = request.params
      await orders.takeBackMoney(viewerOf(request), id, line, request.body.note)
      return await orders.readLedger(id)
    },
  })
}

/** Money that came in is entered all day; money that goes out, or never came, is worth a password. */
function isRepayment(body: unknown): boolean {
  return isRecord(body) && body.kind === 'repayment'
}
