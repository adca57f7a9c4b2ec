import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PayOnDeliveryResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { payments } from '#server/features/payments/tables.ts'
import { openPayingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'
import { item, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openPayingShop()
const { ask, mtn, started, look, pass, context, signedInAs } = shop
afterAll(async () => {
  expect([...(await checkInvariants(context.db)), ...(await checkPaymentInvariants(context.db))]).toEqual([])
  await shop.close()
})
beforeEach(shop.leaveEarlier)

let phones = 3_000_000

/** An order for all there is of one product. */
async function orderLast(details: object = {}): Promise<PlacedOnline & { jar: number }> {
  const jar = await shelve(context, { stock: 2 })
  const phone = `054${phones++}`
  const input = {
    payment_method: 'mtn_momo',
    customer_phone: phone,
    customer_email: `${phone}@example.com`,
    ...details,
  }
  return { ...(await place(shop, [item(jar, 2)], input)), phone, jar }
}

function plan({ phone }: PlacedOnline, planned: object) {
  mtn.plan(`233${phone.slice(1)}`, { callbacks: [], ...planned })
}

async function state({ id }: PlacedOnline) {
  const [row] = await context.db.select().from(orders).where(eq(orders.id, id))
  return [row?.status, row?.paidAt === null ? 'unpaid' : 'paid', row?.paymentState]
}

async function subjectsTo({ phone }: PlacedOnline): Promise<string[]> {
  const mails = await shop.mails()
  return mails.filter(({ to }) => to === `${phone}@example.com`).map(({ subject }) => subject)
}

const never = { secondsPending: Number.POSITIVE_INFINITY }

test('an order for which nobody starts a payment is cancelled after fifteen minutes, and its stock comes back', async () => {
  const placed = await orderLast()
  expect(await stockOf(context, placed.jar)).toBe(0)
  await pass({ minutes: 14 })
  expect(await state(placed)).toEqual(['Pending', 'unpaid', null])
  await pass({ minutes: 1 })
  expect(await state(placed)).toEqual(['Cancelled', 'unpaid', 'failed'])
  expect(await stockOf(context, placed.jar)).toBe(2)
  expect(await subjectsTo(placed)).toContain(
    `Your order ${placed.tracking_code} was cancelled: no payment arrived`,
  )
  const mail = (await shop.mails()).find(({ subject }) => subject.endsWith('no payment arrived'))
  expect(mail?.text).toContain('http://shop.example/shop')
  await pass({ minutes: 5 })
  expect(await stockOf(context, placed.jar)).toBe(2)
})

test('after a no the customer has until the end of the quarter of an hour', async () => {
  const placed = await orderLast()
  plan(placed, { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' })
  await started(placed)
  await pass({ minutes: 14 })
  expect(await state(placed)).toEqual(['Pending', 'unpaid', 'failed'])
  await pass({ minutes: 1 })
  expect(await state(placed)).toEqual(['Cancelled', 'unpaid', 'failed'])
})

test('while a payment is undecided the stock is kept for half an hour, and no longer', async () => {
  const placed = await orderLast()
  plan(placed, never)
  const reference = await started(placed)
  await pass({ minutes: 16 })
  expect((await look(reference)).hold_until).toBe(hold(placed, 30))
  await pass({ minutes: 13 })
  expect(await state(placed)).toEqual(['Pending', 'unpaid', 'not_confirmed'])
  await pass({ minutes: 1 })
  expect(await state(placed)).toEqual(['Cancelled', 'unpaid', 'not_confirmed'])
  expect(await look(reference)).toMatchObject({ state: 'not_confirmed', may_retry: false, hold_until: null })
})

function hold({ created_at }: PlacedOnline & { created_at?: string }, minutes: number): string {
  return new Date(new Date(created_at ?? '').getTime() + minutes * 60_000).toISOString()
}

test('a try at the last minute gets time to finish', { tags: 'faults' }, async () => {
  const placed = await orderLast()
  await pass({ minutes: 14 })
  plan(placed, { secondsPending: 120 })
  const reference = await started(placed)
  expect((await look(reference)).hold_until).toBe(hold(placed, 29))
  await pass({ minutes: 3 })
  expect(await state(placed)).toEqual(['Pending', 'paid', 'paid'])
})

test('before the products go back on the shelf, the gateway is asked once more', {
  tags: 'faults',
}, async () => {
  const placed = await orderLast()
  await pass({ minutes: 2 })
  plan(placed, { secondsPending: 27.5 * 60 })
  const reference = await started(placed)
  await pass({ minutes: 16 })
  await pass({ minutes: 12 })
  expect([(await look(reference)).state, ...(await state(placed))]).toEqual([
    'paid',
    'Pending',
    'paid',
    'paid',
  ])
})

test('money that comes too late takes the stock again and opens the order again', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 45 * 60 })
  const reference = await started(placed)
  await pass({ minutes: 16 })
  await pass({ minutes: 15 })
  expect([await stockOf(context, placed.jar), ...(await state(placed))]).toEqual([
    2,
    'Cancelled',
    'unpaid',
    'not_confirmed',
  ])
  await pass({ minutes: 30 })
  expect([await stockOf(context, placed.jar), ...(await state(placed))]).toEqual([
    0,
    'Pending',
    'paid',
    'paid',
  ])
  expect(await look(reference)).toMatchObject({ state: 'paid', order: { order_status: 'Pending' } })
  expect(await subjectsTo(placed)).toContain(`Your payment for order ${placed.tracking_code} has arrived`)
})

test('money that comes when the stock is gone is to be paid back, and everybody is told', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 45 * 60 })
  const reference = await started(placed)
  await pass({ minutes: 16 })
  await pass({ minutes: 15 })
  await place(shop, [item(placed.jar, 1)])
  await pass({ minutes: 30 })
  expect(await state(placed)).toEqual(['Cancelled', 'unpaid', 'refund_due'])
  expect(await stockOf(context, placed.jar)).toBe(1)
  expect(await look(reference)).toMatchObject({ state: 'refund_due', may_retry: false })
  expect(await subjectsTo(placed)).toContain(`Your money for order ${placed.tracking_code} comes back`)
  const toOwner = (await shop.mails()).filter(({ to }) => to === context.config.mail.to)
  expect(toOwner.map(({ subject }) => subject)).toContain(
    `Payment for order ${placed.tracking_code} needs your eyes`,
  )
})

test('an order that a person cancelled is never opened again by money', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 60 })
  await started(placed)
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  await pass({ minutes: 2 })
  expect(await state(placed)).toEqual(['Cancelled', 'unpaid', 'refund_due'])
  expect(await stockOf(context, placed.jar)).toBe(2)
})

test('what the staff has taken in hand is not cancelled by the clock', { tags: 'faults' }, async () => {
  const placed = await orderLast()
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Processing' } })
  await pass({ minutes: 40 })
  expect((await state(placed))[0]).toBe('Processing')
})

test('a customer who would rather pay at the door can, even while a prompt is on the phone', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 20 * 60 })
  const reference = await started(placed)
  const change = () =>
    ask<PayOnDeliveryResponse & RefusalResponse>('POST', `/api/payments/${reference}/pay-on-delivery`)
  expect(await look(reference)).toMatchObject({ state: 'awaiting', may_pay_on_delivery: true })
  for (let n = 0; n < 2; n++) {
    expect((await change()).body).toEqual({ order: { id: placed.id, tracking_code: placed.tracking_code } })
  }
  expect(await look(reference)).toMatchObject({
    may_pay_on_delivery: false,
    order: { pays_on_delivery: true },
  })
  const { body } = await ask<{ order: object }>('GET', `/api/order-tracking/${placed.tracking_code}`)
  expect(body.order).toMatchObject({ payment_state: 'Pay on delivery' })
  await pass({ minutes: 19 })
  expect(await state(placed)).toMatchObject(['Pending', 'unpaid', 'not_confirmed'])
  await pass({ minutes: 12 })
  expect(await state(placed)).toEqual(['Pending', 'paid', 'paid'])
})

test('whoever chooses the door is not kept waiting by a gateway that hangs', async () => {
  const placed = await orderLast()
  plan(placed, never)
  const reference = await started(placed)
  shop.clock.forward({ seconds: 6 })
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>()
  mtn.next('status', { status: 200, until: hanging, also: true }, reference)
  const questions = mtn.calls.status
  const { status } = await ask('POST', `/api/payments/${reference}/pay-on-delivery`)
  expect([status, mtn.calls.status - questions]).toEqual([200, 0])
  release()
  await context.jobs.runDue()
  expect(mtn.calls.status - questions).toBe(1)
})

test('whoever could not start a payment pays on delivery: the order is changed and no longer cancelled by the clock', async () => {
  const placed = await orderLast({ customer_phone: '+44 7911 123456' })
  const { order_total: amount, id: orderId, tracking_code } = placed
  const named = { amount, orderId, tracking_code, customerPhone: '+44 7911 123456' }
  const started = await ask<RefusalResponse>('POST', '/api/payments/mtn_momo', { body: named })
  expect([started.status, started.body.fields]).toEqual([
    400,
    { customerPhone: 'Enter a valid MTN MoMo number' },
  ])
  const change = (body: object) =>
    ask<PayOnDeliveryResponse & RefusalResponse>('POST', '/api/payments/pay-on-delivery', { body })
  const stranger = await change({ amount, orderId, customerPhone: '+44 7911 654321' })
  expect([stranger.status, stranger.body.code]).toEqual([404, 'order_not_found'])
  for (let n = 0; n < 2; n++) {
    expect((await change(named)).body).toEqual({ order: { id: orderId, tracking_code } })
  }
  await pass({ minutes: 40 })
  const { body } = await ask<{ order: object }>('GET', `/api/order-tracking/${tracking_code}`)
  expect(body.order).toMatchObject({ order_status: 'Pending', payment_state: 'Pay on delivery' })
})

test('whoever approved a moment ago and then chose the door has paid: the shop asks right afterwards', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 3 })
  const reference = await started(placed)
  shop.clock.forward({ seconds: 4 })
  expect((await ask('POST', `/api/payments/${reference}/pay-on-delivery`)).status).toBe(200)
  await context.jobs.runDue()
  expect(await state(placed)).toEqual(['Pending', 'paid', 'paid'])
})

test('money that somebody has to look at is settled before anything is paid at the door', async () => {
  const placed = await orderLast()
  plan(placed, { reported: { amount: '1.00' } })
  const reference = await started(placed)
  await pass({ seconds: 5 })
  const { body } = await ask<RefusalResponse>('POST', `/api/payments/${reference}/pay-on-delivery`)
  expect([body.code, (await look(reference)).state]).toEqual(['payment_running', 'review'])
})

test('money for what was paid at the door already is to be paid back', { tags: 'faults' }, async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 20 * 60 })
  const reference = await started(placed)
  await ask('POST', `/api/payments/${reference}/pay-on-delivery`)
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Delivered' } })
  await pass({ minutes: 24 })
  expect(await state(placed)).toEqual(['Delivered', 'unpaid', 'refund_due'])
})

test('a shop that was closed for hours finds out what happened meanwhile', async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 30 })
  const reference = await started(placed)
  const unpaid = await orderLast()
  await context.db.execute('delete from pgboss.job')
  shop.clock.forward({ hours: 5 })
  const reopened = await openTestShop({ settings: mtn.settings, beside: shop, clock: shop.clock })
  await reopened.shop.payments.sweep()
  await reopened.context.jobs.runDue()
  await reopened.close()
  expect([(await look(reference)).state, ...(await state(placed))]).toEqual([
    'paid',
    'Pending',
    'paid',
    'paid',
  ])
  expect((await state(unpaid))[0]).toBe('Cancelled')
})

test('a payment whose gateway the shop has given up waits until it is back', { tags: 'faults' }, async () => {
  const placed = await orderLast()
  plan(placed, { secondsPending: 30 })
  const reference = await started(placed)
  const other = await openTestShop({ settings: {}, beside: shop, clock: shop.clock })
  shop.clock.forward({ minutes: 10 })
  await other.shop.payments.sweep()
  await other.context.jobs.runDue()
  await other.close()
  expect((await look(reference)).state).toBe('not_confirmed')
  await pass({ minutes: 10 })
  expect((await look(reference)).state).toBe('paid')
})

test('the shop forgets the number with the account, and hands it out before', async () => {
  const { token } = await signedInAs('customer')
  const placed = await place(shop, [item(await shelve(context))], { payment_method: 'mtn_momo' }, { token })
  const { order_total: amount, id: orderId, tracking_code } = placed
  const body = { amount, orderId, tracking_code, customerPhone: '0249998887' }
  await ask('POST', '/api/payments/mtn_momo', { body })
  const data = await ask<{ payments: object[] }>('GET', '/api/account/data', { token })
  expect(data.body.payments).toMatchObject([{ order_id: placed.id, phone: '233249998887', amount: 165 }])
  const admin = await signedInAs('admin')
  await pass({ seconds: 5 })
  await ask('PUT', `/api/orders/${placed.id}`, { token: admin.token, body: { status: 'Delivered' } })
  const password = 'the customer’s password'
  expect((await ask('POST', '/api/account/delete', { token, body: { password } })).status).toBe(200)
  const [row] = await context.db.select().from(payments).where(eq(payments.orderId, placed.id))
  expect(row).toMatchObject({ phone: '', lastAnswer: null, stage: 'succeeded' })
})
