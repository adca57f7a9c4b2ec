import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { checkPaymentInvariants } from '#server/features/payments/invariants.ts'
import { openPayingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'

const shop = await openPayingShop()
const { ask, mtn, order, started, look, pass, context, signedInAs } = shop
afterAll(async () => {
  expect([...(await checkInvariants(context.db)), ...(await checkPaymentInvariants(context.db))]).toEqual([])
  await shop.close()
})
const { token, viewer } = await signedInAs('admin')

async function paid(plan: object = {}): Promise<{ placed: PlacedOnline; reference: string }> {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, plan)
  const reference = await started(placed)
  await pass({ seconds: 5 })
  return { placed, reference }
}

async function list(query: string) {
  const { body, headers } = await ask<{ payments: AdminPaymentResponse[] }>('GET', `/api/payments${query}`, {
    token,
  })
  return {
    references: body.payments.map(({ referenceId }) => referenceId),
    body,
    total: headers['x-total-count'],
  }
}

function decide(
  reference: string,
  decision: 'accept' | 'refunded',
  note = 'Paid back by MoMo, 5 March',
  details: object = {},
) {
  const url = `/api/payments/${reference}/${decision}`
  return ask<AdminPaymentResponse & RefusalResponse>('POST', url, { token, body: { note, ...details } })
}

async function cancel({ id }: PlacedOnline) {
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
}

async function orderOf({ id }: PlacedOnline) {
  const [row] = await context.db.select().from(orders).where(eq(orders.id, id))
  return row
}

async function shownState({ tracking_code: code }: PlacedOnline): Promise<string | undefined> {
  type Listed = { orders: { payment_state: string }[] }
  const { body } = await ask<Listed>('GET', `/api/orders?q=${code}`, { token })
  return body.orders[0]?.payment_state
}

const tooLittle = { reported: { amount: '100.00' } }

test('the back office sees each payment with what it needs to settle it', async () => {
  const { placed, reference } = await paid(tooLittle)
  const { body, total } = await list('?state=review')
  expect(total).toBe('1')
  expect(body.payments).toEqual([
    {
      referenceId: reference,
      state: 'review',
      reason: 'We are checking your payment.',
      reason_code: null,
      amount: 165,
      currency: 'EUR',
      told_amount: 100,
      told_currency: 'EUR',
      differences: [{ what: 'Amount', asked: '165.00', told: '100.00' }],
      gateway_says: expect.stringContaining('"amount":"100.00"'),
      transaction_id: '1195582132',
      phone: `${placed.phone.slice(0, 3)} ${placed.phone.slice(3, 6)} ${placed.phone.slice(6)}`,
      gateway: 'mtn',
      is_test: true,
      is_late: false,
      is_odd: true,
      may_accept: true,
      attempt: 1,
      refunded: 0,
      refundable: 100,
      may_refund_online: false,
      refunds: [],
      note: null,
      order: {
        id: placed.id,
        tracking_code: placed.tracking_code,
        order_status: 'Pending',
        customer_name: 'Ama Mensah',
      },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ])
  expect(await shop.shop.payments.countWaiting()).toMatchObject({ review: 1 })
})

async function expectDifference(what: string, reported: object, asked: string, told: string): Promise<void> {
  const { placed, reference } = await paid({ reported })
  const { body } = await list(`?order_id=${placed.id}`)
  expect(body.payments).toMatchObject([
    { referenceId: reference, state: 'review', differences: [{ what, asked, told }] },
  ])
}

test.each([['Amount', { amount: 'a lot' }, '165.00', 'could not be read']])(
  'a review says what differs: %s',
  expectDifference,
)

test.each([
  ['Currency', { currency: 'GHS' }, 'EUR', 'GHS'],
  ['Reference', { externalId: 'another-order' }, expect.any(String), 'another-order'],
])('a review says that this differs: %s', { tags: 'faults' }, expectDifference)

test('a payment that did not fit can be accepted, once, and the change is written down', async () => {
  const { placed, reference } = await paid(tooLittle)
  const { body } = await decide(reference, 'accept', 'The rest came in cash')
  expect(body).toMatchObject({ state: 'paid', note: 'The rest came in cash' })
  expect(await orderOf(placed)).toMatchObject({ status: 'Pending', paymentState: 'paid' })
  expect((await decide(reference, 'accept')).body.code).toBe('payment_changed')
  const isAbout = and(eq(auditEntries.thing, 'payment'), eq(auditEntries.thingId, String(placed.id)))
  const written = await context.db.select().from(auditEntries).where(isAbout)
  expect(written).toMatchObject([
    {
      thing: 'payment',
      actorId: viewer.id,
      action: 'accepted a payment',
      before: { state: 'review' },
      after: { state: 'accepted', note: 'The rest came in cash', payment: reference, amount: 165 },
    },
  ])
})

test('a payment that did not fit can be paid back; its order then waits for nothing', {
  tags: 'faults',
}, async () => {
  const { placed, reference } = await paid(tooLittle)
  expect((await decide(reference, 'refunded')).body.fields).toEqual({
    amount: 'Enter an amount up to Ghs 100.00',
  })
  const { body } = await decide(reference, 'refunded', 'By MoMo', { amount: 100 })
  expect(body).toMatchObject({ state: 'refunded' })
  await pass({ minutes: 1 })
  expect(await orderOf(placed)).toMatchObject({ status: 'Cancelled', paidAt: null, paymentState: 'refunded' })
})

test('money for an order that was cancelled afterwards is due back until somebody has paid it back', async () => {
  const { placed, reference } = await paid()
  expect((await decide(reference, 'refunded')).body.code).toBe('payment_changed')
  expect(await shownState(placed)).toBe('Paid')
  await cancel(placed)
  expect((await list('?state=refund_due')).references).toContain(reference)
  expect((await list('?state=paid')).references).not.toContain(reference)
  expect([await shownState(placed), (await look(reference)).state]).toEqual(['Refund due', 'refund_due'])
  // The dashboard counts it among the payments, and not once more among the orders.
  const { recentOrders, ordersToDecide, paymentsToReview } = await shop.shop.dashboard.read()
  expect(recentOrders.map(({ id }) => id)).toContain(placed.id)
  expect(ordersToDecide.map(({ id }) => id)).not.toContain(placed.id)
  const toReview = [await list('?state=review'), await list('?state=refund_due')]
  expect(paymentsToReview).toBe(toReview.flatMap(({ references }) => references).length)
  expect((await decide(reference, 'refunded')).body).toMatchObject({ state: 'refunded' })
  expect(await shownState(placed)).toBe('Refunded')
  expect((await list('?state=refund_due')).references).not.toContain(reference)
  const subjects = (await shop.mails()).map(({ subject }) => subject)
  expect(subjects).toContain(`We have paid back your money for order ${placed.tracking_code}`)
})

test('a refund needs a word on how', async () => {
  const { placed, reference } = await paid()
  await cancel(placed)
  expect((await decide(reference, 'refunded', ' ')).body.fields).toEqual({
    note: 'Please write how, for the books.',
  })
})

test('two people who pay back the same money at once: one has done it', { tags: 'faults' }, async () => {
  const { placed, reference } = await paid()
  await cancel(placed)
  const answers = await Promise.all([decide(reference, 'refunded'), decide(reference, 'refunded')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the payments of one order are listed alone', async () => {
  const { placed, reference } = await paid()
  await paid()
  expect((await list(`?order_id=${placed.id}`)).references).toEqual([reference])
  expect((await ask('GET', '/api/payments?order_id=none', { token })).status).toBe(400)
})

test('all payments are listed newest first, page by page', async () => {
  const { reference } = await paid()
  const first = await list('?limit=1')
  expect(first.references).toEqual([reference])
  expect(Number(first.total)).toBeGreaterThan(5)
  expect((await ask('GET', '/api/payments?state=lost', { token })).status).toBe(400)
})

test('the states of an order’s money are shown in words to staff, owner and whoever tracks it', async () => {
  const placed = await order()
  expect(await shownState(placed)).toBe('Awaiting payment')
  mtn.plan(`233${placed.phone.slice(1)}`, { status: 'FAILED', reason: 'EXPIRED' })
  await started(placed)
  await pass({ seconds: 5 })
  expect(await shownState(placed)).toBe('Payment failed')
  const review = await paid(tooLittle)
  expect(await shownState(review.placed)).toBe('Under review')
  const waiting = await paid({ secondsPending: 900 })
  await pass({ minutes: 8 })
  expect(await shownState(waiting.placed)).toBe('Not confirmed yet')
})
