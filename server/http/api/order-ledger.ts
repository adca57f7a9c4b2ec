import { repeatableHeaders } from '#contract/delivery.ts'
import { idParams } from '#contract/fields.ts'
import { moneyBody, moneyLineParams, orderLedgerResponse, takeBackBody } from '#contract/order-ledger.ts'
import { isRecord } from '#rules/is-record.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Orders']

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
