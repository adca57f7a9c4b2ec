import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { AdminPaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { payments, refunds } from '#server/features/payments/tables.ts'
import { openFakePaystack } from '#server/testing/fake-paystack.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const paystack = await openFakePaystack()
const shop = await openTestShop({ settings: paystack.settings })
const { app, ask, clock, context } = shop
afterAll(async () => {
  expect(await checkPaymentInvariants(context.db)).toEqual([])
  await shop.close()
  await paystack.goDown()
})
/** What earlier tests left undecided is asked about no more. */
beforeEach(async () => {
  const never = { nextCheckAt: new Date('2100-01-01') }
  await context.db.update(payments).set(never).where(isNotNull(payments.nextCheckAt))
  await context.db.update(refunds).set(never).where(isNotNull(refunds.nextCheckAt))
})
const jar = await shelve(context, { stock: 100 })
const { token } = await shop.signedInAs('admin')

async function pass(time: { seconds?: number; minutes?: number; hours?: number }): Promise<void> {
  clock.forward(time)
  await shop.shop.payments.sweep()
  await context.jobs.runDue()
}

async function paid() {
  const placed = await place(shop, [item(jar)], { payment_method: 'mtn_momo' })
  const body = { amount: placed.order_total, orderId: placed.id, customerPhone: '024 123 4567' }
  const { body: started } = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body })
  paystack.change(started.referenceId, { status: 'success' })
  await pass({ seconds: 5 })
  return { placed, reference: started.referenceId }
}

function refund(reference: string, body: object = {}) {
  const url = `/api/payments/${reference}/refund`
  return ask<AdminPaymentResponse & RefusalResponse>('POST', url, {
    token,
    body: { note: 'Broken', ...body },
  })
}

async function seen(reference: string, orderId: number) {
  const { body } = await ask<{ payments: AdminPaymentResponse[] }>(
    'GET',
    `/api/payments?order_id=${orderId}`,
    {
      token,
    },
  )
  return body.payments.find(({ referenceId }) => referenceId === reference)
}

async function receive({ payload, signature }: { payload: string; signature: string }): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  const url = '/api/payments/callbacks/paystack'
  const { statusCode } = await app.inject({ method: 'POST', url, payload, headers })
  await context.jobs.runDue()
  return statusCode
}

async function expectHeard(event: string, status: string, state: string, refunded: number): Promise<void> {
  const { placed, reference } = await paid()
  await refund(reference, { amount: 20 })
  expect(paystack.refunds.at(-1)).toMatchObject({
    transaction_reference: reference,
    amount: 2_000,
    currency: 'GHS',
  })
  paystack.decideRefund({ status })
  clock.forward({ seconds: 1 })
  expect(await receive(paystack.refundWebhook(event))).toBe(200)
  expect(await seen(reference, placed.id)).toMatchObject({ state, refunded })
}

test.each([
  ['refund.processed', 'processed', 'partially_refunded', 20],
  ['refund.failed', 'failed', 'paid', 0],
])('%s makes the shop ask, and what it hears is %s', expectHeard)

test.each([
  ['refund.pending', 'pending', 'refund_pending', 0],
  ['refund.processing', 'processing', 'refund_pending', 0],
  ['refund.needs-attention', 'needs-attention', 'refund_pending', 0],
])('%s, which decides nothing, makes the shop ask and hear %s', { tags: 'faults' }, expectHeard)

test('a call alone, even a signed one, proves nothing; polling alone suffices', async () => {
  const { placed, reference } = await paid()
  await refund(reference)
  const { payload, signature } = paystack.refundWebhook('refund.processed')
  clock.forward({ seconds: 1 })
  await receive({ payload, signature })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'refund_pending' })
  paystack.decideRefund({ status: 'processed' })
  await pass({ hours: 6 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'refunded', refunded: 165 })
})

test('what needs the owner at Paystack is told once and still ends', { tags: 'faults' }, async () => {
  const { placed, reference } = await paid()
  await refund(reference)
  paystack.decideRefund({ status: 'needs-attention' })
  for (const seconds of [5, 10, 15]) await pass({ seconds })
  const subject = `Refund for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter((mail) => mail.subject === subject)).toHaveLength(1)
  paystack.decideRefund({ status: 'processed' })
  await pass({ minutes: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'refunded' })
})

test('what needs the owner at Paystack blocks no other way: the owner says that it did not go out, and pays by hand', async () => {
  const { placed, reference } = await paid()
  await refund(reference)
  paystack.decideRefund({ status: 'needs-attention' })
  await pass({ seconds: 5 })
  const waiting = (await seen(reference, placed.id))?.refunds[0]
  expect(waiting).toMatchObject({
    may_decide: true,
    gateway_says: expect.stringContaining('needs-attention'),
  })
  const body = { outcome: 'not_paid_back', note: 'Stopped there' }
  await ask('POST', `/api/payments/${reference}/refunds/${waiting?.reference}/decide`, { token, body })
  expect((await refund(reference, { by_hand: true })).body).toMatchObject({
    state: 'refunded',
    refunded: 165,
  })
})

async function orderOf(id: number) {
  const { body } = await ask<AdminOrderResponse>('GET', `/api/orders/${id}`, { token })
  return body
}

test('money that somebody pays back on Paystack’s own pages is counted, and delivery waits until staff have decided', async () => {
  const { placed, reference } = await paid()
  paystack.refundOutside(reference, 4_000)
  clock.forward({ seconds: 5 })
  expect(await receive(paystack.refundWebhook('refund.processed'))).toBe(200)
  expect(await seen(reference, placed.id)).toMatchObject({
    state: 'questioned',
    refunded: 40,
    refunds: [{ amount: 40, by_hand: false, state: 'paid_back' }],
  })
  expect(await orderOf(placed.id)).toMatchObject({ payment_state: 'Money in question', refunded: 40 })
  const ship = () => ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Shipped' } })
  expect((await ship()).status).toBe(409)
  await ask('POST', `/api/payments/${reference}/accept`, { token, body: { note: 'A gesture' } })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'partially_refunded', refunded: 40 })
  await pass({ hours: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'partially_refunded', refunded: 40 })
  expect((await ship()).status).toBe(200)
})

test('all of it paid back on Paystack’s own pages is found without a call: the order is no longer paid, and the owner is told', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  paystack.refundOutside(reference, 16_500)
  await pass({ hours: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'refunded', refunded: 165 })
  expect(await orderOf(placed.id)).toMatchObject({ payment_state: 'Refunded', amount_to_collect: 0 })
  const subject = `Payment for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter((mail) => mail.subject === subject)).toHaveLength(1)
})

test('money that was paid back by hand and on Paystack’s own pages too is marked as paid back twice', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await refund(reference, { by_hand: true })
  paystack.refundOutside(reference, 16_500)
  await pass({ hours: 1 })
  const payment = await seen(reference, placed.id)
  expect(payment).toMatchObject({ state: 'refunded', refunded: 165, refunds: [{ is_double: true }, {}] })
  const body = { outcome: 'settled', note: 'The customer brought it back' }
  const url = `/api/payments/${reference}/refunds/${payment?.refunds[0]?.reference}/decide`
  expect((await ask('POST', url, { token, body })).status).toBe(200)
})

test('a disputed payment stops its order until staff decide, and asks again when the dispute is lost', async () => {
  const { placed, reference } = await paid()
  paystack.dispute(reference, { status: 'awaiting-merchant-feedback' })
  clock.forward({ seconds: 5 })
  expect(await receive(paystack.disputeWebhook('charge.dispute.create', reference))).toBe(200)
  expect(await seen(reference, placed.id)).toMatchObject({
    state: 'questioned',
    reason: 'The customer disputes this payment: answer on the gateway’s own pages.',
    refundable: 0,
  })
  await ask('POST', `/api/payments/${reference}/accept`, { token, body: { note: 'Answered there' } })
  await pass({ hours: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'paid' })
  paystack.dispute(reference, { status: 'resolved', resolution: 'merchant-accepted' })
  clock.forward({ seconds: 5 })
  await receive(paystack.disputeWebhook('charge.dispute.resolve', reference))
  expect(await seen(reference, placed.id)).toMatchObject({
    state: 'questioned',
    reason: 'A dispute about this payment was decided for the customer.',
  })
})

test('disputed money of a cancelled order is in question and not also to be paid back', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  const listed = async (state: string) => {
    const url = `/api/payments?state=${state}&order_id=${placed.id}`
    return (await ask<{ payments: AdminPaymentResponse[] }>('GET', url, { token })).body.payments.length
  }
  expect([await listed('refund_due'), await listed('questioned')]).toEqual([1, 0])
  paystack.dispute(reference, { status: 'awaiting-merchant-feedback' })
  clock.forward({ seconds: 5 })
  await receive(paystack.disputeWebhook('charge.dispute.create', reference))
  expect([await listed('refund_due'), await listed('questioned')]).toEqual([0, 1])
})

test('a refund that failed and goes out after all is counted once, although Paystack then calls the payment reversed', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await refund(reference)
  paystack.decideRefund({ status: 'failed' })
  await pass({ seconds: 5 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'paid', refunds: [{ state: 'failed' }] })
  paystack.decideRefund({ status: 'processed' })
  paystack.change(reference, { status: 'reversed' })
  // The payment is asked about, and its refund is not due for hours.
  await context.db.update(payments).set({ nextCheckAt: clock() }).where(eq(payments.reference, reference))
  await pass({ seconds: 6 })
  expect(await seen(reference, placed.id)).toMatchObject({
    state: 'refunded',
    refunded: 165,
    refunds: [{ state: 'paid_back', is_double: false }],
  })
})

test('a dispute that Paystack did not answer about is asked for again within the hour', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await pass({ hours: 73 })
  paystack.dispute(reference, { status: 'awaiting-merchant-feedback' })
  const { payload, signature } = paystack.disputeWebhook('charge.dispute.create', reference)
  paystack.next('verify', { status: 500 }, reference)
  clock.forward({ seconds: 5 })
  await receive({ payload, signature })
  paystack.next('verify', { status: 500 }, reference)
  await pass({ minutes: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'paid' })
  await pass({ hours: 1 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'questioned' })
})

test('a lost answer is found by its note and never sent again', async () => {
  const { placed, reference } = await paid()
  const before = paystack.refunds.length
  paystack.next('refund', { status: 200, line: 'cut', also: true })
  await refund(reference, { amount: 30 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'refund_pending' })
  paystack.decideRefund({ status: 'processed' })
  await pass({ seconds: 20 })
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'partially_refunded', refunded: 30 })
  expect(paystack.refunds).toHaveLength(before + 1)
})

test('what never reached Paystack is not sent by itself; after half an hour a person may', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  const before = paystack.refunds.length
  paystack.next('refund', { status: 502, body: '<html></html>' })
  await refund(reference)
  for (const minutes of [1, 10, 15, 10]) await pass({ minutes })
  expect(paystack.refunds).toHaveLength(before)
  expect(await seen(reference, placed.id)).toMatchObject({ state: 'paid', refunds: [{ state: 'failed' }] })
  expect((await refund(reference)).body.state).toBe('refund_pending')
})

test('a refusal sends nothing', { tags: 'faults' }, async () => {
  const { reference } = await paid()
  paystack.next('refund', { status: 400, body: { status: false, message: 'Insufficient balance' } })
  expect((await refund(reference)).body).toMatchObject({ state: 'paid', refunds: [{ state: 'failed' }] })
})
