import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendCampaigns } from '#server/features/campaigns/send-campaigns.ts'
import { campaignRecipients } from '#server/features/campaigns/tables.ts'
import { openOffers } from '#server/testing/offers-shop.ts'

const ama = '233241234567'
const kofi = '233201234567'
const esi = '233551234567'

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

test('a provider that is away, without credit or refusing holds the offer instead of losing people', {
  tags: 'faults',
}, async () => {
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
