import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { payments } from '#server/features/payments/tables.ts'
import { openPayingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openPayingShop()
const { ask, mtn, order, start, started, look, pass, context, signedInAs } = shop
afterAll(shop.close)
beforeEach(shop.leaveEarlier)

const never = { secondsPending: Number.POSITIVE_INFINITY, callbacks: [] }
const no = { status: 'FAILED', reason: 'APPROVAL_REJECTED', callbacks: [] } as const

function plan({ phone }: PlacedOnline, planned: object) {
  mtn.plan(`233${phone.slice(1)}`, planned)
}

function attempts(orderId: number) {
  return context.db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.attempt)
}

function startFrom(customerPhone: string, placed: PlacedOnline) {
  return start(placed, { customerPhone, tracking_code: placed.tracking_code })
}

function retry(reference: string, body?: object) {
  return ask<StartedPaymentResponse & RefusalResponse>(
    'POST',
    `/api/payments/${reference}/retry`,
    body ? { body } : {},
  )
}

test('pressed twice, reloaded or repeated: one try, one reference, one prompt', async () => {
  const placed = await order()
  plan(placed, never)
  const answers = await Promise.all([start(placed), start(placed), start(placed), start(placed)])
  const references = new Set(answers.map(({ body }) => body.referenceId))
  expect([...references]).toEqual([expect.any(String)])
  const byCode = await start(placed, { orderId: placed.tracking_code.toLowerCase() })
  expect(references).toContain(byCode.body.referenceId)
  expect(await attempts(placed.id)).toHaveLength(1)
})

test('whoever names another number while a try runs learns no reference', async () => {
  const placed = await order()
  plan(placed, never)
  await started(placed)
  const { status, body } = await startFrom('0551234987', placed)
  expect([status, body.code, body.referenceId]).toEqual([409, 'payment_running', undefined])
})

test('the amount must be what the order costs', async () => {
  const placed = await order()
  for (const amount of [0.01, placed.order_total - 0.01, placed.order_total + 1, 0]) {
    expect((await start(placed, { amount })).body.code).toBe('order_not_found')
  }
  expect(await attempts(placed.id)).toEqual([])
  expect((await start(placed, { amount: placed.order_total + 1e-10 })).status).toBe(200)
})

test.each([
  ['amount', '165'],
  ['amount', -1],
  ['amount', null],
  ['customerPhone', ''],
  ['customerPhone', '0302123456'],
  ['customerPhone', '+44 7911 123456'],
  ['orderId', ''],
  ['orderId', null],
  ['currency', 'USD'],
])('a wrong %s (%j) is said to be wrong', async (name, value) => {
  const { status, body } = await start(await order(), { [name]: value })
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', [name]])
})

test('an order that nobody knows, that was cancelled or is paid cannot be paid', async () => {
  const placed = await order()
  expect((await start({ ...placed, id: 999_999 })).body.code).toBe('order_not_found')
  expect((await start(placed, { orderId: 'ZZZZZZ' })).body.code).toBe('order_not_found')
  await started(placed)
  await pass({ seconds: 5 })
  expect((await start(placed)).body).toMatchObject({ code: 'already_paid' })
  const cancelled = await order()
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${cancelled.id}`, { token, body: { status: 'Cancelled' } })
  expect((await start(cancelled)).body.code).toBe('order_cancelled')
})

test('whoever guesses an order number, a phone or an amount learns nothing but “Order not found”', async () => {
  const paid = await order()
  await started(paid)
  await pass({ seconds: 5 })
  const waiting = await order()
  const guesses = [
    { orderId: 999_999 },
    { orderId: paid.id, amount: paid.order_total + 1 },
    ...[paid, waiting].flatMap(({ id: orderId, tracking_code }) => [
      { orderId, customerPhone: '0551234987' },
      { orderId: tracking_code, customerPhone: '0551234987' },
      { orderId, customerPhone: '0551234987', tracking_code: 'ZZZZZZ' },
      { orderId, tracking_code, amount: waiting.order_total + 1 },
    ]),
  ]
  const answers = await Promise.all(guesses.map((guess) => start(waiting, guess)))
  const seen = answers.map(({ status, body }) => JSON.stringify([status, body.code, body.error]))
  expect(new Set(seen)).toEqual(new Set(['[404,"order_not_found","Order not found"]']))
  expect(await attempts(waiting.id)).toEqual([])
})

test('the order’s own number pays without a code, however it is written; another one with the code', async () => {
  const own = await order({ customer_phone: '+233 24 765 4300' })
  expect((await start(own, { customerPhone: '0247654300' })).status).toBe(200)
  const other = await order({ tracking_code: 'K7O2QX' })
  const code = ' k7 02qx'
  expect((await start(other, { customerPhone: '0551234900', tracking_code: code })).status).toBe(200)
})

test('guessing soon has to wait, and no right answer in between makes the shop forget the wrong ones', async () => {
  const address = '10.9.8.7'
  const placed = await order()
  const post = (details: object) => {
    const { order_total: amount, id: orderId, phone: customerPhone } = placed
    const body = { amount, orderId, customerPhone, ...details }
    return ask<RefusalResponse>('POST', '/api/payments/mtn_momo', { address, body })
  }
  for (let amount = 1; amount <= 60; amount++) {
    expect((await post({ amount })).status).toBe(404)
    if (amount % 20 === 10) expect((await post({})).status).toBe(200)
  }
  const late = await post({})
  expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, 900])
  // Many customers share one address: whoever has the code is not guessing.
  expect((await post({ tracking_code: placed.tracking_code })).status).toBe(200)
})

test('guessing for pay on delivery counts by the whole network, too', { tags: 'faults' }, async () => {
  const placed = await order()
  const guess = (from: number) => {
    const body = { amount: 1, orderId: placed.id, customerPhone: placed.phone }
    const address = `2001:db8:7:7::${from.toString(16)}`
    return ask<RefusalResponse>('POST', '/api/payments/pay-on-delivery', { address, body })
  }
  for (let from = 1; from <= 60; from++) expect((await guess(from)).status).toBe(404)
  expect((await guess(61)).status).toBe(429)
})

test('after a no the customer tries again, with the same number or another, up to three times', async () => {
  const placed = await order()
  plan(placed, no)
  const first = await started(placed)
  expect((await retry(first)).body.code).toBe('payment_running')
  await pass({ seconds: 5 })
  const second = await retry(first)
  expect(second.body.referenceId).not.toBe(first)
  expect((await retry(first)).body.referenceId).toBe(second.body.referenceId)
  await pass({ seconds: 5 })
  mtn.plan('233551234987', { ...no })
  const third = await retry(second.body.referenceId, { customerPhone: '055 123 4987' })
  expect((await look(third.body.referenceId)).phone).toBe('055 *** *987')
  await pass({ seconds: 5 })
  const fourth = await retry(third.body.referenceId)
  expect([fourth.status, fourth.body.code]).toEqual([429, 'too_many_requests'])
  expect((await attempts(placed.id)).map(({ attempt }) => attempt).toSorted()).toEqual([1, 2, 3])
})

test('one phone is rung at most five times in a quarter of an hour', { tags: 'faults' }, async () => {
  mtn.plan('233241112223', { ...no })
  for (let n = 0; n < 5; n++) {
    expect((await startFrom('0241112223', await order())).status).toBe(200)
  }
  const sixth = await order()
  expect((await startFrom('0241112223', sixth)).status).toBe(429)
  await pass({ minutes: 14 })
  const later = await order()
  await pass({ minutes: 1 })
  expect((await startFrom('0241112223', later)).status).toBe(200)
})

test('a prompt that was not answered blocks the next one until it is quiet and MTN has been asked', {
  tags: 'faults',
}, async () => {
  const placed = await order()
  plan(placed, never)
  const first = await started(placed)
  await pass({ minutes: 7 })
  expect(await look(first)).toMatchObject({ state: 'not_confirmed', may_retry: false })
  expect((await retry(first)).body.code).toBe('payment_running')
  await pass({ minutes: 3 })
  expect((await look(first)).may_retry).toBe(true)
  shop.clock.forward({ seconds: 90 })
  mtn.next('status', { status: 500, body: {} }, first)
  expect((await retry(first)).body.code).toBe('gateway_unreachable')
  shop.clock.forward({ seconds: 5 })
  const second = await retry(first)
  expect(second.status).toBe(200)
  expect((await attempts(placed.id)).map(({ stage }) => stage).toSorted()).toEqual([
    'expired_local',
    'pending',
  ])
})

test('an approval that was not seen yet is seen before a second prompt goes out', {
  tags: 'faults',
}, async () => {
  const placed = await order()
  plan(placed, { secondsPending: 630, callbacks: [] })
  const first = await started(placed)
  await pass({ minutes: 7 })
  await pass({ minutes: 3 })
  shop.clock.forward({ seconds: 40 })
  expect((await retry(first)).body.code).toBe('already_paid')
  expect((await look(first)).state).toBe('paid')
})

test('two tries that both bring money pay the order once; the second is to be paid back', async () => {
  const placed = await order()
  plan(placed, { secondsPending: 615, callbacks: [] })
  const first = await started(placed)
  await pass({ minutes: 7 })
  await pass({ minutes: 3 })
  plan(placed, { secondsPending: 0, callbacks: [] })
  const second = (await retry(first)).body.referenceId
  await pass({ seconds: 5 })
  expect((await look(second)).state).toBe('paid')
  await pass({ minutes: 5 })
  expect((await look(first)).state).toBe('refund_due')
  const { body } = await ask<{ order: { payment_state: string } }>(
    'GET',
    `/api/order-tracking/${placed.tracking_code}`,
  )
  expect(body.order.payment_state).toBe('Paid')
})

test('“I have approved” asks the gateway, at most once in five seconds', async () => {
  const placed = await order()
  plan(placed, { secondsPending: 3, callbacks: [] })
  const reference = await started(placed)
  const check = () => ask<PaymentResponse>('POST', `/api/payments/${reference}/check`)
  const questions = mtn.calls.status
  const states = (await Promise.all([check(), check(), check()])).map(({ body }) => body.state)
  expect([states, mtn.calls.status]).toEqual([['awaiting', 'awaiting', 'awaiting'], questions + 1])
  shop.clock.forward({ seconds: 4 })
  expect((await check()).body.state).toBe('awaiting')
  shop.clock.forward({ seconds: 1 })
  expect((await check()).body.state).toBe('paid')
})

test('a payment that nobody knows is not found, however it is asked for', async () => {
  for (const reference of ['3fa85f64-5717-4562-b3fc-2c963f66afa6', 'x', "'; drop table payments"]) {
    const url = `/api/payments/${encodeURIComponent(reference)}`
    expect((await ask<RefusalResponse>('GET', url)).body.code).toBe('payment_not_found')
    for (const deed of ['check', 'retry', 'pay-on-delivery']) {
      expect((await ask<RefusalResponse>('POST', `${url}/${deed}`)).body.code).toBe('payment_not_found')
    }
  }
})

test('a real payment cannot be approved on the page of a test payment', async () => {
  const reference = await started(await order())
  const body = { answer: 'approve' }
  expect((await ask('POST', `/api/payments/${reference}/test-answer`, { body })).status).toBe(404)
  expect((await look(reference)).state).toBe('awaiting')
})

test('without a gateway nothing is offered', async () => {
  const closed = await openTestShop({ settings: { PAYMENT_GATEWAY: 'none' }, beside: shop })
  const { id, order_total: amount, phone } = await order()
  const body = { amount, orderId: id, customerPhone: phone }
  const answer = await closed.ask<RefusalResponse>('POST', '/api/payments/mtn_momo', { body })
  expect([answer.status, answer.body.code, closed.shop.payments.isOffered]).toEqual([
    409,
    'payments_off',
    false,
  ])
  await closed.close()
})
