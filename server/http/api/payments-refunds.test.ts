import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminPaymentAnswer } from '../../../contract/payments.ts'
import type { RefusalAnswer } from '../../../contract/refusals.ts'
import { auditEntries } from '../../features/audit/tables.ts'
import { checkInvariants } from '../../features/orders/invariants.ts'
import { orders } from '../../features/orders/tables.ts'
import { checkPaymentInvariants } from '../../features/payments/invariants.ts'
import { openPayingShop, type PlacedOnline } from '../../testing/paying-shop.ts'
import { stockOf } from '../../testing/sample-orders.ts'
import type { StandInAnswer } from '../../testing/stand-in-server.ts'
import { openTestShop } from '../../testing/test-shop.ts'

const shop = await openPayingShop({
  MTN_DISBURSEMENT_KEY: 'stand-in-disbursement',
  MTN_DISBURSEMENT_API_USER: '5e0b2a04-6d0b-4d3c-8f62-7d4f0f9d0c11',
  MTN_DISBURSEMENT_API_KEY: 'stand-in-api-key',
})
const { ask, mtn, order, started, look, pass, tools, signedInAs } = shop
afterAll(async () => {
  expect([...(await checkInvariants(tools.db)), ...(await checkPaymentInvariants(tools.db))]).toEqual([])
  await shop.close()
})
const { token, viewer } = await signedInAs('admin')

async function paid(details: object = {}): Promise<{ placed: PlacedOnline; reference: string }> {
  const placed = await order(details)
  const reference = await started(placed)
  await pass({ seconds: 5 })
  return { placed, reference }
}

function refund(reference: string, body: object = {}) {
  const url = `/api/payments/${reference}/refund`
  return ask<AdminPaymentAnswer & RefusalAnswer>('POST', url, {
    token,
    body: { note: 'Broken jar', ...body },
  })
}

async function seen(reference: string): Promise<AdminPaymentAnswer> {
  const { orderId } = await orderOf(reference)
  const url = `/api/payments?order_id=${orderId}`
  const { body } = await ask<{ payments: AdminPaymentAnswer[] }>('GET', url, { token })
  const found = body.payments.find(({ referenceId }) => referenceId === reference)
  if (found === undefined) throw new Error('The payment is not in the list')
  return found
}

async function orderOf(reference: string) {
  const { order: shown } = await look(reference)
  const [row] = await tools.db.select().from(orders).where(eq(orders.id, shown.id))
  return { orderId: shown.id, status: row?.status, isPaid: row?.paidAt !== null, state: row?.paymentState }
}

function sent(payment: string) {
  return [...mtn.refunds.values()].filter(({ body }) => body.referenceIdToRefund === payment)
}

const cut = { status: 202, line: 'cut' as const }

test('all of a payment goes back: written down first, sent once, asked about until MTN has paid it', async () => {
  const stock = await stockOf(tools, shop.jar)
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
  expect(await stockOf(tools, shop.jar)).toBe(stock)
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
  const letters = (await shop.mails()).filter(({ to }) => to === 'back@example.com')
  expect(letters.map(({ subject }) => subject)).toContain(
    `We have paid back your money for order ${placed.tracking_code}`,
  )
  expect(letters.some(({ text }) => text.includes('Ghs 165.00'))).toBe(true)
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

test('a partly refunded order that is cancelled owes the rest', async () => {
  const { placed, reference } = await paid()
  await refund(reference, { amount: 65 })
  await pass({ seconds: 5 })
  await ask('PUT', `/api/orders/${placed.id}`, { token, body: { status: 'Cancelled' } })
  expect(await seen(reference)).toMatchObject({ state: 'refund_due', refundable: 100 })
  const due = await ask<{ payments: AdminPaymentAnswer[] }>('GET', '/api/payments?state=refund_due', {
    token,
  })
  expect(due.body.payments.map(({ referenceId }) => referenceId)).toContain(reference)
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 165 })
})

test('what has left the shop stays as it is when its money goes back, and nobody collects anything', async () => {
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
  const wish = { amount: 50, refunded_before: 0 }
  const answers = await Promise.all([refund(reference, wish), refund(reference, wish)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await refund(reference, wish)).body.code).toBe('refund_running')
  expect((await refund(reference, { ...wish, by_hand: true })).body.code).toBe('refund_running')
  await pass({ seconds: 5 })
  expect((await refund(reference, wish)).body.code).toBe('payment_changed')
  expect([sent(reference).length, (await seen(reference)).refunded]).toEqual([1, 50])
})

test('a refund that MTN refuses leaves everything as it was, and the owner hears of it', async () => {
  const { placed, reference } = await paid()
  mtn.planRefund(reference, { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS', secondsPending: 3 })
  await refund(reference, { amount: 20 })
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({
    state: 'paid',
    refunded: 0,
    refundable: 165,
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
  await refund(reference)
  await pass({ seconds: 5 })
  expect((await seen(reference)).state).toBe('refunded')
})

test('money that was due goes back and, when that fails, is due again without a second letter', async () => {
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

test.each<{ said: string; answer: StandInAnswer & { also?: boolean } }>([
  { said: 'no answer', answer: { ...cut, also: true } },
  { said: '503 although it was taken', answer: { status: 503, body: '', also: true } },
  { said: '503', answer: { status: 503, body: '' } },
  { said: '409', answer: { status: 409, body: {}, also: true } },
])('after $said nobody knows: the same reference is asked for, and pays once', async ({ answer }) => {
  const { reference } = await paid()
  mtn.next('refund', answer)
  expect((await refund(reference)).body.state).toBe('refund_pending')
  await pass({ seconds: 20 })
  await pass({ seconds: 10 })
  expect([sent(reference).length, (await seen(reference)).state]).toEqual([1, 'refunded'])
})

test.each<{ said: string; answer: StandInAnswer; reason: string }>([
  { said: '400', answer: { status: 400, body: 'BAD REQUEST' }, reason: 'The gateway says: HTTP_400' },
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
])('$said: nothing was sent, and the staff is told why', async ({ answer, reason }) => {
  const { reference } = await paid()
  mtn.next('refund', answer)
  expect((await refund(reference)).body).toMatchObject({
    state: 'paid',
    refunds: [{ state: 'failed', reason }],
  })
  expect(sent(reference)).toEqual([])
})

test('a question that is not answered, or answered with nonsense, changes nothing', async () => {
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
  mtn.planRefund(reference, { told: { amount: '1.00' } })
  await refund(reference, { amount: 10 })
  await pass({ seconds: 5 })
  await pass({ seconds: 10 })
  expect(await seen(reference)).toMatchObject({ state: 'refund_pending', refunded: 0 })
  const alert = `Refund for order ${placed.tracking_code} needs your eyes`
  expect((await shop.mails()).filter(({ subject }) => subject === alert)).toHaveLength(1)
})

test('a shop that falls over between the two finds the refund again and pays it once', async () => {
  const { reference } = await paid()
  mtn.next('refund', cut)
  await refund(reference)
  await tools.db.execute('delete from pgboss.job')
  shop.clock.forward({ minutes: 2 })
  const settings = { ...mtn.settings, ...mtn.refundSettings }
  const reopened = await openTestShop({ settings, beside: shop, clock: shop.clock })
  for (const minutes of [0, 4]) {
    shop.clock.forward({ minutes })
    await reopened.shop.payments.sweep()
    await reopened.tools.jobs.runDue()
  }
  await reopened.close()
  expect([sent(reference).length, (await seen(reference)).state]).toEqual([1, 'refunded'])
})

test('whoever looks at a refund under way makes the shop ask, at most once in five seconds', async () => {
  const { reference } = await paid()
  await refund(reference)
  const check = () => ask<{ state: string }>('POST', `/api/payments/${reference}/check`)
  const before = mtn.calls.refundStatus
  const answers = await Promise.all([check(), check(), check()])
  expect(mtn.calls.refundStatus).toBe(before + 1)
  expect(answers.map(({ body }) => body.state)).toContain('refunded')
})

test('a refund that never arrives is given up after half an hour, so that it can be sent anew', async () => {
  const { reference } = await paid()
  for (let n = 0; n < 3; n++) mtn.next('refund', cut)
  await refund(reference)
  for (const minutes of [1, 10, 15, 10]) await pass({ minutes })
  expect(await seen(reference)).toMatchObject({
    state: 'paid',
    refunds: [{ state: 'failed', reason: 'The gateway never received it.' }],
  })
})

test('payments that fit nothing go back too, and their orders wait for nothing', async () => {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { told: { amount: '100.00' } })
  const reference = await started(placed)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'review', refundable: 100, may_refund_online: true })
  await refund(reference)
  await pass({ seconds: 5 })
  expect(await seen(reference)).toMatchObject({ state: 'refunded', refunded: 100 })
  await pass({ minutes: 1 })
  expect(await orderOf(reference)).toMatchObject({ status: 'Cancelled', isPaid: false, state: 'refunded' })
})

test('what was paid back by hand is written down with who and how, in whole or in part', async () => {
  const { placed, reference } = await paid()
  const wish = { by_hand: true, amount: 65, note: 'Cash in the shop' }
  expect((await refund(reference, wish)).body).toMatchObject({
    state: 'partially_refunded',
    refunds: [{ by_hand: true, state: 'paid_back', amount: 65, note: 'Cash in the shop' }],
  })
  expect(sent(reference)).toEqual([])
  const written = await tools.db
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

test('without the keys of the other product, or for money in another currency, only a person pays back', async () => {
  const { reference } = await paid()
  const other = await openTestShop({ settings: mtn.settings, beside: shop, clock: shop.clock })
  const url = `/api/payments/${reference}/refund`
  const { body } = await other.ask<RefusalAnswer>('POST', url, { token, body: { note: 'Broken' } })
  await other.close()
  expect(body.code).toBe('refund_by_hand')
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, { told: { currency: 'GHS' } })
  const foreign = await started(placed)
  await pass({ seconds: 5 })
  expect((await seen(foreign)).may_refund_online).toBe(false)
  expect((await refund(foreign)).body.code).toBe('refund_by_hand')
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
