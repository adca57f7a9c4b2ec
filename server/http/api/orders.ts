import { z } from 'zod'
import { orderHeaders, placedOrderAnswer, placeOrderBody } from '../../../contract/checkout.ts'
import { idParams } from '../../../contract/fields.ts'
import { changeStatusAnswer, changeStatusBody, trackedOrderAnswer } from '../../../contract/orders.ts'
import type { Shop } from '../../shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { toOrderRequest, toPlacedAnswer, toTrackedAnswer } from './order-answers.ts'

const tags = ['Orders']

export function orderRoutes(api: Api, { orders }: Shop): void {
  // The first is the specification's address for orders by chat, the second the same for every way to pay.
  for (const url of ['/orders/whatsapp', '/orders']) {
    api.route({
      method: 'POST',
      url,
      config: { access: 'anyone' },
      schema: { tags, headers: orderHeaders, body: placeOrderBody, response: { 201: placedOrderAnswer } },
      handler: async ({ viewer, headers, body }, reply) => {
        const key = headers['idempotency-key'] || null
        const placed = await orders.place(viewer, toOrderRequest(body), key)
        if (placed.isRepeat) reply.header('idempotent-replayed', 'true')
        return reply.status(201).send(toPlacedAnswer(placed))
      },
    })
  }

  api.route({
    method: 'GET',
    url: '/order-tracking/:code',
    config: { access: 'anyone' },
    schema: {
      tags,
      params: z.object({ code: z.string() }),
      response: { 200: z.object({ order: trackedOrderAnswer }) },
    },
    handler: async ({ ip, params }) => ({ order: toTrackedAnswer(await orders.track(ip, params.code)) }),
  })

  api.route({
    method: 'PUT',
    url: '/orders/:id',
    config: { access: 'signed_in' },
    schema: { tags, params: idParams, body: changeStatusBody, response: { 200: changeStatusAnswer } },
    handler: async (request) => {
      const { status: to, expected_status: expected } = request.body
      const wish = { to, expected }
      const { order, effect } = await orders.changeStatus(viewerOf(request), request.params.id, wish)
      return {
        id: order.id,
        order_status: order.status,
        updated_at: order.updatedAt.toISOString(),
        stockRestored: effect === 'restore',
        stockDecremented: effect === 'take',
      }
    },
  })
}
