import { afterAll, expect, test } from 'vitest'
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

const cut = { status: 202, line: 'cut' as const }

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

test('money that was due goes back and, when that fails, is due again without a second e-mail', async () => {
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

test.each<{ said: string; answer: FakeResponse & { also?: boolean } }>([
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

test.each<{ said: string; answer: FakeResponse; reason: string }>([
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
  mtn.planRefund(reference, { reported: { amount: '1.00' } })
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
