import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type {
  BulkUpdateResponse,
  NoteResponse,
  OrderCountsResponse,
  OrderDetailResponse,
} from '#contract/admin-orders.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { foldCounts } from '#server/features/orders/order-counts.ts'
import { orderCounts, orders } from '#server/features/orders/tables.ts'
import { item, orderBody, place, post, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const admin = await signedInAs('admin')
const { token } = admin

async function newestChange() {
  const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
  return entry
}

async function count(query = ''): Promise<OrderCountsResponse> {
  return (await ask<OrderCountsResponse>('GET', `/api/orders/counts${query}`, { token })).body
}

test('one order is shown with its address in parts, its note, what is to be collected, and who changed it when', async () => {
  const jar = await shelve(context, { name: 'Shea', price: 8_500 })
  const { id } = await place(shop, [item(jar, 2)], { customer_name: 'Ɛfua Ɔkɔmfo' })
  clock.forward({ hours: 1 })
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Processing' } })
  const { status, body } = await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    customer_name: 'Ɛfua Ɔkɔmfo',
    address: 'House 4, behind the post office',
    city: 'Kumasi',
    state: 'Ashanti',
    zip: 'AK-039-5028',
    source: 'shop',
    note: '',
    subtotal: 170,
    delivery_fee: 45,
    order_total: 215,
    refunded: 0,
    amount_to_collect: 215,
    to_confirm: [],
    payment_method: 'whatsapp',
    history: [
      { status: 'Pending', by: null },
      { status: 'Processing', by: 'admin', at: clock().toISOString() },
    ],
  })
  expect((await ask('GET', '/api/orders/2000000000', { token })).status).toBe(404)
  expect((await ask('GET', '/api/orders/abc', { token })).status).toBe(404)
})

test('a change of status by the staff stands in the list of changes too', async () => {
  const { id } = await place(shop, [item(await shelve(context))])
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Shipped' } })
  expect(await newestChange()).toMatchObject({
    actorId: admin.viewer.id,
    thing: 'order',
    thingId: String(id),
    action: 'changed the status',
    before: { status: 'Pending' },
    after: { status: 'Shipped' },
  })
})

test('a note is kept, with who wrote it; the history of the order stays as it is', async () => {
  const { id } = await place(shop, [item(await shelve(context))])
  const write = (body: object) => ask<NoteResponse>('PUT', `/api/orders/${id}/note`, { token, body })
  expect(await write({ note: ' Call before you come ' })).toMatchObject({
    status: 200,
    body: { id, note: 'Call before you come' },
  })
  expect(await newestChange()).toMatchObject({
    action: 'changed the note',
    before: { note: '' },
    after: { note: 'Call before you come' },
  })
  const { body } = await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })
  expect([body.note, body.history.length]).toEqual(['Call before you come', 1])
  expect((await write({ note: 'x'.repeat(2_001) })).status).toBe(400)
})

test('a note stays with the staff, and goes when the customer deletes the account', async () => {
  const customer = await signedInAs('customer')
  const { id } = await place(shop, [item(await shelve(context))], {}, { token: customer.token })
  await ask('PUT', `/api/orders/${id}/note`, { token, body: { note: 'Haggles' } })
  const data = await ask('GET', '/api/account/data', { token: customer.token })
  expect([JSON.stringify(data.body).includes('Haggles'), data.status]).toEqual([false, 200])
  const own = await ask('GET', '/api/orders/user/customer@example.com', { token: customer.token })
  expect(JSON.stringify(own.body)).not.toContain('Haggles')

  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  const body = { password: 'the customer’s password' }
  expect((await ask('POST', '/api/account/delete', { token: customer.token, body })).status).toBe(200)
  const { body: left } = await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })
  expect([left.customer_name, left.note]).toEqual(['Deleted account', ''])
})

test('whoever writes a note over another one that they have not seen is told so', async () => {
  const { id } = await place(shop, [item(await shelve(context))])
  const write = (body: object) => ask('PUT', `/api/orders/${id}/note`, { token, body })
  await write({ note: 'Gate is blue', expected: '' })
  expect(await write({ note: 'Gate is green', expected: '' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', note: 'Gate is blue' },
  })
  expect((await write({ note: 'Gate is green', expected: 'Gate is blue' })).status).toBe(200)
})

test('many orders are changed at once, and each that cannot be is named with its reason', async () => {
  const jar = await shelve(context, { stock: 3 })
  const first = await place(shop, [item(jar, 1)])
  const second = await place(shop, [item(jar, 2)])
  const setAll = (order_ids: number[], status: string) =>
    ask<BulkUpdateResponse>('PUT', '/api/orders/status', { token, body: { order_ids, status } })

  const cancelled = await setAll([first.id, second.id, first.id, 2_000_000_000], 'cancelled')
  expect(cancelled.status).toBe(200)
  expect(cancelled.body.orders).toMatchObject([
    { id: first.id, order_status: 'Cancelled', stockRestored: true },
    { id: second.id, order_status: 'Cancelled', stockRestored: true },
  ])
  expect(cancelled.body.not_changed).toEqual([
    { id: 2_000_000_000, code: 'order_not_found', reason: 'Order not found' },
  ])

  await place(shop, [item(jar, 2)])
  const reopened = await setAll([first.id, second.id], 'Pending')
  expect(reopened.body.orders).toMatchObject([{ id: first.id, stockDecremented: true }])
  expect(reopened.body.not_changed).toMatchObject([{ id: second.id, code: 'out_of_stock' }])
  expect(await stockOf(context, jar)).toBe(0)

  expect((await setAll([], 'Pending')).status).toBe(400)
  expect((await setAll([first.id], 'Returned')).status).toBe(400)
})

test('a change of many orders says what each had been, and only what nobody touched since is put back', async () => {
  const jar = await shelve(context, { stock: 9 })
  const [waiting, packed] = [await place(shop, [item(jar, 1)]), await place(shop, [item(jar, 1)])]
  const setAll = (order_ids: number[], status: string, expected_status?: string) =>
    ask<BulkUpdateResponse>('PUT', '/api/orders/status', {
      token,
      body: { order_ids, status, expected_status },
    })
  await setAll([packed.id], 'Processing')
  const shipped = await setAll([waiting.id, packed.id], 'Shipped')
  expect(shipped.body.orders).toMatchObject([
    { id: waiting.id, previous_status: 'Pending' },
    { id: packed.id, previous_status: 'Processing' },
  ])
  await setAll([packed.id], 'Delivered')
  const undone = await setAll([waiting.id, packed.id], 'Pending', 'Shipped')
  expect(undone.body.orders).toMatchObject([{ id: waiting.id, order_status: 'Pending' }])
  expect(undone.body.not_changed).toMatchObject([{ id: packed.id, code: 'order_changed' }])
})

test('orders are counted by status, and new ones since the last look', async () => {
  const before = await count()
  const jar = await shelve(context)
  const { id } = await place(shop, [item(jar)])
  await place(shop, [item(jar)])
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  const after = await count(`?after=${before.newest_id}`)
  expect(after.total).toBe(before.total + 2)
  expect(after.by_status.Pending).toBe((before.by_status.Pending ?? 0) + 1)
  expect(after.by_status.Delivered).toBe((before.by_status.Delivered ?? 0) + 1)
  expect(after.newer).toBe(2)
  expect((await count(`?after=${after.newest_id}`)).newer).toBe(0)
  expect((await ask('GET', '/api/orders/counts?after=-1', { token })).status).toBe(400)
})

test('folding the counts leaves the sums as they were', async () => {
  const before = await count()
  const rows = await db.$count(orderCounts)
  await foldCounts(db)
  expect(await db.$count(orderCounts)).toBeLessThan(rows)
  expect(await count()).toEqual(before)
})

test('an order taken by phone needs no e-mail, has the shop’s prices, and belongs to no account', async () => {
  const jar = await shelve(context, { price: 8_500, stock: 5 })
  const taken = orderBody([item(jar, 2)], {
    customer_email: undefined,
    payment_method: undefined,
    source: 'phone',
    note: 'Wants it on Friday',
  })
  const { status, body } = await post(shop, taken, { token, url: '/api/orders/manual', key: 'call-1' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ order_total: 215, payment_method: 'whatsapp', order_status: 'Pending' })
  expect(await stockOf(context, jar)).toBe(3)

  const again = await post(shop, taken, { token, url: '/api/orders/manual', key: 'call-1' })
  expect([again.status, again.body]).toEqual([201, body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await stockOf(context, jar)).toBe(3)

  const detail = await ask<OrderDetailResponse>('GET', `/api/orders/${body.id}`, { token })
  expect(detail.body).toMatchObject({
    source: 'phone',
    note: 'Wants it on Friday',
    customer_email: null,
    payment_state: 'Pay on delivery',
    history: [{ status: 'Pending', by: 'admin' }],
  })
  const [row] = await db.select().from(orders).where(eq(orders.id, body.id))
  expect(row?.userId).toBeNull()
  expect(await newestChange()).toMatchObject({
    actorId: admin.viewer.id,
    thingId: String(body.id),
    action: 'took an order',
    after: { code: body.tracking_code, source: 'phone', total: 215 },
  })
})

test('an order taken by the staff is checked like any other', async () => {
  const jar = await shelve(context, { stock: 1 })
  const take = (details: object, items = [item(jar)]) =>
    post<{ code: string; fields?: object }>(
      shop,
      orderBody(items, { payment_method: undefined, source: 'whatsapp', ...details }),
      { token, url: '/api/orders/manual' },
    )
  expect((await take({ customer_phone: '', city: '' })).body.fields).toEqual({
    customer_phone: 'Phone number is required',
    city: 'City is required',
  })
  expect((await take({ source: 'letter' })).body.fields).toEqual({
    source: 'Please say how the order came in',
  })
  expect((await take({ payment_method: 'mtn_momo' })).status).toBe(400)
  expect(await take({}, [item(jar, 2)])).toMatchObject({ status: 409, body: { code: 'out_of_stock' } })
  expect((await take({})).status).toBe(201)
})

test('the staff may take more orders in a row than a customer may place', async () => {
  const jar = await shelve(context, { stock: 100 })
  for (let n = 0; n < 12; n++) {
    const taken = orderBody([item(jar)], { payment_method: undefined, source: 'phone' })
    expect((await post(shop, taken, { token, url: '/api/orders/manual', key: `row-${n}` })).status).toBe(201)
  }
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(db)).toEqual([])
})
