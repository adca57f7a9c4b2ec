import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { products } from '#server/features/catalogue/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { item, orderBody, place, post, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, context } = shop
afterAll(shop.close)

test('an order with mistakes says all of them beside their fields', async () => {
  const jar = await shelve(context)
  const wrong = { customer_name: ' ', customer_email: 'ama@', customer_phone: '12', address: '', city: '' }
  expect(await post(shop, orderBody([item(jar)], { ...wrong, state: '' }))).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      fields: {
        customer_name: 'Full name is required',
        customer_email: 'Invalid email address',
        customer_phone: expect.stringContaining('024 123 4567'),
        address: 'Street address is required',
        city: 'City is required',
        state: 'State is required',
      },
    },
  })
  expect((await post(shop, { items: [item(jar)] })).body).toMatchObject({
    fields: {
      customer_name: 'Full name is required',
      customer_phone: 'Phone number is required',
      shipping_address: 'Street address is required',
    },
  })
  expect((await post(shop, {})).body).toMatchObject({
    fields: {
      customer_name: 'Full name is required',
      customer_phone: 'Phone number is required',
      shipping_address: 'Street address is required',
      items: 'Please add some products to your cart before checkout.',
    },
  })
})

test.each([
  { what: 'no lines', items: [], fields: { items: expect.stringContaining('Please add some products') } },
  { what: 'none of a product', items: [item(1, 0)] },
  { what: 'less than none', items: [item(1, -1)] },
  { what: 'half a jar', items: [item(1, 1.5)] },
  { what: 'too many', items: [item(1, 1_000)] },
  { what: 'too many in two lines', items: [item(1, 600), item(1, 600)] },
  { what: 'a number in words', items: [{ product_id: 1, quantity: '2' }] },
  { what: 'an unknown field', items: [{ product_id: 1, quantity: 1, is_free: true }], fields: {} },
  { what: '101 lines', items: Array.from({ length: 101 }, (_, n) => item(n + 1)), fields: {} },
])('an order of $what is refused', async ({ items, fields }) => {
  const { status, body } = await post(shop, orderBody(items))
  expect(status).toBe(400)
  const quantity = {
    [items.length === 2 ? 'items' : 'items.0.quantity']: 'Quantity must be between 1 and 999',
  }
  expect(body).toMatchObject({ code: 'invalid_input', fields: fields ?? quantity })
})

test('an order must not carry fields we do not know', async () => {
  const jar = await shelve(context)
  expect((await post(shop, orderBody([item(jar)], { discount: 5 }))).status).toBe(400)
})

test('a price that has changed is shown, and nothing is sold before it is agreed', async () => {
  const jar = await shelve(context, { name: 'Serum', price: 14_500, stock: 5 })
  const answer = await post(shop, orderBody([item(jar, 2, 120)], { order_total: 240 }))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'price_changed',
      error: 'Prices have changed. Please review your cart.',
      items: [{ product_id: jar, product_name: 'Serum', quantity: 2, price_per_item: 145, available: 5 }],
      subtotal: 290,
      delivery_fee: 45,
      order_total: 335,
    },
  })
  expect(await stockOf(context, jar)).toBe(5)
  expect((await post(shop, orderBody([item(jar, 2, 145)], { order_total: 240 }))).status).toBe(409)
  expect((await post(shop, orderBody([item(jar, 2, 145)], { order_total: 290 }))).status).toBe(201)
})

test('a delivery fee that is not the one shown is told with the new figures, and nothing is sold before it is agreed', async () => {
  const jar = await shelve(context, { price: 10_000, stock: 5 })
  const answer = await post(shop, orderBody([item(jar, 1, 100)], { order_total: 100, delivery_fee: 30 }))
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'price_changed', subtotal: 100, delivery_fee: 45, order_total: 145 },
  })
  expect(await stockOf(context, jar)).toBe(5)
  expect((await post(shop, orderBody([item(jar)], { delivery_fee: 45 }))).status).toBe(201)
  expect((await post(shop, orderBody([item(jar)], { delivery_fee: -1 }))).status).toBe(400)
})

test('an order that costs more than one can hold is refused with the most that it may cost', async () => {
  const jar = await shelve(context, { price: 100_000_000, stock: 99 })
  expect(await post(shop, orderBody([item(jar, 21)]))).toMatchObject({
    status: 400,
    body: { fields: { items: expect.stringContaining('at most Ghs 20000000.00') } },
  })
  expect((await post(shop, orderBody([item(jar, 20)]))).status).toBe(201)
})

test('sums that a browser made with fractions still fit', async () => {
  const jar = await shelve(context, { price: 110 })
  const total = 1.1 * 3
  expect(total).not.toBe(3.3)
  expect((await post(shop, orderBody([item(jar, 3, 1.1)], { order_total: total }))).status).toBe(201)
})

test('what is short is named with what is left, all of it at once, and nothing is half done', async () => {
  const [cream, soap, oil] = [
    await shelve(context, { name: 'Cream', stock: 3 }),
    await shelve(context, { name: 'Soap', stock: 0 }),
    await shelve(context, { name: 'Oil', stock: 9 }),
  ]
  const answer = await post(shop, orderBody([item(cream, 4), item(soap), item(oil)]))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'out_of_stock',
      error: 'Only 3 of Cream left. Soap is out of stock.',
      items: [
        { product_id: cream, product_name: 'Cream', quantity: 4, available: 3, is_sold: true },
        { product_id: soap, product_name: 'Soap', quantity: 1, available: 0, is_sold: true },
      ],
    },
  })
  expect([await stockOf(context, cream), await stockOf(context, soap), await stockOf(context, oil)]).toEqual([
    3, 0, 9,
  ])
})

test('two lines of one product are counted together', async () => {
  const jar = await shelve(context, { name: 'Balm', stock: 3 })
  const twice = await post(shop, orderBody([item(jar, 2), item(jar, 2)]))
  expect(twice).toMatchObject({ status: 409, body: { items: [{ quantity: 4, available: 3 }] } })
  const { items } = await place(shop, [item(jar, 1), item(jar, 2)])
  expect(items).toMatchObject([{ product_id: jar, quantity: 3 }])
})

test('samples, removed and unknown products cannot be bought; the answer says which line it is', async () => {
  const jar = await shelve(context, { name: 'Gone', stock: 3 })
  const other = await shelve(context)
  await context.db.update(products).set({ removedAt: context.clock() }).where(eq(products.id, jar))
  const answer = await post(shop, orderBody([item(-1), item(jar), item(other), item(9_007_199_254_740_991)]))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'not_available',
      items: [
        { product_id: -1, product_name: null, available: 0, is_sold: false, price_per_item: null },
        { product_id: jar, product_name: 'Gone', available: 0, is_sold: false },
        { product_id: 9_007_199_254_740_991, is_sold: false },
      ],
    },
  })
  expect(await stockOf(context, other)).toBe(10)
})

test('where online payment is not offered, nobody can order with it', async () => {
  const closed = await openTestShop({ settings: { PAYMENT_GATEWAY: 'none' } })
  const jar = await shelve(closed.context)
  expect(await post(closed, orderBody([item(jar)], { payment_method: 'mtn_momo' }))).toMatchObject({
    status: 400,
    body: { fields: { payment_method: expect.any(String) } },
  })
  expect(
    (await post(shop, orderBody([item(await shelve(context))], { payment_method: 'mtn_momo' }))).status,
  ).toBe(201)
  await closed.close()
})

test('text that cannot be stored is refused, malicious text is only text', async () => {
  const jar = await shelve(context, { stock: 100 })
  for (const customer_name of ['a\0b', 'a\ud800b']) {
    expect((await post(shop, orderBody([item(jar)], { customer_name }))).status).toBe(400)
  }
  const { tracking_code } = await place(shop, [item(jar)], { customer_name: "'; drop table orders; --" })
  const { body } = await ask('GET', `/api/order-tracking/${tracking_code}`)
  expect(body).toMatchObject({ order: { customer_name: "'; drop table orders; --" } })
})

test('after all of this the books agree', async () => {
  expect(await checkInvariants(context.db)).toEqual([])
})
