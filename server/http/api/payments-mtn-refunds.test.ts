import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openRefundingShop()
const { ask, mtn, pass, context, token, paid, refund, seen, orderOf, sent } = shop
afterAll(async () => {
  expect([...(await checkInvariants(context.db)), ...(await checkPaymentInvariants(context.db))]).toEqual([])
  await shop.close()
})
beforeEach(shop.leaveEarlier)

function decide(reference: string, refundReference: string | undefined, body: object) {
  const url = `/api/payments/${reference}/refunds/${refundReference}/decide`
  return ask<AdminPaymentResponse & RefusalResponse>('POST', url, { token, body })
}

const cut = { status: 202, line: 'cut' as const }

test('a refund that MTN refuses leaves everything as it was, and the owner hears of it', async () => {
  const { placed, reference } = await paid()
  mtn.planRefund(reference, { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS', secondsPending: 3 })
  await refund(reference, { amount: 20 })
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({
    state: 'paid',
    refunded: 0,
    refundable: 0,
    refunds: [
      {
        state: 'failed',
        reason: 'There is not enough money on the shop’s account at the gateway.',
        amount: 20,
      },
    ],
  })
  expect(await orderOf(reference)).toMatchObject({ status: 'Pending', isPaid: true, state: 'paid' })
  const alert = `Refund for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
  mtn.planRefund(reference, {})
  for (const way of [{}, { by_hand: true }]) {
    expect((await refund(reference, way)).body.code).toBe('refund_uncertain')
  }
  for (const hours of [1, 23, 24, 24]) await pass({ hours })
  await refund(reference)
  await pass({ seconds: 5 })
  expect((await seen(reference)).state).toBe('refunded')
})

test('MTN says no and pays a day later all the same: it is noticed, and nothing was sent in its place', async () => {
  const { reference } = await paid({ customer_email: 'late@example.com' })
  mtn.planRefund(reference, { status: 'FAILED', reason: 'INTERNAL_PROCESSING_ERROR', secondsFailed: 80_000 })
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({
    state: 'paid',
    refundable: 0,
    refunds: [{ state: 'failed', uncertain_until: expect.any(String) }],
  })
  await pass({ hours: 24 })
  expect(await seen(reference)).toMatchObject({
    state: 'refunded',
    refunded: 165,
    refunds: [{ state: 'paid_back', is_double: false, uncertain_until: null }],
  })
  expect(await orderOf(reference)).toMatchObject({ status: 'Cancelled', isPaid: false, state: 'refunded' })
})

test('money that was paid back by hand in place of a refund that MTN pays a week later is marked as paid back twice', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid({ customer_email: 'twice@example.com' })
  mtn.planRefund(reference, {
    status: 'FAILED',
    reason: 'INTERNAL_PROCESSING_ERROR',
    secondsFailed: 5 * 86_400,
  })
  await refund(reference)
  await pass({ seconds: 5 })
  for (const hours of [24, 24, 25]) await pass({ hours })
  await refund(reference, { by_hand: true, note: 'Cash in the shop' })
  expect(await checkPaymentInvariants(context.db)).toEqual([])
  for (const hours of [48, 48, 1]) await pass({ hours })
  const { refunds, ...payment } = await seen(reference)
  expect(payment).toMatchObject({ state: 'refunded', refunded: 165 })
  expect(refunds).toMatchObject([
    { note: 'Cash in the shop', state: 'paid_back', is_double: true },
    { note: 'Broken jar', state: 'paid_back', is_double: false },
  ])
  const mails = await shop.mails()
  const alert = `Refund for order ${placed.tracking_code} needs your eyes`
  expect(mails.filter(({ subject }) => subject === alert).at(-1)?.text).toContain('was paid back twice')
  const toCustomer = mails.filter(
    ({ to, subject }) => to === 'twice@example.com' && subject.includes('paid back'),
  )
  expect(toCustomer).toHaveLength(1)
  expect(await checkPaymentInvariants(context.db)).toEqual([
    `order ${placed.id}: no more goes back than was due and came in, with what is still under way, or a person has settled it`,
  ])
  const settled = { outcome: 'settled', note: 'The customer brought it back' }
  expect((await decide(reference, refunds[1]?.reference, settled)).body.code).toBe('payment_changed')
  expect((await decide(reference, refunds[0]?.reference, settled)).body.refunds[0]).toMatchObject({
    decision_note: 'The customer brought it back',
  })
  expect(await checkPaymentInvariants(context.db)).toEqual([])
})

test('a refund that is on its way for a day is told to the owner once, who says what MTN’s own pages show', {
  tags: 'faults',
}, async () => {
  const days = { secondsPending: 10 * 86_400 }
  const gone = await paid()
  const hanging = await paid()
  for (const { reference } of [gone, hanging]) {
    mtn.planRefund(reference, days)
    await refund(reference)
  }
  await pass({ hours: 23 })
  const [young] = (await seen(gone.reference)).refunds
  expect(young).toMatchObject({ may_decide: false, gateway_says: expect.stringContaining('PENDING') })
  const early = { outcome: 'paid_back', note: 'Seen there' }
  expect((await decide(gone.reference, young?.reference, early)).body.code).toBe('payment_changed')
  for (const hours of [6, 6, 6]) await pass({ hours })
  const alert = `Refund for order ${gone.placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
  const { body } = await decide(gone.reference, young?.reference, early)
  expect(body).toMatchObject({ state: 'refunded', refunded: 165, refunds: [{ decision_note: 'Seen there' }] })
  const [other] = (await seen(hanging.reference)).refunds
  const not = { outcome: 'not_paid_back', note: 'MTN’s support says no' }
  expect((await decide(hanging.reference, other?.reference, not)).body).toMatchObject({
    state: 'paid',
    refundable: 165,
  })
  expect((await refund(hanging.reference, { by_hand: true })).body.state).toBe('refunded')
  expect((await decide(gone.reference, other?.reference, not)).status).toBe(404)
})

test('money that was due goes back and, when that fails, is due again without a second e-mail', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid({ customer_email: 'due@example.com' })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  mtn.planRefund(reference, { status: 'FAILED', reason: { code: 'PAYEE_NOT_FOUND', message: 'No.' } })
  await refund(reference)
  expect((await seen(reference)).state).toBe('refund_pending')
  await pass({ seconds: 5 })
  expect((await seen(reference)).state).toBe('refund_due')
  const subjects = (await shop.mails())
    .filter(({ to }) => to === 'due@example.com')
    .map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('back'))).toEqual([])
})

type Silence = { said: string; answer: FakeResponse & { also?: boolean } }

async function expectPaidOnce({ answer }: Silence): Promise<void> {
  const { reference } = await paid()
  mtn.next('refund', answer)
  expect((await refund(reference)).body.state).toBe('refund_pending')
  await pass({ seconds: 20 })
  await pass({ seconds: 10 })
  expect([sent(reference).length, (await seen(reference)).state]).toEqual([1, 'refunded'])
}

test.each<Silence>([{ said: 'no answer', answer: { ...cut, also: true } }])(
  'after $said nobody knows: the same reference is asked for, and pays once',
  expectPaidOnce,
)

test.each<Silence>([
  { said: '503 although it was taken', answer: { status: 503, body: '', also: true } },
  { said: '503', answer: { status: 503, body: '' } },
  { said: '409', answer: { status: 409, body: {}, also: true } },
])('after $said it pays once, too', { tags: 'faults' }, expectPaidOnce)

type Refusal = { said: string; answer: FakeResponse; reason: string }

async function expectNothingSent({ answer, reason }: Refusal): Promise<void> {
  const { reference } = await paid()
  mtn.next('refund', answer)
  expect((await refund(reference)).body).toMatchObject({
    state: 'paid',
    refunds: [{ state: 'failed', reason }],
  })
  expect(sent(reference)).toEqual([])
}

test.each<Refusal>([
  { said: '400', answer: { status: 400, body: 'BAD REQUEST' }, reason: 'The gateway says: HTTP_400' },
])('$said: nothing was sent, and the staff is told why', expectNothingSent)

test.each<Refusal>([
  {
    said: '403 FORBIDDEN IP',
    answer: { status: 403, body: { code: 'FORBIDDEN_IP' } },
    reason: 'The gateway says: FORBIDDEN_IP',
  },
  {
    said: '500 NOT_ALLOWED and nothing there',
    answer: { status: 500, body: { code: 'NOT_ALLOWED' } },
    reason: 'The gateway says: NOT_ALLOWED',
  },
])('after the rarer $said nothing was sent either', { tags: 'faults' }, expectNothingSent)

test('a question that is not answered, or answered with nonsense, changes nothing', {
  tags: 'faults',
}, async () => {
  const { reference } = await paid()
  await refund(reference)
  mtn.next('refundStatus', { status: 200, body: '<html></html>' })
  await pass({ seconds: 5 })
  expect((await seen(reference)).state).toBe('refund_pending')
  await pass({ seconds: 10 })
  expect((await seen(reference)).state).toBe('refunded')
})

test('MTN says that another amount went back: a person looks, and nothing is counted', async () => {
  const { placed, reference } = await paid()
  mtn.planRefund(reference, { reported: { amount: '1.00' } })
  await refund(reference, { amount: 10 })
  await pass({ seconds: 5 })
  await pass({ seconds: 10 })
  expect(await seen(reference)).toMatchObject({ state: 'refund_pending', refunded: 0 })
  const alert = `Refund for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
})

test('a shop that falls over between the two finds the refund again and pays it once', {
  tags: 'faults',
}, async () => {
  const { reference } = await paid()
  mtn.next('refund', cut)
  await refund(reference)
  await context.db.execute('delete from pgboss.job')
  shop.clock.forward({ minutes: 2 })
  const settings = { ...mtn.settings, ...mtn.refundSettings }
  const reopened = await openTestShop({ settings, beside: shop, clock: shop.clock })
  for (const minutes of [0, 4]) {
    shop.clock.forward({ minutes })
    await reopened.shop.payments.sweep()
    await reopened.context.jobs.runDue()
  }
  await reopened.close()
  expect([sent(reference).length, (await seen(reference)).state]).toEqual([1, 'refunded'])
})

test('whoever looks at a refund under way makes the shop ask, at most once in five seconds', {
  tags: 'faults',
}, async () => {
  const { reference } = await paid()
  await refund(reference)
  const check = () => ask<{ state: string }>('POST', `/api/payments/${reference}/check`)
  const before = mtn.calls.refundStatus
  const answers = await Promise.all([check(), check(), check()])
  expect(mtn.calls.refundStatus).toBe(before + 1)
  expect(answers.map(({ body }) => body.state)).toContain('refunded')
})

test('a refund that never arrives is given up after half an hour, so that it can be sent anew', {
  tags: 'faults',
}, async () => {
  const { reference } = await paid()
  for (let n = 0; n < 3; n++) mtn.next('refund', cut)
  await refund(reference)
  for (const minutes of [1, 10, 15, 10]) await pass({ minutes })
  expect(await seen(reference)).toMatchObject({
    state: 'paid',
    refunds: [{ state: 'failed', reason: 'The gateway never received it.' }],
  })
})
