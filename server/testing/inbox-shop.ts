import { expect, onTestFinished } from 'vitest'
import type { ConversationListResponse, ConversationResponse } from '#contract/messages.ts'
import { openFakeMessageServices } from './fake-message-services.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

type Setup = { sms?: boolean; whatsApp?: boolean; mail?: boolean; settings?: Record<string, string> }

/** A shop that people write to, and a helper who answers. */
export async function openInbox({ sms = true, whatsApp = true, mail = true, settings = {} }: Setup = {}) {
  const services = await openFakeMessageServices()
  const shop = await openTestShop({
    settings: {
      ...(sms && services.settings('hubtel')),
      ...(whatsApp && services.whatsAppSettings),
      ...(mail && { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'The Shop <hello@example.com>' }),
      ...settings,
    },
  })
  onTestFinished(async () => {
    await shop.close()
    await services.goDown()
  })
  const { token, viewer } = await shop.signedInAs('helper')
  return { ...shop, shop, services, token, viewer, ...inboxOf(shop, token) }
}

function inboxOf({ ask, app, context }: TestShop, token: string) {
  const open = async (id: number, query = '') =>
    (await ask<ConversationResponse>('GET', `/api/conversations/${id}${query}`, { token })).body
  return {
    open,
    list: async (query = '') =>
      (await ask<ConversationListResponse>('GET', `/api/conversations${query}`, { token })).body,
    /** The only one there is. */
    only: async () => {
      const { body } = await ask<ConversationListResponse>('GET', '/api/conversations?show=all', { token })
      expect(body.conversations).toHaveLength(1)
      return await open(body.conversations[0]?.id ?? 0)
    },
    change: (id: number, body: object) =>
      ask<ConversationResponse>('PUT', `/api/conversations/${id}`, { token, body }),
    reply: (id: number, body: object, key = '') =>
      ask<ConversationResponse>('POST', `/api/conversations/${id}/replies`, {
        token,
        body,
        headers: key ? { 'idempotency-key': key } : {},
      }),
    contact: (details: object = {}) =>
      ask('POST', '/api/contact', {
        body: {
          name: 'Ama',
          email: 'ama@example.com',
          subject: 'Other',
          message: 'Where is it?',
          ...details,
        },
      }),
    callBack: async ({ payload, signature }: { payload: string; signature: string }) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/messages/callbacks/whatsapp',
          payload,
          headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        })
      ).statusCode,
    run: () => context.jobs.runDue(),
  }
}

export const texts = ({ lines }: ConversationResponse) => lines.map(({ text }) => text)
export const states = ({ lines }: ConversationResponse) =>
  lines.map(({ channel, state, reason }) => [channel, state, reason].filter(Boolean).join(' '))
