import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../typed-api.ts'
import { takeRawBodies } from './payment-webhooks.ts'

const verifyQuery = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().regex(/^\w{1,100}$/),
})

/** Where WhatsApp says what became of a message, and what customers write. Without WhatsApp's settings nobody listens. */
export function messageWebhooks(api: Api, { orders }: Shop): void {
  const url = '/messages/callbacks/whatsapp'
  const config = { access: 'anyone' } as const
  api.register(async (calls) => {
    takeRawBodies(calls)
    calls.route({
      method: 'GET',
      url,
      config,
      schema: { hide: true },
      handler: async (request, reply) => {
        const asked = verifyQuery.safeParse(request.query)
        if (!asked.success || !orders.isWebhookOurs(asked.data['hub.verify_token']))
          throw new Refusal('not_found')
        return reply.type('text/plain').send(asked.data['hub.challenge'])
      },
    })
    calls.route({
      method: 'POST',
      url,
      config,
      schema: { hide: true },
      handler: async ({ headers, body }) => {
        const signature = String(headers['x-hub-signature-256'] ?? '')
        const isGenuine = await orders.receiveWhatsApp(
          signature,
          Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        )
        if (!isGenuine) throw new Refusal('not_found')
        return {}
      },
    })
  })
}
