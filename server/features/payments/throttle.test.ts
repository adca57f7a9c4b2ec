import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openPayingShop } from '#server/testing/paying-shop.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { throttle } from './payments-context.ts'
import { gatewayThrottle } from './tables.ts'

const shop = await openPayingShop()
const other = await openTestShop({ settings: shop.mtn.settings, beside: shop, clock: shop.clock })
afterAll(async () => {
  await other.close()
  await shop.close()
})
const contexts = [shop.context.db, other.context.db] as const

test('two processes that ask at the same moment get turns a fifth of a second apart, as one queue', async () => {
  const now = shop.clock()
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      throttle(contexts[n % 2] ?? contexts[0], 'mtn at once', 5, now, 'urgent'),
    ),
  )
  const expected = Array.from({ length: 20 }, (_, n) => n * 200)
  expect(waits.map((each) => Math.round(each ?? -1)).toSorted((one, two) => one - two)).toEqual(expected)
})

test('whoever would wait for more than five seconds is not asked about now', async () => {
  const now = shop.clock()
  const ask = (n: number) => throttle(contexts[n % 2] ?? contexts[0], 'mtn crowded', 5, now, 'urgent')
  for (let n = 0; n < 26; n++) expect(await ask(n)).not.toBeNull()
  expect([await ask(0), await ask(1)]).toEqual([null, null])
  const later = new Date(now.getTime() + 1_000)
  expect(await throttle(contexts[0], 'mtn crowded', 5, later, 'urgent')).not.toBeNull()
})

test('a quiet gateway is asked at once, however long nobody asked', async () => {
  const now = shop.clock()
  await throttle(contexts[0], 'mtn quiet', 5, now, 'urgent')
  expect(await throttle(contexts[1], 'mtn quiet', 5, new Date(now.getTime() + 60_000), 'urgent')).toBe(0)
})

test('a clock that was wrong once stops nobody for long', async () => {
  const now = shop.clock()
  await throttle(contexts[0], 'mtn wrong', 5, new Date(now.getTime() + 3_600_000), 'urgent')
  expect(await throttle(contexts[1], 'mtn wrong', 5, now, 'urgent')).toBe(0)
  expect(Math.round((await throttle(contexts[0], 'mtn wrong', 5, now, 'urgent')) ?? -1)).toBe(200)
})

test('a payment whose question finds no turn is asked about later, and its products stay', async () => {
  const placed = await shop.order()
  shop.mtn.plan(`233${placed.phone.slice(1)}`, { secondsPending: 30, callbacks: [] })
  const reference = await shop.started(placed)
  const crowded = new Date(shop.clock().getTime() + 31 * 60_000 + 30_000)
  await shop.context.db
    .insert(gatewayThrottle)
    .values({ gateway: 'mtn', nextAt: crowded })
    .onConflictDoUpdate({ target: gatewayThrottle.gateway, set: { nextAt: crowded } })
  const questions = shop.mtn.calls.status
  await shop.pass({ minutes: 31 })
  expect(shop.mtn.calls.status).toBe(questions)
  expect(await shop.look(reference)).toMatchObject({ state: 'awaiting', order: { order_status: 'Pending' } })
  await shop.pass({ minutes: 1 })
  expect(await shop.look(reference)).toMatchObject({ state: 'paid', order: { order_status: 'Pending' } })
})

test('every question of two processes takes a turn of the one queue', { tags: 'faults' }, async () => {
  const settings = { ...shop.mtn.settings, GATEWAY_QUESTIONS_PER_SECOND: '100' }
  const slow = [
    await openTestShop({ settings, beside: shop, clock: shop.clock }),
    await openTestShop({ settings, beside: shop, clock: shop.clock }),
  ]
  const references: string[] = []
  for (let n = 0; n < 8; n++) {
    const placed = await shop.order()
    shop.mtn.plan(`233${placed.phone.slice(1)}`, { secondsPending: 3_600, callbacks: [] })
    references.push(await shop.started(placed))
  }
  shop.clock.forward({ hours: 1 })
  const questions = shop.mtn.calls.status
  await Promise.all(references.map((reference, n) => slow[n % 2]?.shop.payments.check(reference)))
  const [row] = await shop.context.db.select().from(gatewayThrottle).where(eq(gatewayThrottle.gateway, 'mtn'))
  expect(shop.mtn.calls.status - questions).toBe(8)
  expect(row?.nextAt.getTime()).toBe(shop.clock().getTime() + 8 * 10)
  for (const each of slow) await each.close()
})

test('what the shop asks by itself queues for a second at most, and whoever waits for an answer comes right behind it', async () => {
  const now = shop.clock()
  const ask = (urgency: 'urgent' | 'planned') => throttle(contexts[0], 'mtn shared', 5, now, urgency)
  const planned: (number | null)[] = []
  for (let n = 0; n < 34; n++) planned.push(await ask('planned'))
  expect(planned.filter((each) => each !== null).map(Math.round)).toEqual([0, 200, 400, 600, 800, 1_000])
  expect(Math.round((await ask('urgent')) ?? -1)).toBe(1_200)
})
