import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { stockOf } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openRefundingShop()
const { ask, mtn, order, started, look, pass, context, token, viewer, paid, refund, seen, orderOf, sent } =
  shop
afterAll(async () => {
  expect([...(await checkInvariants(context.db)), ...(await checkPaymentInvariants(context.db))]).toEqual([])
  await shop.close()
})
beforeEach(shop.leaveEarlier)

test('all of a payment goes back: written down first, sent once, asked about until MTN has paid it', async () => {
  const stock = await stockOf(context, shop.jar)
  const { placed, reference } = await paid({ customer_email: 'back@example.com' })
  mtn.planRefund(reference, { secondsPending: 40 })
  const { body } = await refund(reference)
  expect(body).toMatchObject({ state: 'refund_pending', refunded: 0, refundable: 0 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Pending', isPaid: true, state: 'refund_pending' })
  expect((await look(reference)).state).toBe('refund_pending')
  await pass({ seconds: 20 })
  expect((await seen(reference)).state).toBe('refund_pending')
  await pass({ seconds: 20 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 165, refundable: 0 })
  expect(await look(reference)).toMatchObject({ state: 'refunded', refunded: 165 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Cancelled', isPaid: false, state: 'refunded' })
  expect(await stockOf(context, shop.jar)).toBe(stock)
  expect(sent(reference).map(({ body }) => body)).toEqual([
    {
      amount: '165.00',
      currency: 'EUR',
      externalId: expect.any(String),
      payerMessage: `Refund of order ${placed.tracking_code}`,
      payeeNote: `Refund of order ${placed.tracking_code}`,
      referenceIdToRefund: reference,
    },
  ])
  const emails = (await shop.mails()).filter(({ to }) => to === 'back@example.com')
  expect(emails.map(({ subject }) => subject)).toContain(
    `We have paid back your money for order ${placed.tracking_code}`,
  )
  expect(emails.some(({ text }) => text.includes('Ghs 165.00'))).toBe(true)
})

test('a part goes back, the order stays paid, and no more than the rest can follow', async () => {
  const { placed, reference } = await paid({ customer_email: 'part@example.com' })
  await refund(reference, { amount: 40.5 })
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({
    state: 'partially_refunded',
    refunded: 40.5,
    refundable: 124.5,
  })
  expect(await orderOf(reference)).toMatchObject({
    status: 'Pending',
    isPaid: true,
    state: 'partially_refunded',
  })
  const subjects = (await shop.mails())
    .filter(({ to }) => to === 'part@example.com')
    .map(({ subject }) => subject)
  expect(subjects).toContain(`We have paid back a part of your money for order ${placed.tracking_code}`)
  for (const amount of [124.51, 165, 0]) {
    expect((await refund(reference, { amount })).body.fields).toEqual({
      amount: 'Enter an amount up to Ghs 124.50',
    })
  }
  const tracked = () => ask<{ order: object }>('GET', `/api/order-tracking/${placed.tracking_code}`)
  expect((await tracked()).body.order).toMatchObject({ payment_state: 'Partly refunded', refunded: 40.5 })
  await refund(reference, { amount: 124.5 })
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 165 })
  expect((await tracked()).body.order).toMatchObject({ payment_state: 'Refunded', order_status: 'Cancelled' })
})

test('a partly refunded order that is cancelled owes the rest', { tags: 'faults' }, async () => {
  const { placed, reference } = await paid()
  await refund(reference, { amount: 65 })
  await pass({ seconds: 5 })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  expect(await seen(reference)).toMatchObject({ state: 'refund_due', refundable: 100 })
  const due = await ask<{ payments: AdminPaymentResponse[] }>('GET', '/api/payments?state=refund_due', {
    token,
  })
  expect(due.body.payments.map(({ referenceId }) => referenceId)).toContain(reference)
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 165 })
})

test('what has left the shop stays as it is when its money goes back, and nobody collects anything', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid()
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Delivered' } })
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Delivered', isPaid: false, state: 'refunded' })
  const { body } = await ask<{ amount_to_collect: number }>('GET', `/api/orders/${placed.id}`, { token })
  expect(body.amount_to_collect).toBe(0)
})

test('pressed twice, at once or after each other, pays back once', async () => {
  const { reference } = await paid()
  const input = { amount: 50, refunded_before: 0 }
  const answers = await Promise.all([refund(reference, input), refund(reference, input)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await refund(reference, input)).body.code).toBe('refund_running')
  expect((await refund(reference, { ...input, by_hand: true })).body.code).toBe('refund_running')
  await pass({ seconds: 5 })
  expect((await refund(reference, input)).body.code).toBe('payment_changed')
  expect([sent(reference).length, (await seen(reference)).refunded]).toEqual([1, 50])
})

test('payments that fit nothing go back too, and their orders wait for nothing', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { reported: { amount: '100.00' } })
  const reference = await started(placed)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'review', refundable: 100, may_refund_online: true })
  await refund(reference, { amount: 100 })
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 100 })
  await pass({ minutes: 1 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Cancelled', isPaid: false, state: 'refunded' })
})

test('the gateway says 16,500 for 165: nothing goes back without a typed figure, and never more than 165', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { reported: { amount: '16500.00' } })
  const reference = await started(placed)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'review', told_amount: 16_500, refundable: 165 })
  for (const wanted of [{}, { amount: 16_500 }, { by_hand: true }]) {
    expect((await refund(reference, wanted)).body.fields).toEqual({
      amount: 'Enter an amount up to Ghs 165.00',
    })
  }
  await refund(reference, { amount: 165 })
  await pass({ seconds: 5 })
  expect(sent(reference).map(({ body }) => body.amount)).toEqual(['165.00'])
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 165, refundable: 0 })
})

test('money that came in time is not late because it goes back', async () => {
  const { reference } = await paid()
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', is_late: false })
})

test('what was paid back by hand is written down with who and how, in whole or in part', async () => {
  const { placed, reference } = await paid()
  const input = { by_hand: true, amount: 65, note: 'Cash in the shop' }
  expect((await refund(reference, input)).body).toMatchObject({
    state: 'partially_refunded',
    refunds: [{ by_hand: true, state: 'paid_back', amount: 65, note: 'Cash in the shop' }],
  })
  expect(sent(reference)).toEqual([])
  const written = await context.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.thingId, String(placed.id)))
  expect(written.filter(({ thing }) => thing === 'payment')).toMatchObject([
    {
      actorId: viewer.id,
      action: 'paid a payment back',
      before: { state: 'succeeded' },
      after: { state: 'partially_refunded', amount: 65, note: 'Cash in the shop', payment: reference },
    },
  ])
})

test('without the keys of the other product, or for money in another currency, only a person pays back', {
  tags: 'faults',
}, async () => {
  const { reference } = await paid()
  const other = await openTestShop({ settings: mtn.settings, beside: shop, clock: shop.clock })
  const url = `/api/payments/${reference}/refund`
  const { body } = await other.ask<RefusalResponse>('POST', url, { token, body: { note: 'Broken' } })
  await other.close()
  expect(body.code).toBe('refund_by_hand')
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { reported: { currency: 'GHS' } })
  const foreign = await started(placed)
  await pass({ seconds: 5 })
  expect((await seen(foreign)).may_refund_online).toBe(false)
  expect((await refund(foreign, { amount: 165 })).body.code).toBe('refund_by_hand')
})

test('nothing goes back of a payment that brought nothing, and never without a word why', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { status: 'FAILED', reason: 'EXPIRED' })
  const failed = await started(placed)
  await pass({ seconds: 5 })
  expect((await refund(failed)).body.code).toBe('payment_changed')
  const { reference } = await paid()
  expect((await refund(reference, { note: ' ' })).body.fields).toEqual({
    note: 'Please write why, for the books.',
  })
})
