import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '#server/features/orders/tables.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { payments } from '#server/features/payments/tables.ts'
import type { MtnPlan } from '#server/testing/fake-mtn-payments.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'
import { openPayingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'

const shop = await openPayingShop()
const { mtn, order, start, started, look, pass, context, ask } = shop
afterAll(shop.close)
beforeEach(shop.leaveEarlier)

async function startWith(plan: Partial<MtnPlan>): Promise<{ placed: PlacedOnline; reference: string }> {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { callbacks: [], ...plan })
  return { placed, reference: await started(placed) }
}

async function stageOf(reference: string) {
  const [found] = await context.db.select().from(payments).where(eq(payments.reference, reference))
  return found?.stage
}

async function orderState(id: number) {
  const [row] = await context.db.select().from(orders).where(eq(orders.id, id))
  return { status: row?.status, isPaid: row?.paidAt !== null, state: row?.paymentState }
}

const notNow = 'We could not take the payment now.'
const timedOut = 'The request timed out. Try again and approve within 5 minutes.'

async function expectFailed(reason: MtnPlan['reason'], state: string, words: string): Promise<void> {
  const { placed, reference } = await startWith({ status: 'FAILED', reason })
  await pass({ seconds: 5 })
  expect(await look(reference)).toMatchObject({
    state,
    reason: words,
    may_retry: true,
    may_pay_on_delivery: true,
  })
  expect(await orderState(placed.id)).toEqual({ status: 'Pending', isPaid: false, state: 'failed' })
}

test.each([
  ['PAYER_NOT_FOUND', 'failed', 'This number has no MTN MoMo wallet. Check the number.'],
  [{ code: 'EXPIRED', message: 'Because.' }, 'expired', timedOut],
])('a payment that failed for %j is told as what it is, and may be tried again', expectFailed)

test('a payment that failed for a reason that nobody knows is told, too', { tags: 'faults' }, () =>
  expectFailed('SOMETHING_NEW', 'failed', notNow),
)

async function startFrom(customerPhone: string) {
  return await start(await order({ customer_phone: `+${customerPhone}` }), { customerPhone })
}

async function expectEnd(phone: string, state: string): Promise<void> {
  const { body } = await startFrom(phone)
  await pass({ seconds: 10 })
  expect((await look(body.referenceId)).state).toBe(state)
}

test.each([
  ['46733123450', 'failed'],
  ['56733123453', 'paid'],
])('MTN’s own test number %s ends as %s', expectEnd)

test.each([
  ['46733123451', 'failed'],
  ['46733123452', 'expired'],
  ['46733123455', 'failed'],
  ['46733123463', 'expired'],
])('another of MTN’s own test numbers, %s, ends as %s', { tags: 'faults' }, expectEnd)

test('a number that is undecided for long, and calls before its status says so, ends all the same', {
  tags: 'faults',
}, async () => {
  const ongoing = (await startFrom('46733123453')).body.referenceId
  const delayed = (await startFrom('46733123454')).body.referenceId
  for (let seconds = 0; seconds < 40; seconds += 5) await pass({ seconds: 5 })
  expect([(await look(ongoing)).state, (await look(delayed)).state]).toEqual(['awaiting', 'paid'])
  for (let seconds = 0; seconds < 20; seconds += 5) await pass({ seconds: 5 })
  expect((await look(ongoing)).state).toBe('expired')
})

test('the status counts before the reason: pending with a reason is still pending', {
  tags: 'faults',
}, async () => {
  const { reference } = await startWith({ secondsPending: 60, reason: 'NOT_ENOUGH_FUNDS' })
  mtn.next('status', { status: 200, body: { status: 'PENDING', reason: 'NOT_ENOUGH_FUNDS' } }, reference)
  await pass({ seconds: 5 })
  expect(await stageOf(reference)).toBe('pending')
})

async function expectNoAnswerYet(status: string): Promise<void> {
  const { reference } = await startWith({})
  mtn.next('status', { status: 200, body: { status } }, reference)
  await pass({ seconds: 5 })
  expect(await stageOf(reference)).toBe('pending')
}

test('a status that nobody knows is no answer yet', () => expectNoAnswerYet('Successful'))

test.each(['CREATED', 'ONGOING', ''])('nor is a status of %j', { tags: 'faults' }, expectNoAnswerYet)

test('a failure without a reason is one all the same', { tags: 'faults' }, async () => {
  const { reference } = await startWith({})
  mtn.next('status', { status: 200, body: { status: 'FAILED' } }, reference)
  await pass({ seconds: 5 })
  expect(await look(reference)).toMatchObject({ state: 'failed', reason: notNow })
})

test('numbers without quotation marks are read as well', { tags: 'faults' }, async () => {
  const { placed, reference } = await startWith({ reported: { amount: 165 } })
  await pass({ seconds: 5 })
  expect([(await look(reference)).state, placed.order_total]).toEqual(['paid', 165])
})

async function expectReview(_: string, reported: MtnPlan['reported']): Promise<void> {
  const { placed, reference } = await startWith({ reported })
  await pass({ seconds: 5 })
  expect(await look(reference)).toMatchObject({
    state: 'review',
    may_retry: false,
    may_pay_on_delivery: false,
  })
  expect(await orderState(placed.id)).toEqual({ status: 'Pending', isPaid: false, state: 'review' })
  const alert = `Payment for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
  await pass({ hours: 1 })
  expect(await orderState(placed.id)).toMatchObject({ status: 'Pending', state: 'review' })
}

test.each([['less money', { amount: '1.00' }]])(
  '%s goes to review: nothing is sent, and the owner is told',
  expectReview,
)

test('another currency goes to review, too', { tags: 'faults' }, () =>
  expectReview('another currency', { currency: 'GHS' }),
)

test('after seven minutes without a decision it is not confirmed, and still asked about', async () => {
  const { placed, reference } = await startWith({ secondsPending: 12 * 60 })
  await pass({ minutes: 6 })
  expect(await stageOf(reference)).toBe('pending')
  await pass({ minutes: 1 })
  expect(await look(reference)).toMatchObject({
    state: 'not_confirmed',
    reason: 'We have not seen your approval yet.',
    may_retry: false,
    may_pay_on_delivery: true,
  })
  expect(await orderState(placed.id)).toMatchObject({ status: 'Pending', state: 'not_confirmed' })
  await pass({ minutes: 8 })
  expect((await look(reference)).state).toBe('paid')
})

test('a status that is not there yet is no failure; after half an hour it is', {
  tags: 'faults',
}, async () => {
  const hidden = await startWith({ secondsHidden: 30 })
  const lost = await startWith({ isLost: true })
  for (const seconds of [5, 5, 10, 10, 20]) await pass({ seconds })
  expect((await look(hidden.reference)).state).toBe('paid')
  expect((await look(lost.reference)).state).toBe('awaiting')
  await pass({ minutes: 28 })
  expect((await look(lost.reference)).state).toBe('not_confirmed')
  await pass({ minutes: 3 })
  const [row] = await context.db.select().from(payments).where(eq(payments.reference, lost.reference))
  expect(row).toMatchObject({ stage: 'failed', reason: 'NEVER_RECEIVED' })
})

async function expectNextOneTells(_: string, answer: FakeResponse): Promise<void> {
  const { reference } = await startWith({})
  mtn.next('status', answer, reference)
  if (answer.status === 401) mtn.next('status', answer, reference)
  await pass({ seconds: 5 })
  expect((await look(reference)).state).toBe('awaiting')
  await pass({ seconds: 5 })
  expect((await look(reference)).state).toBe('paid')
}

test.each([
  ['no answer', { status: 200, line: 'cut' as const }],
  ['500', { status: 500, body: {} }],
])('%s to the question changes nothing; the next one tells', expectNextOneTells)

test.each([
  ['a page instead of an answer', { status: 200, body: '<html></html>' }],
  ['401 twice', { status: 401, body: {} }],
  ['an endless answer', { status: 200, body: { status: 'SUCCESSFUL', note: 'x'.repeat(100_000) } }],
  ['half an answer', { status: 200, body: { status: 'FAILED' }, line: 'half' as const }],
])('nor does %s, which is rare', { tags: 'faults' }, expectNextOneTells)

test('money that comes after a no is found at a later look and pays the order', async () => {
  const { placed, reference } = await startWith({})
  const no = { status: 'FAILED', reason: 'APPROVAL_REJECTED' }
  mtn.next('status', { status: 200, body: no }, reference)
  await pass({ seconds: 5 })
  expect((await look(reference)).state).toBe('failed')
  await pass({ minutes: 10 })
  expect((await look(reference)).state).toBe('paid')
  const [row] = await context.db.select().from(payments).where(eq(payments.reference, reference))
  expect(row?.isLate).toBe(true)
  expect(await orderState(placed.id)).toEqual({ status: 'Pending', isPaid: true, state: 'paid' })
})

test('paid stays paid, whatever the gateway says later', async () => {
  const { reference } = await startWith({})
  await pass({ seconds: 5 })
  expect((await look(reference)).state).toBe('paid')
  const questions = mtn.calls.status
  mtn.next('status', { status: 200, body: { status: 'FAILED', reason: 'EXPIRED' } }, reference)
  const { body } = await ask<{ state: string }>('POST', `/api/payments/${reference}/check`)
  expect([body.state, mtn.calls.status]).toEqual(['paid', questions])
})

test('MTN takes back what it had called paid: the order stops, the owner is told, and staff decide', async () => {
  const { token } = await shop.signedInAs('admin')
  const decide = (reference: string, decision: 'accept' | 'refunded') =>
    ask<{ state: string }>('POST', `/api/payments/${reference}/${decision}`, {
      token,
      body: { note: 'Asked MTN' },
    })
  const ship = ({ id }: PlacedOnline) =>
    ask<RefusalResponse>('PUT', `/api/orders/${id}`, { token, body: { status: 'Shipped' } })
  const kept = await startWith({ secondsPaid: 60 })
  const gone = await startWith({ secondsPaid: 60 })
  await pass({ seconds: 5 })
  expect((await look(kept.reference)).state).toBe('paid')
  await pass({ hours: 1 })
  for (const { placed, reference } of [kept, gone]) {
    expect((await look(reference)).state).toBe('questioned')
    expect(await orderState(placed.id)).toEqual({ status: 'Pending', isPaid: true, state: 'questioned' })
    expect((await ship(placed)).body.code).toBe('money_in_question')
    const alert = `Payment for order ${placed.tracking_code} needs your eyes`
    expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
  }
  expect((await decide(kept.reference, 'accept')).body.state).toBe('paid')
  await pass({ hours: 24 })
  expect((await look(kept.reference)).state).toBe('paid')
  expect((await ship(kept.placed)).status).toBe(200)
  expect((await decide(gone.reference, 'refunded')).body.state).toBe('refunded')
  expect(await orderState(gone.placed.id)).toEqual({ status: 'Cancelled', isPaid: false, state: 'refunded' })
})

test('what is never decided ends after two days, and the books are in order', async () => {
  const { reference } = await startWith({ secondsPending: Number.POSITIVE_INFINITY })
  for (const hours of [24, 25]) await pass({ hours })
  expect(await look(reference)).toMatchObject({ state: 'expired', reason: timedOut })
  expect(await checkPaymentInvariants(context.db)).toEqual([])
})
