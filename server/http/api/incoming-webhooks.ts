import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../access.ts'

/**
 * Where gateways call. Whatever they say is taken as raw bytes and believed by nobody: it only makes the shop ask. The answer is
 * the same for a payment that we know and one that we do not.
 */
export function paymentWebhooks(api: Api, shop: Shop): void {
  api.register(async (calls) => {
    takeRawBodies(calls)
    const config = { access: 'anyone' } as const
    const schema = { hide: true }
    calls.route<{ Params: { token: string; reference: string } }>({
      method: ['POST', 'PUT'],
      url: '/payments/callbacks/mtn/:token/:reference',
      config,
      schema,
      handler: async (request) => {
        const { token, reference } = request.params
        await receive(shop, request, { gateway: 'mtn', token, reference, signature: '' })
        return {}
      },
    })
    calls.route({
      method: 'POST',
      url: '/payments/callbacks/paystack',
      config,
      schema,
      handler: async (request) => {
        const signature = String(request.headers['x-paystack-signature'] ?? '')
        await receive(shop, request, { gateway: 'paystack', token: '', reference: '', signature })
        return {}
      },
    })
  })
}

export function takeRawBodies(calls: FastifyInstance): void {
  calls.removeAllContentTypeParsers()
  calls.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

type Call = Omit<Parameters<Shop['payments']['receiveWebhook']>[0], 'body'>

async function receive({ payments }: Shop, { body }: FastifyRequest, call: Call): Promise<void> {
  const isGenuine = await payments.receiveWebhook({
    ...call,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  })
  if (!isGenuine) throw new Refusal('not_found')
}

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
