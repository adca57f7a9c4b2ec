import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '#server/features/orders/tables.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { item, place, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, context } = shop
afterAll(shop.close)
const jar = await shelve(context, { stock: 500 })

function order(details: object = {}) {
  return place(shop, [item(jar)], { payment_method: 'mtn_momo', ...details })
}

type Placed = Awaited<ReturnType<typeof order>>

function start({ id, order_total: amount }: Placed, details: object = {}) {
  const body = {
    amount,
    customerName: 'Ama Mensah',
    customerEmail: 'ama@example.com',
    customerPhone: '024 123 4567',
    orderId: id,
    description: 'Order at the shop',
    ...details,
  }
  return ask<StartedPaymentResponse & RefusalResponse>('POST', '/api/payments/mtn_momo', { body })
}

async function started(placed: Placed): Promise<string> {
  const { status, body } = await start(placed)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.referenceId
}

function answer(reference: string, answer: 'approve' | 'decline') {
  return ask<PaymentResponse>('POST', `/api/payments/${reference}/test-answer`, { body: { answer } })
}

function look(reference: string) {
  return ask<PaymentResponse>('GET', `/api/payments/${reference}`)
}

test('an order is placed first and holds its stock; then its payment starts, with a page of the shop’s own', async () => {
  const stock = await stockOf(context, jar)
  const placed = await order()
  expect(await stockOf(context, jar)).toBe((stock ?? 0) - 1)
  const { status, body } = await start(placed)
  expect(status).toBe(200)
  expect(body).toEqual({
    referenceId: expect.stringMatching(/^[0-9a-f]{8}-/),
    paymentUrl: `http://shop.example/pay/${body.referenceId}`,
  })
  expect((await look(body.referenceId)).body).toEqual({
    referenceId: body.referenceId,
    state: 'awaiting',
    reason: null,
    amount: placed.order_total,
    currency: 'GHS',
    phone: '024 *** *567',
    gateway: 'test',
    is_test: true,
    refunded: 0,
    order: {
      id: placed.id,
      tracking_code: placed.tracking_code,
      order_status: 'Pending',
      pays_on_delivery: false,
    },
    created_at: '2026-03-05T09:00:00.000Z',
    expires_at: '2026-03-05T09:05:00.000Z',
    hold_until: '2026-03-05T09:15:00.000Z',
    is_sent: true,
    payment_url: null,
    may_retry: false,
    may_pay_on_delivery: true,
  })
})

test('whoever approves a test payment has paid, once, and is told by mail', async () => {
  const placed = await order({ customer_email: 'approver@example.com' })
  const reference = await started(placed)
  expect((await answer(reference, 'approve')).body).toMatchObject({ state: 'paid', hold_until: null })
  expect((await answer(reference, 'decline')).body).toMatchObject({ state: 'paid' })
  const [row] = await context.db.select().from(orders).where(eq(orders.id, placed.id))
  expect(row).toMatchObject({ paidAt: clock(), holdUntil: null, paymentState: 'paid', status: 'Pending' })
  const subjects = (await shop.mails())
    .filter(({ to }) => to === 'approver@example.com')
    .map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    `We have received your order ${placed.tracking_code}`,
    `Your payment for order ${placed.tracking_code} has arrived`,
  ])
  expect((await start(placed)).body).toMatchObject({ code: 'already_paid' })
  expect(await checkPaymentInvariants(context.db)).toEqual([])
})

test('whoever declines a test payment has not paid, and may try again or pay at the door', async () => {
  const reference = await started(await order())
  expect((await answer(reference, 'decline')).body).toMatchObject({
    state: 'failed',
    reason: 'You declined the payment.',
    may_retry: true,
    may_pay_on_delivery: true,
  })
  const retried = await ask<StartedPaymentResponse>('POST', `/api/payments/${reference}/retry`)
  expect((await answer(retried.body.referenceId, 'approve')).body.state).toBe('paid')
  expect((await look(reference)).body).toMatchObject({ state: 'failed', may_retry: false })
})

test('a test payment that nobody answers runs out like a real one', async () => {
  const reference = await started(await order())
  clock.forward({ minutes: 5 })
  expect((await ask<PaymentResponse>('POST', `/api/payments/${reference}/check`)).body.state).toBe('expired')
})

test('an order that is paid on delivery can still be paid online before it is delivered', async () => {
  const placed = await order({ payment_method: 'whatsapp' })
  const reference = await started(placed)
  expect((await look(reference)).body).toMatchObject({ hold_until: null, may_pay_on_delivery: false })
  await answer(reference, 'approve')
  const { body } = await ask<{ order: object }>('GET', `/api/order-tracking/${placed.tracking_code}`)
  expect(body.order).toMatchObject({ payment_state: 'Paid' })
})

test('the owner is reminded in the morning of money that waits for a decision', async () => {
  const placed = await order()
  await answer(await started(placed), 'approve')
  const { token } = await shop.signedInAs('admin')
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  await context.jobs.send(context.db, 'payments-reminder', {})
  const mail = (await shop.mails()).find(({ subject }) => subject === 'Payments wait for you')
  expect(mail?.text).toContain('Payments to pay back: 1.')
})
