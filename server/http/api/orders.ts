import { z } from 'zod'
import { orderHeaders, placedOrderResponse, placeOrderBody } from '#contract/checkout.ts'
import { trackedOrderResponse } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '#server/shop.ts'
import { bearerToken } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { toOrderRequest, toPlacedResponse, toTrackedResponse } from './order-answers.ts'

const tags = ['Orders']

export function orderRoutes(api: Api, { orders }: Shop): void {
  // The first is the specification's address for orders by chat, the second the same for every way to pay.
  for (const url of ['/orders/whatsapp', '/orders']) {
    api.route({
      method: 'POST',
      url,
      config: { access: 'anyone' },
      schema: { tags, headers: orderHeaders, body: placeOrderBody, response: { 201: placedOrderResponse } },
      handler: async (request, reply) => {
        const { viewer, ip, headers, body } = request
        // Whoever believes to be signed in wants the order in the account: it must not become a guest's in silence.
        if (viewer === null && bearerToken(request) !== null) throw new Refusal('not_signed_in')
        const key = headers['idempotency-key'] || null
        const placed = await orders.place({ viewer, address: ip }, toOrderRequest(body), key)
        if (placed.isRepeat) reply.header('idempotent-replayed', 'true')
        return reply.status(201).send(toPlacedResponse(placed))
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
      response: { 200: z.object({ order: trackedOrderResponse }) },
    },
    handler: async ({ ip, params }) => ({ order: toTrackedResponse(await orders.track(ip, params.code)) }),
  })
}
