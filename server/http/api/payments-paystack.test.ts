import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '#server/features/orders/tables.ts'
import { payments } from '#server/features/payments/tables.ts'
import { openFakePaystack } from '#server/testing/fake-paystack.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const paystack = await openFakePaystack()
const shop = await openTestShop({ settings: paystack.settings })
const { app, ask, clock, context } = shop
afterAll(async () => {
  await shop.close()
  await paystack.goDown()
})
/** What earlier tests left undecided is asked about no more. */
beforeEach(async () => {
  await context.db
    .update(payments)
    .set({ nextCheckAt: new Date('2100-01-01') })
    .where(isNotNull(payments.nextCheckAt))
})
const jar = await shelve(context, { stock: 100 })

async function start(details: object = {}) {
  const placed = await place(shop, [item(jar)], { payment_method: 'mtn_momo', ...details })
  const body = {
    amount: placed.order_total,
    orderId: placed.id,
    tracking_code: placed.tracking_code,
    customerPhone: `020${1_000_000 + placed.id}`,
  }
  const { status, body: answer } = await ask<StartedPaymentResponse & RefusalResponse>(
    'POST',
    '/api/payments/mtn_momo',
    { body },
  )
  return { placed, status, answer, body }
}

async function look(reference: string): Promise<PaymentResponse> {
  return (await ask<PaymentResponse>('GET', `/api/payments/${reference}`)).body
}

async function pass(time: { seconds?: number; minutes?: number }): Promise<void> {
  clock.forward(time)
  await shop.shop.payments.sweep()
  await context.jobs.runDue()
}

async function call(payload: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  const url = '/api/payments/callbacks/paystack'
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  await context.jobs.runDue()
  return answer.statusCode
}

test('the customer goes to Paystack’s own page and comes back to ours', async () => {
  const { answer } = await start()
  expect(answer.paymentUrl).toBe(`https://checkout.paystack.com/${answer.referenceId.slice(0, 8)}`)
  expect(paystack.transactions.get(answer.referenceId)).toMatchObject({
    amount: 16_500,
    currency: 'GHS',
    email: 'ama@example.com',
    callback_url: `http://shop.example/pay/${answer.referenceId}`,
  })
  expect(await look(answer.referenceId)).toMatchObject({
    state: 'awaiting',
    gateway: 'paystack',
    is_test: true,
  })
})

test('a customer without e-mail gets one of the shop, because Paystack wants one', async () => {
  const { placed, answer } = await start({ customer_email: '' })
  expect(paystack.transactions.get(answer.referenceId)?.email).toBe(
    `order-${placed.tracking_code.toLowerCase()}@orders.shop.example`,
  )
})

test('a page that nobody has paid on can still be paid later', { tags: 'faults' }, async () => {
  const { answer } = await start()
  await pass({ minutes: 2 })
  expect((await look(answer.referenceId)).state).toBe('awaiting')
  await pass({ minutes: 6 })
  expect((await look(answer.referenceId)).state).toBe('not_confirmed')
  paystack.change(answer.referenceId, { status: 'success' })
  await pass({ minutes: 3 })
  expect((await look(answer.referenceId)).state).toBe('paid')
})

async function expectState(status: string, change: object, state: string): Promise<void> {
  const { answer } = await start()
  paystack.change(answer.referenceId, { status, ...change })
  await pass({ seconds: 5 })
  expect((await look(answer.referenceId)).state).toBe(state)
}

test.each([
  ['success', {}, 'paid'],
  ['success', { amount: 100 }, 'review'],
  ['failed', {}, 'failed'],
  ['reversed', {}, 'refunded'],
  ['abandoned', {}, 'awaiting'],
])('%s with %j is %s', expectState)

test.each([
  ['success', { currency: 'NGN' }, 'review'],
  ['success', { domain: 'live' }, 'review'],
  ['success', { reference: 'another' }, 'review'],
  ['ongoing', {}, 'awaiting'],
  ['pending', {}, 'awaiting'],
  ['processing', {}, 'awaiting'],
  ['queued', {}, 'awaiting'],
])('the rarer %s with %j is %s', { tags: 'faults' }, expectState)

test('a signed call makes the shop ask; a forged, altered or missing signature does nothing', async () => {
  const { answer } = await start()
  paystack.change(answer.referenceId, { status: 'success' })
  const { payload, signature } = paystack.webhook(answer.referenceId)
  expect(await call(payload, '')).toBe(404)
  expect(await call(payload.replace('success', 'Success'), signature)).toBe(404)
  expect(
    await call(
      payload,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toBe(404)
  expect((await look(answer.referenceId)).state).toBe('awaiting')
  clock.forward({ seconds: 1 })
  expect(await call(payload, signature)).toBe(200)
  expect((await look(answer.referenceId)).state).toBe('paid')
  expect(await call(payload, signature)).toBe(200)
})

test('a signed call is no proof by itself', async () => {
  const { answer } = await start()
  const { payload, signature } = paystack.webhook(answer.referenceId)
  clock.forward({ seconds: 1 })
  expect(await call(payload, signature)).toBe(200)
  expect((await look(answer.referenceId)).state).toBe('awaiting')
})

test.each([
  ['no answer', { status: 200, line: 'cut' as const }, 'gateway_unreachable'],
  ['500', { status: 500, body: {} }, 'gateway_unreachable'],
  ['a refusal', { status: 400, body: { status: false, message: 'No' } }, 'payment_failed'],
  [
    'a page elsewhere',
    { status: 200, body: { status: true, data: { authorization_url: 'https://evil.example/pay' } } },
    'payment_failed',
  ],
])('after %s nobody can have paid: the customer starts again at once', async (_, answer, code) => {
  paystack.next('initialize', answer)
  const refused = await start()
  expect([refused.status, refused.answer.code]).toEqual([502, code])
  expect((await ask('POST', '/api/payments/mtn_momo', { body: refused.body })).status).toBe(200)
})

/** Paystack has opened the page; its answer comes when the test says so. */
async function startSlowly(answer: FakeResponse) {
  const known = new Set(paystack.transactions.keys())
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  paystack.next('initialize', { ...(answer.afterMs ? {} : { until }), ...answer, also: true })
  const starting = start()
  const findOpened = () => [...paystack.transactions.keys()].find((each) => !known.has(each))
  await expect.poll(findOpened).toBeDefined()
  return { reference: findOpened() ?? '', starting, release }
}

test('the address of a page that comes after the first question is not lost', {
  tags: 'faults',
}, async () => {
  const { reference, starting, release } = await startSlowly({ status: 200 })
  await pass({ seconds: 5 })
  expect(await look(reference)).toMatchObject({ state: 'awaiting', is_sent: false, may_retry: false })
  release()
  const paymentUrl = `https://checkout.paystack.com/${reference.slice(0, 8)}`
  expect((await starting).answer).toEqual({ referenceId: reference, paymentUrl })
  expect(await look(reference)).toMatchObject({ is_sent: true, payment_url: paymentUrl })
})

test('an answer that is lost after the first question costs the customer one more press', {
  tags: 'faults',
}, async () => {
  const { reference, starting, release } = await startSlowly({ status: 200, line: 'cut' })
  await pass({ seconds: 5 })
  release()
  const { status, body } = await starting
  expect([status, (await look(reference)).state]).toEqual([502, 'failed'])
  const again = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body })
  expect([again.status, again.body.paymentUrl]).toEqual([200, expect.stringMatching(/^https:\/\/checkout/)])
})

test('two tabs, pressed a moment apart, both reach the same page', async () => {
  const { reference, starting } = await startSlowly({ status: 200, afterMs: 400 })
  const [payment] = await context.db.select().from(payments).where(eq(payments.reference, reference))
  const [placed] = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, payment?.orderId ?? 0))
  const body = {
    amount: 165,
    orderId: placed?.id,
    tracking_code: placed?.trackingCode,
    customerPhone: payment?.phone,
  }
  const second = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body })
  expect([second.status, second.body]).toEqual([200, (await starting).answer])
})

test('a page whose address nobody knows is replaced at the next press', async () => {
  const { answer, body } = await start()
  const lost = { stage: 'pending', hostedUrl: null } as const
  await context.db.update(payments).set(lost).where(eq(payments.reference, answer.referenceId))
  expect(await look(answer.referenceId)).toMatchObject({ is_sent: false, may_retry: true })
  const again = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', { body })
  expect(again.status).toBe(200)
  expect(again.body.referenceId).not.toBe(answer.referenceId)
  expect((await look(again.body.referenceId)).payment_url).toBe(again.body.paymentUrl)
})

test('the same order asks for the same page', async () => {
  const { answer, body } = await start()
  expect((await ask('POST', '/api/payments/mtn_momo', { body })).body).toEqual(answer)
})

function retry(reference: string) {
  return ask<StartedPaymentResponse & RefusalResponse>('POST', `/api/payments/${reference}/retry`)
}

test('whoever comes back unpaid tries again at once, on a new page', async () => {
  const { placed, answer } = await start()
  expect(await look(answer.referenceId)).toMatchObject({ state: 'awaiting', may_retry: true })
  clock.forward({ seconds: 10 })
  const again = await retry(answer.referenceId)
  expect(again.body.paymentUrl).not.toBe(answer.paymentUrl)
  expect((await look(answer.referenceId)).state).toBe('not_confirmed')
  paystack.change(again.body.referenceId, { status: 'success' })
  await pass({ seconds: 5 })
  expect((await look(again.body.referenceId)).state).toBe('paid')
  // Whoever pays on the old page as well gets that money back.
  paystack.change(answer.referenceId, { status: 'success' })
  await pass({ minutes: 10 })
  expect((await look(answer.referenceId)).state).toBe('refund_due')
  const { body } = await ask<{ order: object }>('GET', `/api/order-tracking/${placed.tracking_code}`)
  expect(body.order).toMatchObject({ payment_state: 'Paid' })
})

test('the page that was left pays the order after all, when it is paid first', {
  tags: 'faults',
}, async () => {
  const { answer } = await start()
  const again = await retry(answer.referenceId)
  paystack.change(answer.referenceId, { status: 'success' })
  await pass({ seconds: 10 })
  expect((await look(answer.referenceId)).state).toBe('paid')
  paystack.change(again.body.referenceId, { status: 'success' })
  await pass({ minutes: 10 })
  expect((await look(again.body.referenceId)).state).toBe('refund_due')
})

test('nobody tries again before Paystack was asked: paid is paid, and who is paying finishes first', async () => {
  const done = (await start()).answer.referenceId
  paystack.change(done, { status: 'success' })
  expect((await retry(done)).body.code).toBe('already_paid')
  const busy = (await start()).answer.referenceId
  paystack.change(busy, { status: 'ongoing' })
  expect((await retry(busy)).body.code).toBe('payment_running')
  const silent = (await start()).answer.referenceId
  clock.forward({ seconds: 11 })
  paystack.next('verify', { status: 502, body: '' }, silent)
  expect((await retry(silent)).body.code).toBe('gateway_unreachable')
  expect((await look(silent)).state).toBe('awaiting')
})

test('a question without an answer changes nothing', { tags: 'faults' }, async () => {
  const { answer } = await start()
  paystack.change(answer.referenceId, { status: 'success' })
  paystack.next('verify', { status: 502, body: '<html></html>' }, answer.referenceId)
  await pass({ seconds: 5 })
  expect((await look(answer.referenceId)).state).toBe('awaiting')
  await pass({ seconds: 5 })
  expect((await look(answer.referenceId)).state).toBe('paid')
})
