import { idParams } from '#contract/fields.ts'
import { stockAlertBody, stockAlertResponse } from '#contract/stock-alerts.ts'
import type { Shop } from '#server/shop.ts'
import { callerAddress } from '../proxies.ts'
import type { Api } from '../typed-api.ts'

export function stockAlertRoutes(api: Api, { stockAlerts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products/:id/back-in-stock',
    config: { access: 'anyone' },
    schema: {
      tags: ['Products'],
      description: 'One message when a product that is sold out is back, in the order in which people asked.',
      params: idParams,
      body: stockAlertBody,
      response: { 201: stockAlertResponse },
    },
    handler: async (request, reply) => {
      await stockAlerts.ask(callerAddress(request), request.params.id, request.body)
      return reply.status(201).send({ success: true })
    },
  })
}
