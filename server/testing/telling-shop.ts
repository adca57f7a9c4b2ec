import { expect, onTestFinished } from 'vitest'
import type { OrderMessagesResponse } from '#contract/admin-orders.ts'
import { openFakeMessageServices } from './fake-message-services.ts'
import { item, place } from './sample-orders.ts'
import { shelve } from './sample-rows.ts'
import { openTestShop } from './test-shop.ts'

type Setup = { sms?: 'hubtel' | 'arkesel' | 'mnotify'; whatsApp?: boolean; settings?: Record<string, string> }

/** A shop whose messages go to services on this machine, and an admin who looks at them. */
export async function openTellingShop({ sms, whatsApp = false, settings = {} }: Setup = {}) {
  const services = await openFakeMessageServices()
  const lines: string[] = []
  const shop = await openTestShop({
    settings: {
      ...(sms ? services.settings(sms) : {}),
      ...(whatsApp ? services.whatsAppSettings : {}),
      ...settings,
    },
    logTo: { write: (line) => lines.push(line) },
  })
  onTestFinished(async () => {
    await shop.close()
    await services.goDown()
  })
  const { token } = await shop.signedInAs('admin')
  const jar = await shelve(shop.context, { stock: 500 })
  const order = (details: object = {}) => place(shop, [item(jar)], { customer_email: '', ...details })
  const run = () => shop.context.jobs.runDue()
  /** Those that wait for a better hour, too. */
  const runLater = () => shop.context.jobs.runDue({ evenLater: true })
  const read = async (id: number) => {
    const answer = await shop.ask<OrderMessagesResponse>('GET', `/api/orders/${id}/messages`, { token })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const shown = async (id: number) =>
    (await read(id)).messages.map(({ channel, state, reason }) =>
      [channel, state, reason].filter(Boolean).join(' '),
    )
  const callBack = (payload: string, signature: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/messages/callbacks/whatsapp',
      payload,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    })
  const move = (id: number, status: string) =>
    shop.ask('PUT', `/api/orders/${id}`, { token, body: { status } })
  return { ...shop, shop, services, lines, token, jar, order, run, runLater, read, shown, callBack, move }
}
