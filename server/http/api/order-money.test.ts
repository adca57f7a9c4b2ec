import { readFileSync } from 'node:fs'
import { inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { PaymentResponse } from '#contract/payments.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const shop = await openRefundingShop()
const { ask, order, started, pass, context, token, paid, refund, seen, orderOf } = shop
afterAll(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await shop.close()
})

test('refunded in full and reopened, the order is paid at the door again: the driver collects all of it', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Cancelled', isPaid: false })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Pending' } })
  const { body } = await ask('GET', `/api/orders/${placed.id}`, { token })
  expect(body).toMatchObject({ amount_to_collect: 165, payment_state: 'Pay on delivery', refunded: 165 })
})

test('refunded in full while it was under way and then paid on delivery after all, the driver collects all of it', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Shipped' } })
  await refund(reference)
  await pass({ seconds: 5 })
  const shown = () => ask('GET', `/api/orders/${placed.id}`, { token })
  expect((await shown()).body).toMatchObject({ amount_to_collect: 0, payment_state: 'Refunded' })
  await ask('POST', `/api/payments/${reference}/pay-on-delivery`)
  expect((await shown()).body).toMatchObject({ amount_to_collect: 165, payment_state: 'Pay on delivery' })
})

/** How the figures of the dashboard have changed from now on. */
async function figuresFromNow() {
  const figures = async () => {
    const { body } = await ask<DashboardResponse>('GET', '/api/dashboard', { token })
    return [body.totalRevenue, body.received, body.stillToCome, body.days.at(-1)?.revenue ?? 0]
  }
  const start = await figures()
  return async () => (await figures()).map((figure, n) => Math.round((figure - (start[n] ?? 0)) * 100) / 100)
}

test('what is delivered without a driver is received once its money is entered', async () => {
  const since = await figuresFromNow()
  const { id } = await place(shop, [item(shop.jar)])
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  expect(await since()).toEqual([165, 0, 165, 165])
  const receipt = { kind: 'receipt', way: 'cash', amount: 165, last_line: 0 }
  expect((await ask('POST', `/api/orders/${id}/money`, { token, body: receipt })).status).toBe(201)
  expect(await since()).toEqual([165, 165, 0, 165])
})

test('the dashboard subtracts every refund, of a part too, and counts an online order once it is paid', async () => {
  const since = await figuresFromNow()
  const placed = await order()
  const reference = await started(placed)
  expect(await since()).toEqual([0, 0, 0, 0])
  await pass({ seconds: 5 })
  expect(await since()).toEqual([165, 165, 0, 165])
  await refund(reference, { amount: 40.5 })
  await pass({ seconds: 5 })
  expect(await since()).toEqual([124.5, 124.5, 0, 124.5])
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  expect(await since()).toEqual([0, 124.5, 0, 0])
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await since()).toEqual([0, 0, 0, 0])
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Pending' } })
  expect(await since()).toEqual([165, 0, 165, 165])
})

test('money of an order that was cancelled by mistake pays it once it is reopened', async () => {
  const placed = await order()
  const reference = await started(placed)
  const move = (status: string) => ask('PUT', `/api/orders/${placed.id}`, { token, body: { status } })
  const accept = () =>
    ask('POST', `/api/payments/${reference}/accept`, { token, body: { note: 'Our mistake' } })
  await move('Cancelled')
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refund_due', may_accept: false })
  expect((await accept()).body).toMatchObject({ code: 'payment_changed' })
  await move('Pending')
  expect(await seen(reference)).toMatchObject({ state: 'refund_due', may_accept: true })
  expect((await accept()).status).toBe(200)
  expect(await seen(reference)).toMatchObject({ state: 'paid', may_accept: false })
  const { body } = await ask('GET', `/api/orders/${placed.id}`, { token })
  expect(body).toMatchObject({ payment_state: 'Paid', amount_to_collect: 0 })
})

test('an online order that nobody has paid for is not sent without a word, and then paid at the door', async () => {
  const placed = await order()
  const send = (body: object) =>
    ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Shipped', ...body } })
  expect(await send({})).toMatchObject({ status: 409, body: { code: 'order_not_paid' } })
  const shown = async () => (await ask('GET', `/api/orders/${placed.id}`, { token })).body
  expect(await shown()).toMatchObject({
    order_status: 'Pending',
    payment_state: 'Awaiting payment',
    amount_to_collect: 0,
  })
  expect((await send({ pay_on_delivery: true })).status).toBe(200)
  expect(await shown()).toMatchObject({
    order_status: 'Shipped',
    payment_state: 'Pay on delivery',
    amount_to_collect: 165,
  })
})

test('cash that a driver enters for an order that was paid online is marked as paid twice, and the owner is told', async () => {
  const { placed, reference } = await paid()
  const driver = await shop.signedInAs('driver')
  const body = { order_ids: [placed.id], driver_id: driver.viewer.id }
  await ask('PUT', '/api/orders/drivers', { token, body })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Shipped' } })
  const cash = { collected: 165, reason: '' }
  const step = { token: driver.token, body: { status: 'Delivered', cash } }
  expect((await ask('PUT', `/api/orders/${placed.id}`, step)).status).toBe(200)
  const shown = async () => (await ask('GET', `/api/orders/${placed.id}`, { token })).body
  expect(await shown()).toMatchObject({ payment_state: 'Paid twice', cash: { collected: 165 } })
  expect((await shop.mails()).map(({ subject }) => subject)).toContain(
    `Order ${placed.tracking_code} was paid twice`,
  )
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await shown()).toMatchObject({
    payment_state: 'Paid',
    amount_to_collect: 165,
    order_status: 'Delivered',
  })
})

test('the dashboard names orders to confirm and orders paid twice, oldest first, until somebody has decided', async () => {
  const listed = async () => {
    const { body } = await ask<DashboardResponse>('GET', '/api/dashboard', { token })
    expect(body.ordersToDecideCount).toBe(body.ordersToDecide.length)
    return body.ordersToDecide.map(({ tracking_code, marks }) => [tracking_code, marks])
  }
  expect(await listed()).toEqual([])
  const { placed, reference } = await paid()
  shop.clock.forward({ minutes: 1 })
  const unusual = await place(shop, [item(await shelve(shop.context, { stock: 154 }), 154)])
  await place(shop, [item(shop.jar)])
  expect(await listed()).toEqual([[unusual.tracking_code, ['to_confirm']]])

  const driver = await shop.signedInAs('driver')
  const body = { order_ids: [placed.id], driver_id: driver.viewer.id }
  await ask('PUT', '/api/orders/drivers', { token, body })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Shipped' } })
  const delivered = { status: 'Delivered', cash: { collected: 165, reason: '' } }
  await ask('PUT', `/api/orders/${placed.id}`, { token: driver.token, body: delivered })
  expect(await listed()).toEqual([
    [placed.tracking_code, ['paid_twice']],
    [unusual.tracking_code, ['to_confirm']],
  ])
  await ask('PUT', `/api/orders/${unusual.id}/confirmation`, { token, body: { confirmed: true } })
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await listed()).toEqual([])
})

test('orders of an older version get what came in, what went back and what was waived', {
  tags: 'faults',
}, async () => {
  const move = ({ id }: { id: number }, status: string) =>
    ask('PUT', `/api/orders/${id}`, { token, body: { status } })
  const partly = await paid()
  await refund(partly.reference, { amount: 40, by_hand: true })
  const given = await paid()
  await move(given.placed, 'Shipped')
  await refund(given.reference, { by_hand: true })
  const reopened = await paid()
  await refund(reopened.reference, { by_hand: true })
  await move(reopened.placed, 'Pending')
  const all = [partly, given, reopened, await paid()].map(({ placed }) => placed.id)
  const { id, paidOnline, paidCash, waived, refunded, paymentMethod } = orders
  const sums = { id, paidOnline, paidCash, waived, refunded, paymentMethod }
  const read = () => context.db.select(sums).from(orders).where(inArray(id, all)).orderBy(id)
  const before = await read()
  await context.db
    .update(orders)
    .set({ paidOnline: 0, paidCash: 0, waived: 0, paymentMethod: 'mtn_momo' })
    .where(inArray(id, all))
  const migration = readFileSync('server/migrations/0016_order_money.sql', 'utf8')
  for (const [statement] of migration.matchAll(/^UPDATE [^;]+;/gm)) await context.db.execute(statement)
  expect(await read()).toEqual(before)
})

type Event = 'pay' | 'pay back a part' | 'pay back all' | 'cancel' | 'reopen' | 'pay on delivery'

/** One order with its money as a person would add it up, from what was answered. */
async function openStory() {
  const placed = await order()
  const total = placed.order_total
  const story = { received: 0, wentBack: 0, given: 0, isCancelled: false, isOnline: true, isPaid: false }
  let reference = ''
  const move = (status: string) => ask('PUT', `/api/orders/${placed.id}`, { token, body: { status } })
  const kept = () => story.received - story.wentBack

  const payBack = async (amount: number) => {
    if (!story.isPaid || (await refund(reference, { amount, by_hand: true })).status !== 200) return
    story.wentBack += amount
    if (!story.isCancelled) story.given += amount
    if (kept() > 0) return
    // What was paid back in full before it was sent is cancelled.
    Object.assign(story, { isPaid: false, isCancelled: true })
  }
  const happen = {
    pay: async () => {
      const { status, body } = await shop.start(placed)
      if (status !== 200) return
      reference = body.referenceId
      shop.clock.forward({ seconds: 5 })
      const { state } = (await ask<PaymentResponse>('POST', `/api/payments/${reference}/check`)).body
      if (state !== 'paid') throw new Error(`The payment is ${state}`)
      Object.assign(story, { received: story.received + total, given: 0, isPaid: true })
    },
    'pay back a part': () => payBack(Math.floor(kept() / 3)),
    'pay back all': () => payBack(kept()),
    cancel: async () => {
      await move('Cancelled')
      story.isCancelled = true
    },
    reopen: async () => {
      if (!story.isCancelled) return
      await move('Pending')
      const isGone = story.received > 0 && kept() === 0
      Object.assign(story, { isCancelled: false }, isGone ? { given: 0, isOnline: false } : {})
    },
    'pay on delivery': async () => {
      if (reference === '') return
      const { status } = await ask('POST', `/api/payments/${reference}/pay-on-delivery`)
      if (status === 200) Object.assign(story, { isOnline: false, given: 0 })
    },
  } satisfies Record<Event, () => Promise<void>>

  return {
    happen: (event: Event) => happen[event](),
    async check() {
      const { body } = await ask<AdminOrderResponse>('GET', `/api/orders/${placed.id}`, { token })
      const collects = body.amount_to_collect
      expect(body.order_status === 'Cancelled').toBe(story.isCancelled)
      const isAwaited = story.isOnline && !story.isPaid
      if (story.isCancelled || isAwaited) expect(collects).toBe(0)
      else expect(collects + story.received - story.wentBack).toBe(total - story.given)
    },
  }
}

test('for any story of payments, refunds, cancellations and reopenings, what the driver collects + what was received − what went back = what the order costs', async () => {
  const events = fc.constantFrom<Event[]>(
    'pay',
    'pay back a part',
    'pay back all',
    'cancel',
    'reopen',
    'pay on delivery',
  )
  const property = fc.asyncProperty(fc.array(events, { maxLength: 6 }), async (story) => {
    const told = await openStory()
    for (const event of ['pay', ...story] satisfies Event[]) {
      await told.happen(event)
      await told.check()
    }
  })
  await fc.assert(property)
})
