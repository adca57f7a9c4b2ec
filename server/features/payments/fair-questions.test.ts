import { expect, onTestFinished, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import { poolSize } from '#server/platform/database/database.ts'
import { openPayingShop } from '#server/testing/paying-shop.ts'
import { gatewayThrottle, payments } from './tables.ts'

const visitor = '203.0.113.7'
/** Before the shop gives up an answer by itself. */
const soon = { timeout: 7_000 }
const neverDecided = { secondsPending: Number.POSITIVE_INFINITY, callbacks: [] }

async function openWorld() {
  const shop = await openPayingShop()
  onTestFinished(shop.close)
  const { mtn, context, clock } = shop

  /** A payment from this address; by itself it is never decided. */
  async function pays(address: string, plan: Parameters<typeof mtn.plan>[1] = neverDecided): Promise<string> {
    const { id, order_total: amount, phone } = await shop.order()
    mtn.plan(`233${phone.slice(1)}`, plan)
    const body = { amount, orderId: id, customerPhone: phone }
    const { body: started } = await shop.ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', {
      body,
      address,
    })
    return started.referenceId
  }

  return {
    ...shop,
    pays,
    async many(count: number, address: (n: number) => string = () => visitor): Promise<string[]> {
      const references: string[] = []
      for (let n = 0; n < count; n++) references.push(await pays(address(n)))
      return references
    },
    press: (reference: string, address = visitor) =>
      shop.ask<PaymentResponse>('POST', `/api/payments/${reference}/check`, { address }),
    /** For so long every turn is taken. */
    async crowd(seconds: number): Promise<void> {
      const nextAt = new Date(clock().getTime() + seconds * 1_000)
      await context.db
        .insert(gatewayThrottle)
        .values({ gateway: 'mtn', nextAt })
        .onConflictDoUpdate({ target: gatewayThrottle.gateway, set: { nextAt } })
    },
  }
}

test('many unpaid payments of one visitor do not delay the payment of another', async () => {
  const { many, pays, pass, mtn, look } = await openWorld()
  await many(8)
  const other = await pays('198.51.100.4', { callbacks: [] })
  await pass({ seconds: 5 })
  // Several questions are on their way at a time, and may overtake each other there.
  expect(mtn.asked.indexOf(other)).toBeLessThan(6)
  expect(mtn.asked).toHaveLength(9)
  expect(await look(other)).toMatchObject({ state: 'paid' })
})

test('payments of one visitor, tried again with other numbers, stay in one share', {
  tags: 'faults',
}, async () => {
  const { many, pays, pass, ask, mtn, clock } = await openWorld()
  const failed: string[] = []
  for (let n = 0; n < 3; n++) {
    failed.push(await pays(visitor, { status: 'FAILED', reason: 'EXPIRED', callbacks: [] }))
  }
  await pass({ seconds: 5 })
  for (const [n, reference] of failed.entries()) {
    const customerPhone = `024555000${n}`
    mtn.plan(`233${customerPhone.slice(1)}`, neverDecided)
    const again = { body: { customerPhone }, address: `192.0.2.${n + 1}` }
    expect((await ask('POST', `/api/payments/${reference}/retry`, again)).status).toBe(200)
  }
  const [first = ''] = await many(1, () => '198.51.100.4')
  clock.forward({ seconds: 20 })
  await pass({})
  expect(mtn.asked.slice(3).indexOf(first)).toBeLessThan(2)
})

test('a payment about which the gateway has called is asked about before all that is due', {
  tags: 'faults',
}, async () => {
  const { many, pays, pass, crowd, clock, mtn, look } = await openWorld()
  await many(6, (n) => `192.0.2.${n + 1}`)
  const called = await pays(visitor, { secondsPending: 5 })
  clock.forward({ seconds: 5 })
  // One turn is left: of several questions, one may overtake another on its way.
  await crowd(1)
  await pass({})
  expect(mtn.asked).toEqual([called])
  expect(await look(called)).toMatchObject({ state: 'paid' })
})

test('whoever presses is answered while the shop’s own questions find no turn', async () => {
  const { pays, press, pass, crowd, mtn, clock } = await openWorld()
  const waiting = await pays('198.51.100.4')
  const pressed = await pays(visitor, { callbacks: [] })
  clock.forward({ seconds: 5 })
  await crowd(1.1)
  await pass({})
  expect(mtn.asked).toEqual([])
  expect((await press(pressed)).body).toMatchObject({ state: 'paid' })
  expect(mtn.asked).toEqual([pressed])
  expect(mtn.asked).not.toContain(waiting)
})

test('whoever finds no turn although they pressed is asked about before what is due by itself', {
  tags: 'faults',
}, async () => {
  const { many, pays, press, crowd, context, clock, mtn, look } = await openWorld()
  await many(6, (n) => `192.0.2.${n + 1}`)
  const pressed = await pays(visitor, { callbacks: [] })
  clock.forward({ seconds: 5 })
  await crowd(10)
  expect((await press(pressed)).body).toMatchObject({ state: 'awaiting' })
  await crowd(0)
  await context.jobs.runDue()
  expect(mtn.asked[0]).toBe(pressed)
  expect(await look(pressed)).toMatchObject({ state: 'paid' })
})

test('one visitor who presses for many payments takes 60 turns of a minute, and another one is answered', {
  tags: 'faults',
}, async () => {
  const { many, pays, press, clock, mtn } = await openWorld()
  const references = await many(13)
  const other = await pays('198.51.100.4', { callbacks: [] })
  for (let round = 0; round < 5; round++) {
    clock.forward({ seconds: 5 })
    for (const reference of references) expect((await press(reference)).status).toBe(200)
  }
  expect(mtn.asked).toHaveLength(60)
  expect((await press(other, '198.51.100.4')).body).toMatchObject({ state: 'paid' })
})

test('a payment that finds no turn is due again three seconds later, and no other one with it', {
  tags: 'faults',
}, async () => {
  const { pays, pass, crowd, context, clock, mtn, look } = await openWorld()
  const dueIn = async () => {
    const rows = await context.db.select().from(payments).orderBy(payments.createdAt)
    return rows.map(({ nextCheckAt }) => ((nextCheckAt?.getTime() ?? 0) - clock().getTime()) / 1_000)
  }
  const reference = await pays(visitor, { callbacks: [] })
  clock.forward({ seconds: 5 })
  await pays('198.51.100.4')
  await crowd(2)
  await pass({})
  expect(mtn.asked).toEqual([])
  expect(await dueIn()).toEqual([3, 5])
  await pass({ seconds: 3 })
  expect(await look(reference)).toMatchObject({ state: 'paid' })
})

test('more answers that hang than there are connections hold no worker, and delay nobody who has a callback', {
  tags: 'faults',
}, async () => {
  const hanging = poolSize + 2
  const { many, pays, clock, context, mtn, look } = await openWorld()
  const references = await many(hanging)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  for (const reference of references) {
    mtn.next('status', { status: 200, until: answered, also: true }, reference)
  }
  const called = await pays('198.51.100.4', { secondsPending: 6 })
  clock.forward({ seconds: 5 })
  const worker = context.jobs.runDue()
  await expect.poll(() => mtn.asked.length, soon).toBe(hanging + 1)
  expect(mtn.asked.toSorted()).toEqual([...references, called].toSorted())
  clock.forward({ seconds: 5 })
  await mtn.callBack()
  const second = context.jobs.runDue()
  await expect.poll(async () => (await look(called)).state, soon).toBe('paid')
  // Nobody is asked about twice while the first answer is on its way.
  const about = (reference: string) => mtn.asked.filter((each) => each === reference).length
  expect(Math.max(...references.map(about))).toBe(1)
  answer()
  await Promise.all([worker, second])
})
