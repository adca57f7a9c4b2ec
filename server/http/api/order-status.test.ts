import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type OrderStatus, orderStatuses } from '#rules/order-status.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orderHistory } from '#server/features/orders/tables.ts'
import { openOrderActions, stockOf } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const admin = await signedInAs('admin')
const driver = await signedInAs('driver')
const otherDriver = await signedInAs('other driver')

const { put, orderIn } = openOrderActions(shop, admin)

const everyChange = orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ from, to })))

type Change = (typeof everyChange)[number]

/** What moves stock, and one of the others. */
const isTypical = ({ from, to }: Change) =>
  (from === 'Cancelled') !== (to === 'Cancelled') || (from === 'Pending' && to === 'Processing')

async function expectAdminMay({ from, to }: Change): Promise<void> {
  const { id, jar } = await orderIn(from)
  const { status, body } = await put(id, { status: to })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    order_status: to,
    stockRestored: to === 'Cancelled' && from !== 'Cancelled',
    stockDecremented: from === 'Cancelled' && to !== 'Cancelled',
  })
  expect(await stockOf(context, jar)).toBe(to === 'Cancelled' ? 10 : 8)
}

test.each(everyChange.filter(isTypical))('an admin may change $from to $to', expectAdminMay)

test.each(everyChange.filter((each) => !isTypical(each)))(
  'an admin may change $from to $to, too',
  { tags: 'faults' },
  expectAdminMay,
)

const nextSteps: Partial<Record<OrderStatus, OrderStatus>> = {
  Pending: 'Processing',
  Processing: 'Shipped',
  Shipped: 'Delivered',
}

async function expectNextStepOnly({ from, to }: Change): Promise<void> {
  const { id, jar } = await orderIn(from, driver.viewer.id)
  const { status, body } = await put(id, { status: to }, driver)
  if (to === nextSteps[from] || to === from)
    expect(body).toMatchObject({ order_status: to, stockRestored: false })
  else expect({ status, code: body.code }).toEqual({ status: 409, code: 'step_not_allowed' })
  expect(await stockOf(context, jar)).toBe(from === 'Cancelled' ? 10 : 8)
}

/** Each step, what moves stock, one step back and one that leaves a step out. */
const isDrivers = ({ from, to }: Change) =>
  to === nextSteps[from] ||
  (from === 'Cancelled') !== (to === 'Cancelled') ||
  (from === 'Shipped' && to === 'Processing') ||
  (from === 'Pending' && to === 'Shipped')

test.each(everyChange.filter(isDrivers))(
  'a driver may change $from to $to only if it is the next step',
  expectNextStepOnly,
)

test.each(everyChange.filter((each) => !isDrivers(each)))(
  'nor may a driver change $from to $to where it is not the next step',
  { tags: 'faults' },
  expectNextStepOnly,
)

test('a status is accepted in any case, and an unknown one refused', async () => {
  const { id } = await orderIn('Pending')
  expect((await put(id, { status: 'sHIPPED' })).body.order_status).toBe('Shipped')
  for (const status of ['Returned', '', 5, null, ['Shipped']]) {
    expect(await put(id, { status })).toMatchObject({
      status: 400,
      body: { fields: { status: 'Unknown status' } },
    })
  }
  expect((await put(id, {})).status).toBe(400)
  expect((await put(id, { status: 'Shipped', order_total: 1 })).status).toBe(400)
})

test('every change is kept with who and when; the same status again is no change', async () => {
  const { id } = await orderIn('Pending', driver.viewer.id)
  clock.forward({ minutes: 5 })
  const first = context.clock()
  await put(id, { status: 'Processing' })
  clock.forward({ minutes: 5 })
  expect((await put(id, { status: 'processing' })).body).toMatchObject({
    updated_at: first.toISOString(),
    stockRestored: false,
    stockDecremented: false,
  })
  await put(id, { status: 'Shipped' }, driver)
  const history = await db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(orderHistory.id)
  expect(history).toMatchObject([
    { status: 'Pending', changedBy: null },
    { status: 'Processing', changedBy: admin.viewer.id, changedAt: first },
    { status: 'Shipped', changedBy: driver.viewer.id, changedAt: context.clock() },
  ])
})

test('unknown orders and orders of another driver look the same', async () => {
  const { id } = await orderIn('Processing', driver.viewer.id)
  const { id: nobodys } = await orderIn('Processing')
  const answers = [
    await put(id, { status: 'Shipped' }, otherDriver),
    await put(nobodys, { status: 'Shipped' }, otherDriver),
    await put(2_000_000_000, { status: 'Shipped' }, otherDriver),
  ]
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'Order not found', code: 'order_not_found' },
    })
  }
  expect((await put(2_000_000_000, { status: 'Shipped' })).status).toBe(404)
})

test('customers and visitors change nothing', async () => {
  const { id } = await orderIn('Pending')
  expect((await put(id, { status: 'Cancelled' }, await signedInAs('customer'))).status).toBe(403)
  expect((await ask('PUT', `/api/orders/${id}`, { body: { status: 'Cancelled' } })).status).toBe(401)
})

test('whoever expects another status is told that the order has changed', async () => {
  const { id, jar } = await orderIn('Shipped')
  expect(await put(id, { status: 'Cancelled', expected_status: 'pending' })).toMatchObject({
    status: 409,
    body: { code: 'order_changed', order_status: 'Shipped' },
  })
  expect(await stockOf(context, jar)).toBe(8)
  expect((await put(id, { status: 'Cancelled', expected_status: 'shipped' })).status).toBe(200)
  expect((await put(id, { status: 'Cancelled', expected_status: 'shipped' })).body.stockRestored).toBe(false)
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(db)).toEqual([])
})
