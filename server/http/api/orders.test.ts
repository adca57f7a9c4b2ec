import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { products, stockMovements } from '#server/features/catalogue/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { orderHistory, orderLines, orders } from '#server/features/orders/tables.ts'
import { shopSettings } from '#server/features/settings/tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { item, orderBody, place, post, stockOf } from '#server/testing/sample-orders.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { signedInAs, context } = shop
afterAll(shop.close)

test('an order takes its stock and answers what the customer pays', async () => {
  const cream = await shelve(context, { name: 'Cream', price: 8_550, stock: 10 })
  const soap = await shelve(context, { name: 'Soap', price: 1_999, stock: 3 })
  const body = orderBody([item(cream, 2, 85.5), item(soap, 3, 19.99)], { order_total: 230.97 })
  const { status, body: answer } = await post(shop, body)
  expect(status).toBe(201)
  expect(answer).toEqual({
    id: expect.any(Number),
    deliver_on: null,
    deliver_slot: null,
    delivery_day: '',
    tracking_code: expect.stringMatching(/^[A-Z0-9]{6}$/),
    order_status: 'Pending',
    created_at: '2026-03-05T09:00:00.000Z',
    payment_method: 'whatsapp',
    delivery_option: 'delivery_service',
    items: [
      { product_id: cream, product_name: 'Cream', quantity: 2, price_per_item: 85.5, total_price: 171 },
      { product_id: soap, product_name: 'Soap', quantity: 3, price_per_item: 19.99, total_price: 59.97 },
    ],
    subtotal: 230.97,
    delivery_fee: 45,
    discounts: [],
    discount_total: 0,
    order_total: 275.97,
    delivery_pin: expect.stringMatching(/^\d{4}$/),
  })
  expect([await stockOf(context, cream), await stockOf(context, soap)]).toEqual([8, 0])
})

test('what the customer writes along is read by the staff alone, and is part of what was ordered', async () => {
  const jar = await shelve(context)
  const notes = { customer_note: 'Please call first', gift_note: 'For Esi,\nwith love' }
  const body = orderBody([item(jar)], { ...notes, tracking_code: 'N2TE5A' })
  const { body: placed } = await post(shop, body)
  const { token } = await signedInAs('admin')
  const detail = await shop.ask('GET', `/api/orders/${placed.id}`, { token })
  expect(detail.body).toMatchObject(notes)
  const tracked = await shop.ask('GET', `/api/order-tracking/${placed.tracking_code}`)
  expect(JSON.stringify(tracked.body)).not.toMatch(/call first|For Esi/)
  const [again, other] = [await post(shop, body), await post(shop, { ...body, gift_note: 'For Adwoa' })]
  expect([again.body.id === placed.id, other.body.id === placed.id]).toEqual([true, false])
  const tooLong = await post(shop, { ...body, gift_note: 'x'.repeat(301) })
  expect(tooLong.body).toMatchObject({ fields: { gift_note: 'Please use at most 300 characters' } })
})

test('the first order of a shop has a number of four digits', async () => {
  const { id } = await place(shop, [item(await shelve(context))])
  expect(id).toBeGreaterThan(1_000)
})

test('the stock book and the history say who ordered and when', async () => {
  const jar = await shelve(context)
  const { token, viewer } = await signedInAs('customer')
  const { id } = await place(shop, [item(jar, 4)], {}, { token })
  const ofJar = eq(stockMovements.productId, jar)
  const [, taken] = await context.db.select().from(stockMovements).where(ofJar).orderBy(stockMovements.id)
  expect(taken).toMatchObject({ change: -4, stockAfter: 6, cause: 'order', orderId: id, actorId: viewer.id })
  const history = await context.db.select().from(orderHistory).where(eq(orderHistory.orderId, id))
  expect(history).toMatchObject([{ status: 'Pending', changedBy: viewer.id, changedAt: context.clock() }])
  const [order] = await context.db.select().from(orders).where(eq(orders.id, id))
  expect(order?.userId).toBe(viewer.id)
})

test('a sign-in that has ended does not turn an order into a guest’s in silence', async () => {
  const jar = await shelve(context)
  const { token } = await signedInAs('customer')
  await shop.ask('POST', '/api/auth/signout', { token })
  const order = orderBody([item(jar)])
  expect(await post(shop, order, { token })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await stockOf(context, jar)).toBe(10)
  expect((await post(shop, order)).status).toBe(201)
})

test('the order keeps name, price and picture as sold, whatever becomes of the product', async () => {
  const picture = await addSamplePicture(context)
  const jar = await shelve(context, { name: 'Old name', price: 5_000, pictureIds: [picture.id] })
  const { id } = await place(shop, [item(jar)])
  await context.db
    .update(products)
    .set({ name: 'New name', price: 9_900, removedAt: context.clock() })
    .where(eq(products.id, jar))
  const [line] = await context.db.select().from(orderLines).where(eq(orderLines.orderId, id))
  expect(line).toMatchObject({ productName: 'Old name', pricePerItem: 5_000, pictureId: picture.id })
})

test.each([
  { city: ' accra ', state: 'Greater Accra', fee: 0 },
  { city: 'Tema', state: 'Greater Accra', fee: 55 },
  { city: 'Nsawam', state: 'Eastern', fee: 55 },
  { city: 'Madina', state: 'Greater Accra', fee: 45 },
  { city: 'Ho', state: 'Volta', fee: 45 },
])('delivery to $city in $state costs $fee', async ({ fee, ...town }) => {
  const jar = await shelve(context, { price: 10_000 })
  const answer = await place(shop, [item(jar)], town)
  expect(answer).toMatchObject({ subtotal: 100, delivery_fee: fee, order_total: 100 + fee })
})

test('a personal rider costs nothing and needs no street', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const details = { delivery_option: 'personal_rider', address: '', zip: '' }
  expect(await place(shop, [item(jar)], details)).toMatchObject({ delivery_fee: 0, order_total: 100 })
})

const changeFees = (work: (db: Database) => Promise<unknown>) => invalidating(context, ['settings'], work)

test('the owner’s own delivery fees count', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const value = [{ region: null, cities: [], fee: 1_250 }]
  await changeFees((db) =>
    db.insert(shopSettings).values({ name: 'deliveryFees', value, updatedAt: context.clock() }),
  )
  expect(await place(shop, [item(jar)])).toMatchObject({ delivery_fee: 12.5, order_total: 112.5 })
  await changeFees((db) => db.delete(shopSettings))
})

test('an area of Accra pays what the fee table says of it, and its name is stored as it was typed', async () => {
  const jar = await shelve(context, { price: 10_000 })
  const eastLegon = { state: 'Greater Accra', city: 'East Legon', address: 'Blue gate' }
  const { id, delivery_fee } = await place(shop, [item(jar)], eastLegon)
  expect(delivery_fee).toBe(0)
  const [stored] = await context.db.select().from(orders).where(eq(orders.id, id))
  expect(stored).toMatchObject({ city: 'East Legon', address: 'Blue gate' })
  const value = [
    { region: 'Greater Accra', cities: ['East Legon'], fee: 2_000 },
    { region: 'Greater Accra', cities: ['Accra', 'East Legon'], fee: 0 },
    { region: null, cities: [], fee: 4_500 },
  ]
  await changeFees((db) =>
    db.insert(shopSettings).values({ name: 'deliveryFees', value, updatedAt: context.clock() }),
  )
  expect(await place(shop, [item(jar)], eastLegon)).toMatchObject({ delivery_fee: 20, order_total: 120 })
  await changeFees((db) => db.delete(shopSettings))
})

test('the specification’s own body is enough: one line of address, delivered, any other region', async () => {
  const jar = await shelve(context, { price: 8_500 })
  const body = {
    customer_name: 'Kofi',
    customer_email: '',
    customer_phone: '0241234567',
    shipping_address: 'House 1, Osu, Accra, Greater Accra, GA-100-0000',
    order_total: 170,
    payment_method: 'whatsapp',
    tracking_code: 'K7P2QX',
    items: [{ product_id: jar, quantity: 2, price_per_item: 85 }],
  }
  const { status, body: answer } = await post(shop, body, { url: '/api/orders/whatsapp' })
  expect(status).toBe(201)
  expect(answer).toMatchObject({ tracking_code: 'K7P2QX', subtotal: 170, delivery_fee: 45, order_total: 215 })
})

test('the code of the customer is used if it is well formed and free, else the shop draws one', async () => {
  const jar = await shelve(context, { stock: 100 })
  const code = (tracking_code?: string) =>
    place(shop, [item(jar)], { tracking_code, customer_name: `${Math.random()}` })
  expect((await code('FREE01')).tracking_code).toBe('FREE01')
  for (const input of ['FREE01', 'free-01', 'TOOLONG1', '', undefined, '§§§§§§']) {
    const { tracking_code } = await code(input)
    expect(tracking_code).toMatch(/^[A-Z0-9]{6}$/)
    expect(tracking_code).not.toBe('FREE01')
  }
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(context.db)).toEqual([])
})
