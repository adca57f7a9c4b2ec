import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AssignDriverResponse, DriverOrderResponse, DriverResponse } from '#contract/delivery.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { users } from '#server/features/accounts/tables.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { orders } from '#server/features/orders/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type SignedIn } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const admin = await signedInAs('admin')
const driver = await signedInAs('driver')
const otherDriver = await signedInAs('other driver')
const jar = await shelve(context, { name: 'Shea', price: 8_500, stock: 900 })

async function newOrder(details: object = {}): Promise<number> {
  return (await place(shop, [item(jar)], details)).id
}

function assign(order_ids: number[], driver_id: string | null) {
  return ask<AssignDriverResponse & RefusalResponse>('PUT', '/api/orders/drivers', {
    token: admin.token,
    body: { order_ids, driver_id },
  })
}

async function listOf({ token }: SignedIn): Promise<number[]> {
  const { body } = await ask<{ orders: DriverOrderResponse[] }>('GET', '/api/orders/driver', { token })
  return body.orders.map(({ id }) => id)
}

async function driverNow(id: number): Promise<string | null | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order?.driverId
}

test('an admin gives one or many orders to a driver, who sees them; another driver does not', async () => {
  const [first, second] = [await newOrder(), await newOrder()]
  const { status, body } = await assign([first, second, first], driver.viewer.id)
  expect(status).toBe(200)
  expect(body.not_changed).toEqual([])
  expect(body.orders).toMatchObject([
    { id: first, driver_id: driver.viewer.id, driver_name: 'driver' },
    { id: second, driver_id: driver.viewer.id, driver_name: 'driver' },
  ])
  expect(await listOf(driver)).toEqual([second, first])
  expect(await listOf(otherDriver)).toEqual([])
})

test('an order moves to another driver, and back to nobody', async () => {
  const id = await newOrder()
  await assign([id], driver.viewer.id)
  await assign([id], otherDriver.viewer.id)
  expect(await listOf(driver)).not.toContain(id)
  expect(await listOf(otherDriver)).toContain(id)
  expect((await assign([id], null)).body.orders).toMatchObject([{ id, driver_id: null, driver_name: null }])
  expect(await driverNow(id)).toBe(null)
})

test('orders that need no driver are named with the reason, and the others still move', async () => {
  const pickedUp = await newOrder({ delivery_option: 'personal_rider' })
  const delivered = await newOrder()
  const cancelled = await newOrder()
  const open = await newOrder()
  await ask('PUT', `/api/orders/${delivered}`, { token: admin.token, body: { status: 'Delivered' } })
  await ask('PUT', `/api/orders/${cancelled}`, { token: admin.token, body: { status: 'Cancelled' } })
  const { body } = await assign([pickedUp, delivered, cancelled, 2_000_000_000, open], driver.viewer.id)
  expect(body.orders.map(({ id }) => id)).toEqual([open])
  expect(body.not_changed).toEqual([
    { id: pickedUp, code: 'personal_rider', reason: 'The customer sends a rider of their own.' },
    { id: delivered, code: 'already_delivered', reason: 'This order is already delivered.' },
    { id: cancelled, code: 'cancelled', reason: 'This order is cancelled.' },
    { id: 2_000_000_000, code: 'order_not_found', reason: 'This order does not exist.' },
  ])
  expect(await driverNow(pickedUp)).toBe(null)
})

test('nobody but a driver is given an order', async () => {
  const id = await newOrder()
  const { viewer: customer } = await signedInAs('customer')
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const someone of [customer.id, admin.viewer.id, unknown]) {
    expect(await assign([id], someone)).toMatchObject({ status: 409, body: { code: 'driver_needed' } })
  }
  expect(await driverNow(id)).toBe(null)
  for (const body of [
    {},
    { order_ids: [], driver_id: null },
    { order_ids: [id] },
    { order_ids: ['1'], driver_id: null },
  ]) {
    expect((await ask('PUT', '/api/orders/drivers', { token: admin.token, body })).status).toBe(400)
  }
  const tooMany = Array.from({ length: 201 }, (_, index) => index + 1)
  expect((await assign(tooMany, driver.viewer.id)).status).toBe(400)
})

test('who gave an order to whom is kept; giving it again changes nothing', async () => {
  const id = await newOrder()
  await assign([id], driver.viewer.id)
  await assign([id], driver.viewer.id)
  await assign([id], otherDriver.viewer.id)
  const cached = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.thingId, String(id)))
    .orderBy(auditEntries.id)
  expect(cached).toMatchObject([
    { actorId: admin.viewer.id, thing: 'order', before: { driver: null }, after: { driver: 'driver' } },
    { before: { driver: 'driver' }, after: { driver: 'other.driver' } },
  ])
})

test('whoever writes a note for the driver over another one that they have not seen is told so', async () => {
  const id = await newOrder()
  const write = (body: object) => ask('PUT', `/api/orders/${id}/delivery-note`, { token: admin.token, body })
  expect((await write({ note: 'Ring twice', expected: '' })).status).toBe(200)
  expect(await write({ note: 'Call first', expected: '' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', note: 'Ring twice' },
  })
  expect(await write({ note: 'Call first', expected: 'Ring twice' })).toMatchObject({
    status: 200,
    body: { note: 'Call first' },
  })
  expect((await write({ note: 'Ring twice' })).status).toBe(200)
})

test('a driver whose account is blocked is not offered and gets nothing', async () => {
  const blocked = await signedInAs('customer')
  await db
    .update(users)
    .set({ isDriver: true, blockedAt: context.clock() })
    .where(eq(users.id, blocked.viewer.id))
  const { body } = await ask<DriverResponse[]>('GET', '/api/drivers', admin)
  expect(body.map(({ id }) => id)).not.toContain(blocked.viewer.id)
  expect(await assign([await newOrder()], blocked.viewer.id)).toMatchObject({
    status: 409,
    body: { code: 'driver_needed' },
  })
})

test('what a driver has brought is not on hand any more, and beyond a thousand nobody counts', async () => {
  const { id } = otherDriver.viewer
  const onHand = async () => {
    const { body } = await ask<DriverResponse[]>('GET', '/api/drivers', admin)
    return body.find((driver) => driver.id === id)?.open_orders
  }
  const give = (status: string) =>
    db.execute(sql`
      insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
        payment_method, subtotal, delivery_fee, total, created_at, updated_at, driver_id)
      select 'MANY' || n, ${status}, '', '', '', '', '', '', 'delivery_service', 'whatsapp', 0, 0, 0, now(), now(), ${id}
      from generate_series(1, 1001) n`)
  const before = await onHand()
  await give('Delivered')
  expect(await onHand()).toBe(before)
  await db.execute(sql`update orders set status = 'Shipped' where tracking_code like 'MANY%'`)
  expect(await onHand()).toBe(1_000)
  await db.execute(sql`delete from orders where tracking_code like 'MANY%'`)
  expect(await onHand()).toBe(before)
})

test('the list of drivers says how much each has on hand', async () => {
  const before = await ask<DriverResponse[]>('GET', '/api/drivers', admin)
  const id = await newOrder()
  await assign([id], otherDriver.viewer.id)
  const { body } = await ask<DriverResponse[]>('GET', '/api/drivers', admin)
  const onHand = (answer: DriverResponse[]) =>
    answer.find(({ email }) => email === 'other.driver@example.com')
  expect(onHand(body)).toEqual({
    id: otherDriver.viewer.id,
    name: 'other.driver',
    email: 'other.driver@example.com',
    open_orders: (onHand(before.body)?.open_orders ?? 0) + 1,
  })
  await db.update(users).set({ isDriver: false }).where(eq(users.id, otherDriver.viewer.id))
  expect(onHand((await ask<DriverResponse[]>('GET', '/api/drivers', admin)).body)).toBe(undefined)
})
