import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { ChangeStatusResponse } from '#contract/orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { users } from '#server/features/accounts/tables.ts'
import { checkCashBook } from '#server/features/delivery/cash-book.ts'
import { driverSteps } from '#server/features/delivery/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orderHistory, orderLines, orders } from '#server/features/orders/tables.ts'
import { item, openDriverWorld, orderBody, post } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const { admin, driver, put, assigned, day } = await openDriverWorld(shop)
const otherDriver = await signedInAs('other driver')

function step(id: number, body: object, key?: string, who = driver) {
  return put<ChangeStatusResponse & RefusalResponse>(who, String(id), body, key)
}

function historyOf(id: number) {
  return db.select().from(orderHistory).where(eq(orderHistory.orderId, id)).orderBy(orderHistory.id)
}

test('a tap that the network repeats is applied once, and answered the same each time', async () => {
  const { id } = await assigned('Processing')
  const first = await step(id, { status: 'Shipped' }, 'tap-1')
  clock.forward({ minutes: 5 })
  const again = await step(id, { status: 'Shipped' }, 'tap-1')
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(again.headers['idempotent-replayed']).toBe('true')
  await step(id, { status: 'Delivered' }, 'tap-2')
  const late = await step(id, { status: 'Shipped' }, 'tap-1')
  expect(late.body).toEqual(first.body)
  expect((await historyOf(id)).map(({ status }) => status)).toEqual([
    'Pending',
    'Processing',
    'Shipped',
    'Delivered',
  ])
})

test('twenty repetitions at once are one step', { tags: 'faults' }, async () => {
  const { id } = await assigned('Shipped')
  const tap = () => step(id, { status: 'Delivered', cash: { collected: 130 } }, 'at-once')
  const answers = await Promise.all(Array.from({ length: 20 }, tap))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await historyOf(id)).toHaveLength(3)
  expect((await day()).cash.deliveries.filter(({ order_id }) => order_id === id)).toHaveLength(1)
})

test('a key belongs to its driver and to what was tapped', async () => {
  const { id } = await assigned('Processing')
  await step(id, { status: 'Shipped' }, 'mine')
  expect(await step(id, { status: 'Delivered' }, 'mine')).toMatchObject({
    status: 422,
    body: { code: 'already_submitted' },
  })
  const { id: theirs } = await assigned('Processing', otherDriver)
  expect((await step(theirs, { status: 'Shipped' }, 'mine', otherDriver)).status).toBe(200)
})

test('a step counts from the tap, and the shop keeps when it arrived', async () => {
  const { id } = await assigned('Shipped')
  clock.forward({ minutes: 1 })
  const tapped = clock()
  clock.forward({ hours: 3 })
  const { body } = await step(id, { status: 'Delivered', tapped_at: tapped.toISOString() }, 'late')
  expect(body.updated_at).toBe(tapped.toISOString())
  expect((await historyOf(id)).at(-1)).toMatchObject({ status: 'Delivered', changedAt: tapped })
  const [cached] = await db.select().from(driverSteps).where(eq(driverSteps.orderId, id))
  expect(cached).toMatchObject({ tappedAt: tapped, happenedAt: tapped, arrivedAt: clock() })
})

test('a phone with a wrong clock can neither foresee nor turn the history around', async () => {
  const { id } = await assigned('Processing')
  const before = clock()
  clock.forward({ minutes: 10 })
  await step(id, { status: 'Shipped', tapped_at: '2001-01-01T00:00:00Z' }, 'old')
  await step(id, { status: 'Delivered', tapped_at: '2099-01-01T00:00:00Z' }, 'new')
  const [, , shipped, delivered] = await historyOf(id)
  expect(shipped?.changedAt).toEqual(before)
  expect(delivered?.changedAt).toEqual(clock())
})

test.each([
  ['back', 'Shipped', 'Processing'],
  ['two steps on', 'Pending', 'Shipped'],
  ['out of Cancelled', 'Cancelled', 'Processing'],
  ['out of Delivered', 'Delivered', 'Shipped'],
  ['to Cancelled', 'Shipped', 'Cancelled'],
] as const)('a driver cannot take an order %s', async (_, from, to) => {
  const { id } = await assigned(from)
  const before = await historyOf(id)
  expect(await step(id, { status: to }, `no ${from} ${to}`)).toMatchObject({
    status: 409,
    body: { code: 'step_not_allowed' },
  })
  expect(await historyOf(id)).toEqual(before)
})

test('whoever tapped before the shop cancelled is told so, with what the order is now', async () => {
  const { id } = await assigned('Shipped')
  await put(admin, String(id), { status: 'Cancelled' })
  const tap = { status: 'Delivered', expected_status: 'Shipped', cash: { collected: 130 } }
  expect(await step(id, tap, 'too-late')).toMatchObject({
    status: 409,
    body: { code: 'order_changed', order_status: 'Cancelled' },
  })
  expect((await day()).cash.deliveries.map(({ order_id }) => order_id)).not.toContain(id)
})

test('another driver’s order is neither seen nor touched, with or without a key, cash or photo', async () => {
  const { id } = await assigned('Shipped')
  expect((await day(otherDriver)).orders.map((order) => order.id)).not.toContain(id)
  const answers = [
    await step(id, { status: 'Delivered' }, 'not-mine', otherDriver),
    await put(otherDriver, `${id}/cash`, { collected: 130 }),
    await ask('GET', `/api/orders/${id}/delivery`, otherDriver),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await historyOf(id)).toHaveLength(2)
})

test('an unchanged list costs nothing, and any change of it is seen', async () => {
  const { id } = await assigned('Shipped')
  const list = (etag = '') =>
    ask('GET', '/api/orders/driver', { token: driver.token, headers: { 'if-none-match': etag } })
  const { status, headers } = await list()
  expect(status).toBe(200)
  const unchanged = await list(String(headers.etag))
  expect([unchanged.status, unchanged.body]).toEqual([304, ''])
  expect((await put(admin, `${id}/delivery-note`, { note: 'Ring twice' })).status).toBe(200)
  const changed = await list(String(headers.etag))
  expect(changed.status).toBe(200)
  expect((await day()).orders.find((order) => order.id === id)?.note).toBe('Ring twice')
  const another = await assigned('Pending')
  expect((await list(String(changed.headers.etag))).status).toBe(200)
  expect((await day()).orders.map((order) => order.id)).toContain(another.id)
})

test('what is still to be done comes first, and the counters count everything', async () => {
  const fresh = await signedInAs('other driver')
  const before = (await day(fresh)).counts
  const pending = await assigned('Pending', fresh)
  const shipped = await assigned('Shipped', fresh)
  await assigned('Delivered', fresh)
  await assigned('Cancelled', fresh)
  const { orders, counts } = await day(fresh, '?limit=2')
  expect(orders.map(({ order_status }) => order_status)).not.toContain('Delivered')
  expect(orders.map(({ id }) => id)).toEqual([shipped.id, pending.id])
  expect(counts).toEqual({
    total: before.total + 4,
    in_progress: before.in_progress + 1,
    completed: before.completed + 1,
    issues: before.issues + 1,
  })
})

test('an admin has no driver’s list, unless they drive as well', async () => {
  const look = () => ask<DriverDayResponse>('GET', '/api/orders/driver', admin)
  expect((await look()).status).toBe(403)
  await db.update(users).set({ isDriver: true }).where(eq(users.id, admin.viewer.id))
  const { id } = await assigned('Shipped', admin)
  expect((await look()).body.orders.map((order) => order.id)).toEqual([id])
  await db.update(users).set({ isDriver: false }).where(eq(users.id, admin.viewer.id))
})

async function pinOf(id: number): Promise<string> {
  const [order] = await db.select({ pin: orders.deliveryPin }).from(orders).where(eq(orders.id, id))
  return order?.pin ?? ''
}

/** So many PINs that are not this one. */
function otherPins(pin: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String((Number(pin) + 1 + n) % 10_000).padStart(4, '0'))
}

const deliver = (id: number, proof_code: string, key?: string) =>
  step(id, { status: 'Delivered', proof_code }, key)

test('the customer’s PIN proves a delivery; a wrong one and the tracking code deliver nothing', async () => {
  const { id, code } = await assigned('Shipped')
  const pin = await pinOf(id)
  expect(pin).toMatch(/^\d{4}$/)
  for (const wrong of [...otherPins(pin, 1), code]) {
    expect(await deliver(id, wrong)).toMatchObject({ status: 400, body: { code: 'wrong_pin' } })
  }
  expect(await historyOf(id)).toHaveLength(2)
  expect((await deliver(id, ` ${pin.slice(0, 2)} ${pin.slice(2)}`, 'pin')).status).toBe(200)
  expect((await day()).orders.find((order) => order.id === id)?.has_code).toBe(true)
  expect(await ask('GET', `/api/orders/${id}/delivery`, admin)).toMatchObject({
    body: { proofs: [{ kind: 'pin' }] },
  })
})

test('after five wrong PINs not even the right one proves the order; repetitions are one try, and without a PIN it is delivered', async () => {
  const { id } = await assigned('Shipped')
  const { id: another } = await assigned('Shipped')
  const pin = await pinOf(id)
  const wrong = otherPins(pin, 5)
  for (const each of [...wrong.slice(0, 4), ...wrong.slice(0, 4), wrong[0] ?? '']) await deliver(id, each)
  expect((await deliver(id, wrong[4] ?? '')).body.error).toContain('Ask the customer again')
  const locked = await deliver(id, pin)
  expect(locked).toMatchObject({ status: 400, body: { code: 'wrong_pin' } })
  expect(locked.body.error).toBe(
    'There were too many wrong PINs for this order. Please take a photo instead.',
  )
  expect((await deliver(another, await pinOf(another))).status).toBe(200)
  expect((await step(id, { status: 'Delivered' })).status).toBe(200)
})

test('whoever delivers without a PIN has no more tries to guess it afterwards', async () => {
  const { id } = await assigned('Shipped')
  const pin = await pinOf(id)
  expect((await step(id, { status: 'Delivered' })).status).toBe(200)
  for (const wrong of otherPins(pin, 5)) expect((await deliver(id, wrong)).status).toBe(400)
  expect(await deliver(id, pin)).toMatchObject({ status: 400, body: { code: 'wrong_pin' } })
  expect(await ask('GET', `/api/orders/${id}/delivery`, admin)).toMatchObject({ body: { proofs: [] } })
})

test('no answer that a driver gets has the PIN of an order', async () => {
  const { id, code } = await assigned('Shipped', driver, { customer_email: 'ama@example.com' })
  const pin = 'a-secret-pin'
  await db.update(orders).set({ deliveryPin: pin }).where(eq(orders.id, id))
  const { token } = driver
  const answers = [
    await ask('GET', '/api/orders/driver', { token }),
    await ask('GET', `/api/orders/driver?q=${code}&status=Shipped`, { token }),
    await ask('GET', `/api/orders/${id}/delivery`, { token }),
    await ask('GET', `/api/order-tracking/${code}`, { token }),
    await ask('GET', `/api/orders/${id}`, { token }),
    await ask('GET', '/api/orders', { token }),
    await ask('GET', '/api/orders/user/ama@example.com', { token }),
    await ask('GET', '/api/account/data', { token }),
    await deliver(id, '0000'),
    await step(id, { status: 'Processing' }),
    await step(id, { status: 'Delivered' }),
    await put(driver, `${id}/cash`, { collected: 130, reason: '' }),
    await ask('GET', '/api/orders/driver', { token }),
  ]
  expect(JSON.stringify(answers).includes(pin)).toBe(false)
})

test('a driver who sends an order again as its customer would gets no PIN', async () => {
  const { id, code } = await assigned('Shipped', driver, { tracking_code: 'PIN001' })
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const body = orderBody([item(line?.productId ?? 0)], { tracking_code: code })
  const { body: repeated, headers } = await post(shop, body, { token: driver.token })
  expect([repeated.id, repeated.delivery_pin, headers['idempotent-replayed']]).toEqual([id, null, 'true'])
})

test('after all of this the books agree', async () => {
  expect([...(await checkInvariants(db)), ...(await checkCashBook(db))]).toEqual([])
})
