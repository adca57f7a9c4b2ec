import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CampaignListResponse, CampaignResponse } from '#contract/campaigns.ts'
import { users } from '#server/features/accounts/tables.ts'
import { sendCampaigns } from '#server/features/campaigns/send-campaigns.ts'
import { campaignRecipients, campaigns } from '#server/features/campaigns/tables.ts'
import { newsletterReaders, offerChoices } from '#server/features/messages/tables.ts'
import { openOffers } from '#server/testing/offers-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const ama = '233241234567'
const kofi = '233201234567'
const esi = '233551234567'

test('an offer goes to everybody who agreed, once, by name, with a link that ends it, and its results are counted', async () => {
  const { agree, start, run, minute, read, services, order, ask, clock } = await openOffers()
  await agree(ama, kofi)
  await order({ customer_phone: '024 123 4567', customer_name: 'Ama Serwaa' })
  await order({ customer_phone: '+233 24 123 4567', customer_name: 'Ama Mensah' })
  await run()
  services.arrived.length = 0
  const id = await start()
  await run()
  expect(services.arrived.map(({ to, text }) => [to, text.replace(/https?:\/\/[^/]+/g, '')])).toEqual([
    [kofi, `Adom Beauty: Hello customer, 20% off: /shop Stop: /stop/leave-${kofi}`],
    [ama, `Adom Beauty: Hello Ama, 20% off: /shop Stop: /stop/leave-${ama}`],
  ])
  const [first] = services.arrived
  services.outcomes.set(first?.id ?? '', ['DELIVERED'])
  clock.forward({ minutes: 2 })
  await minute()
  await minute()
  expect(services.arrived).toHaveLength(2)
  expect((await ask('POST', '/api/offers/leave', { body: { secret: `leave-${ama}` } })).status).toBe(200)
  await order({ customer_phone: '020 123 4567' })
  clock.forward({ days: 8 })
  await order({ customer_phone: '020 123 4567' })
  expect(await read(id)).toMatchObject({
    ...{ state: 'done', people: 2, waiting: 0, sent: 2, failed: 0, unsubscribed: 1, orders: 1 },
  })
})

test('who buys what, when and where decides who gets it; one who did not agree never does', async () => {
  const { agree, people, context, order, shop, clock } = await openOffers()
  await agree(ama, kofi, esi)
  const serum = await shelve(context, { category: 'serum', stock: 10 })
  await order({ customer_phone: '024 123 4567', city: 'Osu, Accra' })
  clock.forward({ days: 20 })
  await place(shop, [item(serum)], { customer_phone: '0201234567', city: ' tema ' })
  await place(shop, [item(serum)], { customer_phone: '0271234567' })
  const sms = { channel: 'sms' }
  expect(await people(sms)).toBe(3)
  expect(await people({ ...sms, days: 365 })).toBe(2)
  expect(await people({ ...sms, days: 10 })).toBe(1)
  expect(await people({ ...sms, days: 365, town: 'Accra' })).toBe(1)
  expect(await people({ ...sms, days: 365, town: 'Tema' })).toBe(1)
  expect(await people({ ...sms, days: 365, category: 'serum' })).toBe(1)
  expect(await people({ ...sms, days: 10, category: 'serum', town: 'Accra' })).toBe(0)
})

test('who unsubscribes while an offer is being sent gets nothing from then on', async () => {
  const { agree, start, run, ask, services, read, minute, context } = await openOffers()
  await agree(ama, kofi)
  const id = await start()
  await sendCampaigns(context)
  // Both are with the queue already.
  expect(await context.db.$count(campaignRecipients, eq(campaignRecipients.state, 'waiting'))).toBe(2)
  await ask('POST', '/api/offers/leave', { body: { secret: `leave-${ama}` } })
  await run()
  await minute()
  expect(services.arrived.map(({ to }) => to)).toEqual([kofi])
  expect(await read(id)).toMatchObject({ state: 'done', sent: 1, failed: 0, unsubscribed: 1 })
})

test('STOP on WhatsApp ends offers, START brings them back', async () => {
  const { services, callBack, people, clock } = await openOffers({ sms: 'arkesel', whatsApp: true })
  const say = async (text: string) => {
    clock.forward({ minutes: 1 })
    const { payload, signature } = services.answers({ from: ama, id: text, text, at: clock() })
    await callBack(payload, signature)
  }
  await say('START')
  expect(await people({ channel: 'sms' })).toBe(1)
  await say('Stop!')
  expect(await people({ channel: 'sms' })).toBe(0)
  await say('start offers')
  expect(await people({ channel: 'sms' })).toBe(1)
})

test('by mail it goes to readers of the newsletter who confirmed, and one press in the mail program ends it', async () => {
  const { write, step, run, shop, context, app, clock, read, minute } = await openOffers()
  const reader = (email: string, rest: object = {}) => ({
    ...{ email, leaveSecret: `secret-of-${email}`, agreedAt: clock(), ...rest },
  })
  await context.db
    .insert(newsletterReaders)
    .values([
      reader('ama@example.com'),
      reader('new@example.com', { unconfirmedSince: clock() }),
      reader('gone@example.com', { leftAt: clock() }),
    ])
  const { body } = await write({ channel: 'email', subject: 'Easter', text: 'Dear {name},\n20% off.' })
  await step(body.id, 'draft', 'sending')
  const mails = await shop.mails()
  expect(mails.map(({ to }) => to)).toEqual(['ama@example.com'])
  expect(mails[0]?.text).toContain('Dear customer,\n\n20% off.')
  expect(mails[0]?.text).toContain('/newsletter/leave?secret=secret-of-ama@example.com')
  const address = new URL(mails[0]?.unsubscribe?.oneClick ?? '').pathname
  const pressed = await app.inject({
    method: 'POST',
    url: address,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(pressed.statusCode).toBe(200)
  await run()
  await minute()
  expect(await read(body.id)).toMatchObject({ state: 'done', sent: 1, people: 1 })
  const { body: next } = await write({ channel: 'email', subject: 'Easter', text: 'Again' })
  expect((await step(next.id, 'draft', 'sending')).body.code).toBe('nobody_to_tell')
})

test('on WhatsApp it takes a template of its own, and its receipts are counted', {
  tags: 'faults',
}, async () => {
  const { agree, start, run, services, callBack, read } = await openOffers({
    whatsApp: true,
    settings: { WHATSAPP_OFFER_TEMPLATE: 'offer' },
  })
  await agree(ama)
  const id = await start({ channel: 'whatsapp' })
  await run()
  const sent = services.asked.map(({ body }) => body).find((body) => body.includes('"offer"'))
  expect(JSON.parse(sent ?? '{}').template.components[0].parameters[1].text).toContain('Hello customer')
  const [message] = services.arrived
  const { payload, signature } = services.receipts({ id: message?.id ?? '', status: 'read' })
  await callBack(payload, signature)
  expect(await read(id)).toMatchObject({ sent: 1, delivered: 1, read: 1 })
})

test('a test goes to whoever asks and to nobody else, at any hour, and not without end', async () => {
  const { agree, write, ask, token, services, context, clock, shop } = await openOffers()
  await agree(kofi)
  clock.forward({ hours: 12 })
  const { body: sms } = await write()
  const test = (id: number) => ask<{ code?: string }>('POST', `/api/campaigns/${id}/test`, { token })
  expect((await test(sms.id)).body.code).toBe('no_own_number')
  await context.db.update(users).set({ phone: esi, phoneSince: clock() }).where(eq(users.isAdmin, true))
  expect((await test(sms.id)).status).toBe(200)
  expect(services.arrived.map(({ to }) => to)).toEqual([esi])
  services.next('arkesel', { status: 402 })
  expect((await test(sms.id)).body.code).toBe('test_not_sent')
  const { body: mail } = await write({ channel: 'email', subject: 'Easter' })
  expect((await test(mail.id)).status).toBe(200)
  expect((await shop.mails()).map(({ subject }) => subject)).toEqual(['Easter'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => test(mail.id)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

test('a planned offer starts by itself; a draft can be changed and deleted, one that is sent cannot', async () => {
  const { agree, write, step, run, minute, services, ask, token, clock, offer, read } = await openOffers()
  await agree(ama)
  const { body } = await write()
  const edit = (details: object) =>
    ask<CampaignResponse>('PUT', `/api/campaigns/${body.id}`, { token, body: { ...offer, ...details } })
  expect((await edit({ text: 'Hello {nmae}' })).status).toBe(400)
  expect((await edit({ text: 'Now 30% off' })).body.text).toBe('Now 30% off')
  expect((await edit({ text: 'Late', expected: body.updated_at })).status).toBe(409)
  const remove = (id: number) => ask('DELETE', `/api/campaigns/${id}`, { token })
  const { body: other } = await write()
  expect((await remove(other.id)).status).toBe(200)
  expect((await remove(other.id)).status).toBe(404)
  const starts_at = new Date(clock().getTime() + 3_600_000).toISOString()
  expect((await step(body.id, 'draft', 'scheduled')).status).toBe(400)
  expect((await step(body.id, 'draft', 'scheduled', { starts_at })).body).toMatchObject({
    state: 'scheduled',
  })
  expect((await remove(body.id)).status).toBe(409)
  await minute()
  await run()
  expect(services.arrived).toEqual([])
  clock.forward({ hours: 1 })
  await minute()
  expect(services.arrived).toHaveLength(1)
  expect((await edit({ text: 'Too late' })).status).toBe(409)
  await minute()
  expect((await remove(body.id)).status).toBe(409)
  expect((await read(body.id)).state).toBe('done')
})

test('who knows code and phone of an order agrees to offers on it; without a provider nothing can be started', async () => {
  const { order, ask, people, write, step, context, token } = await openOffers({})
  const { id, tracking_code: code } = await order({ customer_phone: '024 123 4567' })
  const join = (phone: string) => ask('POST', '/api/offers', { body: { code, phone } })
  // A stranger may have ordered it in somebody's name.
  expect((await join('0241234567')).status).toBe(409)
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  expect((await join('020 123 4567')).status).toBe(400)
  expect(await people({ channel: 'sms' })).toBe(0)
  expect((await join('+233241234567')).status).toBe(200)
  expect((await join('0241234567')).status).toBe(200)
  const [choice] = await context.db.select().from(offerChoices)
  expect(choice).toMatchObject({ phone: ama, source: 'tracking', leftAt: null })
  await ask('POST', '/api/offers/leave', { body: { secret: choice?.leaveSecret } })
  expect(await join('0241234567')).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('write START to us on WhatsApp') },
  })
  const { body } = await write()
  const started = await step(body.id, 'draft', 'sending')
  expect(started.body.code).toBe('channel_not_set_up')
  const listed = await ask<CampaignListResponse>('GET', '/api/campaigns', { token })
  expect(listed.body).toMatchObject({
    campaigns: [{ id: body.id, state: 'draft', people: 0 }],
    channels: { sms: false, whatsapp: false, email: true },
  })
  expect(await context.db.$count(campaigns)).toBe(1)
})
