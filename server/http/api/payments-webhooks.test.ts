import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { lockPayment } from '#server/features/payments/find-payment.ts'
import { takeStep } from '#server/features/payments/settle-payment.ts'
import { payments } from '#server/features/payments/tables.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { openPayingShop } from '#server/testing/paying-shop.ts'

const shop = await openPayingShop()
const { app, mtn, order, started, look, pass, context, clock } = shop
afterAll(shop.close)

const undecided = { secondsPending: 600, callbacks: [] }

async function waiting(plan: object = undecided): Promise<string> {
  const placed = await order()
  mtn.plan(`233${placed.phone.slice(1)}`, plan)
  return await started(placed)
}

function path(reference: string, token = 'fake-callback-token') {
  return `/api/payments/callbacks/mtn/${token}/${reference}`
}

async function call(
  url: string,
  payload: string,
  method: 'POST' | 'PUT' = 'POST',
  type = 'application/json',
) {
  const answer = await app.inject({ method, url, payload, headers: { 'content-type': type } })
  await context.jobs.runDue()
  return answer.statusCode
}

function row(reference: string) {
  return context.db.select().from(payments).where(eq(payments.reference, reference))
}

const lie = JSON.stringify({ status: 'SUCCESSFUL', amount: '165.00', currency: 'EUR' })

test.each(['POST', 'PUT'] as const)(
  'a call by %s makes the shop ask at once, and what it hears counts',
  async (method) => {
    const reference = await waiting({ callbacks: [] })
    clock.forward({ seconds: 1 })
    expect(await call(path(reference), '{}', method)).toBe(200)
    expect((await look(reference)).state).toBe('paid')
  },
)

test('a call that comes while an older answer is written down is not forgotten', async () => {
  const reference = await waiting()
  clock.forward({ seconds: 20 })
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    await app.inject({ method: 'POST', url: path(reference), payload: '{}' })
    await takeStep(context, db, locked, { stage: 'pending', reason: null }, {})
  })
  expect(await row(reference)).toMatchObject([{ wokenAt: clock(), nextCheckAt: clock() }])
})

test('a call that lies changes nothing', async () => {
  const reference = await waiting()
  expect(await call(path(reference), lie)).toBe(200)
  expect((await look(reference)).state).toBe('awaiting')
})

test('a call without the secret is as unknown as any wrong address, and nobody is asked', async () => {
  const reference = await waiting()
  const before = await row(reference)
  const questions = mtn.calls.status
  expect(await call(path(reference, 'fake-callback-tokem'), lie)).toBe(404)
  expect(await call(`/api/payments/callbacks/mtn/${reference}`, lie)).toBe(404)
  expect([await row(reference), mtn.calls.status]).toEqual([before, questions])
})

async function expectTaken(_: string, payload: string, type: string): Promise<void> {
  const reference = await waiting({ callbacks: [] })
  clock.forward({ seconds: 1 })
  expect(await call(path(reference), payload, 'POST', type)).toBe(200)
  expect((await look(reference)).state).toBe('paid')
}

test('a call that is no JSON is taken like any other', () => expectTaken('', '<xml>', 'application/json'))

test.each([
  ['another type', 'a=b', 'application/x-www-form-urlencoded'],
  ['nothing at all', '', 'application/json'],
])('so is a call with %s', { tags: 'faults' }, expectTaken)

test('calls about payments that nobody knows are answered like the others', async () => {
  expect(await call(path('3fa85f64-5717-4562-b3fc-2c963f66afa6'), '{}')).toBe(200)
  expect(await call(path('not-a-reference'), '{}')).toBe(200)
})

test('fifty calls at once ask once, and the order is paid once', async () => {
  const reference = await waiting({ callbacks: [] })
  clock.forward({ seconds: 1 })
  const calls = Array.from({ length: 50 }, () => app.inject({ method: 'POST', url: path(reference) }))
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await Promise.all([context.jobs.runDue(), context.jobs.runDue(), context.jobs.runDue()])
  expect((await look(reference)).state).toBe('paid')
  // Payments of the tests before may be due as well.
  expect(mtn.asked.filter((each) => each === reference)).toHaveLength(1)
})

test('a call that comes before the status is decided is followed by more questions', async () => {
  const reference = await waiting({ secondsPending: 100, callbacks: [-3, 0, 60] })
  await pass({ seconds: 97 })
  expect((await look(reference)).state).toBe('awaiting')
  await pass({ seconds: 5 })
  expect((await look(reference)).state).toBe('paid')
})

test('a repeated call about a payment that was paid only makes the shop ask again', async () => {
  const reference = await waiting({ callbacks: [] })
  await pass({ seconds: 5 })
  const before = await row(reference)
  expect(await call(path(reference), lie)).toBe(200)
  await pass({ seconds: 5 })
  const asked = {
    askedAt: clock(),
    heardAt: clock(),
    wokenAt: expect.any(Date),
    nextCheckAt: expect.any(Date),
  }
  expect(await row(reference)).toEqual(before.map((payment) => ({ ...payment, ...asked })))
})
