import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CampaignListResponse, CampaignPreviewResponse, CampaignResponse } from '#contract/campaigns.ts'
import { users } from '#server/features/accounts/tables.ts'
import { sendCampaigns } from '#server/features/campaigns/send-campaigns.ts'
import { campaignRecipients, campaigns } from '#server/features/campaigns/tables.ts'
import { newsletterReaders, offerChoices } from '#server/features/messages/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTellingShop } from '#server/testing/telling-shop.ts'

const ama = '233241234567'
const kofi = '233201234567'
const esi = '233551234567'

type Setup = Parameters<typeof openTellingShop>[0]

/** A shop with people who agreed to offers, and an admin who writes one. */
async function openOffers({ settings, ...setup }: NonNullable<Setup> = { sms: 'arkesel' }) {
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'The Shop <hello@example.com>' }
  const world = await openTellingShop({ ...setup, settings: { ...mail, ...settings } })
  const { ask, context, clock, token, run } = world
  const offer = { name: 'Easter', channel: 'sms', text: 'Hello {name}, 20% off: {link}' }
  const write = async (details: object = {}) =>
    await ask<CampaignResponse>('POST', '/api/campaigns', { token, body: { ...offer, ...details } })
  const step = (id: number, from: string, to: string, rest: object = {}) =>
    ask<CampaignResponse & { code?: string }>('PUT', `/api/campaigns/${id}/state`, {
      token,
      body: { from, to, ...rest },
    })
  return {
    ...world,
    offer,
    write,
    step,
    async agree(...phones: string[]) {
      const rows = phones.map((phone) => ({ phone, agreedAt: clock(), leaveSecret: `leave-${phone}` }))
      await context.db.insert(offerChoices).values(rows)
    },
    read: async (id: number) => (await ask<CampaignResponse>('GET', `/api/campaigns/${id}`, { token })).body,
    /** Written and started; the first ones are taken from the list, but not sent yet. */
    async start(details: object = {}) {
      const { body } = await write(details)
      expect((await step(body.id, 'draft', 'sending')).status).toBe(200)
      return body.id
    },
    /** A minute later, the next ones go out. */
    async minute() {
      clock.forward({ minutes: 1 })
      await sendCampaigns(context)
      await run()
    },
    people: async (body: object) =>
      (await ask<CampaignPreviewResponse>('POST', '/api/campaigns/preview', { token, body })).body.people,
  }
}

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

test('in the quiet hours nothing goes out, and it goes on by itself in the morning', async () => {
  const { agree, start, run, services, read, minute, clock, context } = await openOffers()
  await agree(ama, kofi)
  // Thursday, 18:59: taken from the list, but it is evening when the provider is called.
  clock.forward({ hours: 9, minutes: 59 })
  const id = await start()
  await sendCampaigns(context)
  clock.forward({ minutes: 1 })
  await run()
  await minute()
  expect(services.arrived).toEqual([])
  expect(await read(id)).toMatchObject({
    state: 'sending',
    waiting: 2,
    waits_until: '2026-03-06T08:00:00.000Z',
  })
  clock.forward({ hours: 12, minutes: 58 })
  await minute()
  expect(services.arrived).toHaveLength(2)
})

test('paused or stopped, not one more goes out, and paused it can go on', async () => {
  const { agree, start, run, services, read, minute, step, context } = await openOffers()
  await agree(ama, kofi)
  const id = await start()
  await sendCampaigns(context)
  expect((await step(id, 'sending', 'paused')).body).toMatchObject({ state: 'paused', waiting: 2 })
  await run()
  await minute()
  expect(services.arrived).toEqual([])
  expect((await step(id, 'sending', 'stopped')).body.code).toBe('campaign_moved_on')
  await step(id, 'paused', 'sending')
  await run()
  expect(services.arrived).toHaveLength(2)
  await minute()
  await agree(esi)
  const other = await start()
  await sendCampaigns(context)
  await step(other, 'sending', 'stopped')
  await run()
  await minute()
  expect(services.arrived).toHaveLength(2)
  expect(await read(other)).toMatchObject({ state: 'stopped', waiting: 3, sent: 0 })
  expect((await step(other, 'stopped', 'sending')).status).toBe(409)
})

test('so many go out in a minute and no more, one offer after the other', async () => {
  const { agree, start, context, clock } = await openOffers()
  const { db } = context
  await agree(...Array.from({ length: 70 }, (_, n) => `2332412${String(n).padStart(5, '0')}`))
  const first = await start()
  const second = await start({ name: 'Second' })
  const countQueued = async (id: number) =>
    await db.$count(
      campaignRecipients,
      and(eq(campaignRecipients.campaignId, id), isNotNull(campaignRecipients.queuedAt)),
    )
  const tick = async () => {
    clock.forward({ minutes: 1 })
    await sendCampaigns(context)
    return [await countQueued(first), await countQueued(second)]
  }
  await sendCampaigns(context)
  await sendCampaigns(context)
  expect(await countQueued(first)).toBe(60)
  // The provider is slow: what is under way counts.
  expect(await tick()).toEqual([60, 0])
  const sent = { state: 'sent' } as const
  await db.update(campaignRecipients).set(sent).where(isNotNull(campaignRecipients.queuedAt))
  expect(await tick()).toEqual([70, 0])
  await db.update(campaignRecipients).set(sent)
  await tick()
  expect(await tick()).toEqual([70, 60])
})

test('an offer leaves a quarter of the day’s SMS to orders and goes on when there are more', {
  tags: 'faults',
}, async () => {
  const { agree, start, run, services, read, minute, clock, order } = await openOffers({
    sms: 'arkesel',
    settings: { SMS_PER_DAY: '8' },
  })
  await agree(...Array.from({ length: 8 }, (_, n) => `2332412345${n}0`))
  const id = await start()
  await run()
  expect(services.arrived).toHaveLength(6)
  expect(await read(id)).toMatchObject({ state: 'sending', hold_reason: 'budget', waiting: 2 })
  await order({ customer_phone: '020 123 4567' })
  await run()
  expect(services.arrived.at(-1)?.to).toBe(kofi)
  await minute()
  expect(services.arrived).toHaveLength(7)
  clock.forward({ hours: 25 })
  await minute()
  expect(services.arrived).toHaveLength(9)
})

test('a killed process sends nobody an offer twice: what it left is shown as perhaps arrived', async () => {
  const { agree, start, run, services, read, minute, context, clock } = await openOffers()
  await agree(ama)
  const id = await start()
  await sendCampaigns(context)
  await context.db.update(campaignRecipients).set({ state: 'sending', changedAt: clock() })
  await run()
  clock.forward({ minutes: 2 })
  await minute()
  expect(services.arrived).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'done', sent: 0, failed: 1 })
})

test('a provider that is away, without credit or refusing holds the offer instead of losing people', async () => {
  const { agree, start, run, services, read, minute, step, clock } = await openOffers()
  await agree(ama, kofi)
  services.next('arkesel', { status: 503 })
  const id = await start()
  await run()
  expect(await read(id)).toMatchObject({ state: 'sending', hold_reason: 'unreachable', waiting: 1, sent: 1 })
  clock.forward({ minutes: 5 })
  services.next('arkesel', { status: 402 })
  await minute()
  expect(await read(id)).toMatchObject({ state: 'paused', hold_reason: 'no_credit', waiting: 1, failed: 0 })
  await step(id, 'paused', 'sending')
  clock.forward({ minutes: 1 })
  await run()
  await minute()
  expect(await read(id)).toMatchObject({ state: 'done', hold_reason: null, sent: 2 })
  await agree(...Array.from({ length: 8 }, (_, n) => `2332412345${n}0`))
  for (let n = 0; n < 10; n++) services.next('arkesel', { status: 401, body: {} })
  const other = await start()
  await run()
  const { failed, ...rest } = await read(other)
  expect(rest).toMatchObject({ state: 'paused', hold_reason: 'refused' })
  expect(failed).toBeLessThanOrEqual(6)
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

test('on WhatsApp it takes a template of its own, and its receipts are counted', async () => {
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
