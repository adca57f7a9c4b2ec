import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SaleResponse } from '#contract/sales-and-discounts.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { sales } from '#server/features/catalogue/tables.ts'
import { openProductOffice } from '#server/testing/product-office.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const office = await openProductOffice()
const { ask, clock, context, token } = office
afterAll(office.close)
beforeEach(async () => {
  await context.db.delete(sales)
})

const soap = await shelve(context, { name: 'Soap', category: 'cleanser', price: 5_000, stock: 500 })
const serum = await shelve(context, { name: 'Serum', category: 'serum', price: 20_000, stock: 500 })
const cream = await shelve(context, { name: 'Cream', category: 'serum', price: 4_500, stock: 500 })

type Saved = SaleResponse & RefusalResponse

const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()

/** Twenty percent off everything, from now on for an hour. */
const usual = () => ({
  name: 'Harmattan sale',
  percent: 20 as number | null,
  scope: 'all',
  starts_at: inMinutes(0),
  ends_at: inMinutes(60),
})

function save(changes: object = {}) {
  return ask<Saved>('POST', '/api/sales', { token, body: { ...usual(), ...changes } })
}

async function product(id: number): Promise<ProductResponse> {
  return (await ask<ProductResponse>('GET', `/api/products/${id}`)).body
}

async function sorted(sort: string, more = ''): Promise<string[]> {
  const { body } = await ask<ProductResponse[]>('GET', `/api/products?sort=${sort}${more}`)
  return body.map(({ name, price }) => `${name} ${price}`)
}

test('without a sale a product has one price', async () => {
  expect(await product(soap)).toMatchObject({ price: 50 })
  expect(await product(soap)).not.toHaveProperty('regular_price')
})

test('while a sale runs, its price is what a customer pays, with the regular one and its end beside it', async () => {
  const { status, body } = await save()
  expect([status, body.state]).toEqual([201, 'running'])
  const sold = { price: 40, regular_price: 50, sale_ends_at: body.ends_at }
  expect(await product(soap)).toMatchObject(sold)
  const { body: list } = await ask<ProductResponse[]>('GET', '/api/products')
  expect(list.find(({ id }) => id === soap)).toMatchObject(sold)
})

test('a price changes at the very second at which a sale begins and ends, also in what was cached before', async () => {
  await save({ starts_at: inMinutes(1), ends_at: inMinutes(1.5) })
  const priceInList = async () =>
    (await ask<ProductResponse[]>('GET', '/api/products?sort=newest')).body.find(({ id }) => id === soap)
      ?.price
  const seen: unknown[] = []
  // Young enough each time to be served from memory for long.
  for (const seconds of [30, 29.999, 0.001, 29.999, 0.001]) {
    clock.forward({ seconds })
    seen.push(await priceInList())
  }
  expect(seen).toEqual([50, 50, 40, 40, 50])
})

test('a sale is for one category, or for chosen products; where several hold, the lowest price counts', async () => {
  await save({ scope: 'category', category: 'serum' })
  expect([(await product(soap)).price, (await product(serum)).price]).toEqual([50, 160])
  await save({ percent: null, amount: 100, floor: 30, scope: 'products', product_ids: [soap, serum] })
  expect([(await product(soap)).price, (await product(serum)).price]).toEqual([30, 100])
  expect((await product(cream)).price).toBe(36)
})

test('lists are sorted by what customers pay, page by page', async () => {
  await save({ scope: 'category', category: 'serum', percent: 50 })
  expect(await sorted('price-low')).toEqual(['Cream 22.5', 'Soap 50', 'Serum 100'])
  await save({ percent: 90, scope: 'products', product_ids: [serum] })
  expect(await sorted('price-low')).toEqual(['Serum 20', 'Cream 22.5', 'Soap 50'])
  expect(await sorted('price-high')).toEqual(['Soap 50', 'Cream 22.5', 'Serum 20'])
  const pages = [1, 2, 3].map((page) => sorted('price-low', `&limit=1&page=${page}`))
  expect((await Promise.all(pages)).flat()).toEqual(['Serum 20', 'Cream 22.5', 'Soap 50'])
  expect(await sorted('price-low', '&category=serum')).toEqual(['Serum 20', 'Cream 22.5'])
  expect(await sorted('price-low', '&q=serum')).toEqual(['Serum 20', 'Cream 22.5'])
})

type Placed = PlacedOrderResponse & RefusalResponse

function order(price: number, key: string) {
  const body = orderBody([{ ...item(soap, 2), price_per_item: price }], { order_total: price * 2 })
  return ask<Placed>('POST', '/api/orders', { body, headers: { 'idempotency-key': key } })
}

test('an order takes the sale price; after the end it asks with the regular one, as for any price that changed', async () => {
  await save()
  const { status, body } = await order(40, 'during the sale')
  expect([status, body.subtotal, body.items[0]?.price_per_item]).toEqual([201, 80, 40])
  clock.forward({ seconds: 3_600 })
  const late = await order(40, 'after the sale')
  expect([late.status, late.body.code]).toEqual([409, 'price_changed'])
  expect(late.body).toMatchObject({ items: [{ product_id: soap, price_per_item: 50 }], subtotal: 100 })
  expect((await order(50, 'agreed')).status).toBe(201)
})

test('the back office edits the regular price, and the spreadsheet has no other', async () => {
  await save()
  const before = await office.read(soap)
  expect(before).toMatchObject({ price: 50, sale_price: 40 })
  const { body } = await ask<string>('GET', '/api/products.csv', { token })
  expect(String(body)).toContain('Soap,Adom,cleanser,50.00')
  const { body: list } = await ask<ProductResponse[]>('GET', '/api/products?admin=1', { token })
  expect(list.find(({ id }) => id === soap)).toMatchObject({ price: 50, sale_price: 40 })
})

test('a running sale can be ended at once, and any deleted; both are in the list of changes', async () => {
  const { body: first } = await save()
  const end = { token, body: { expected: first.updated_at } }
  const ended = await ask<Saved>('POST', `/api/sales/${first.id}/end`, end)
  expect([ended.status, ended.body.state, (await product(soap)).price]).toEqual([200, 'over', 50])
  expect((await ask('POST', `/api/sales/${first.id}/end`, { token, body: {} })).status).toBe(409)
  const { body: second } = await save()
  expect((await ask('DELETE', `/api/sales/${second.id}`, { token })).status).toBe(200)
  expect((await product(soap)).price).toBe(50)
  expect((await ask('DELETE', `/api/sales/${second.id}`, { token })).status).toBe(404)
  const actions = (await context.db.select().from(auditEntries)).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['added the sale', 'ended the sale', 'deleted the sale']))
})

test('what somebody else changed meanwhile is not overwritten unseen', async () => {
  const { body: seen } = await save()
  const change = (expected: string) =>
    ask<Saved>('PUT', `/api/sales/${seen.id}`, { token, body: { ...usual(), percent: 30, expected } })
  expect((await change(seen.updated_at)).body.percent).toBe(30)
  expect((await change(seen.updated_at)).status).toBe(409)
})

test('every mistake is named beside its field', async () => {
  const fieldsOf = async (changes: object) => Object.keys((await save(changes)).body.fields ?? {})
  expect(await fieldsOf({ name: ' ', percent: 100, ends_at: inMinutes(-1) })).toEqual([
    'name',
    'ends_at',
    'percent',
  ])
  expect(await fieldsOf({ starts_at: inMinutes(-9), ends_at: inMinutes(-1) })).toEqual(['ends_at'])
  expect(await fieldsOf({ percent: null, amount: 5 })).toEqual(['floor'])
  expect(await fieldsOf({ amount: 5, floor: 1 })).toEqual(['amount'])
  expect(await fieldsOf({ scope: 'category', category: 'nowhere' })).toEqual(['category'])
  expect(await fieldsOf({ scope: 'products', product_ids: [soap, 99_999] })).toEqual(['products'])
})

test('a category that is merged takes its sale along; the sale of a deleted one holds for nothing', async () => {
  const add = async (name: string) => {
    const category = await office.shop.categories.add(office.viewer, { name })
    return category.id
  }
  const [one, other] = [await add('Balm'), await add('Butter')]
  const { body: sale } = await save({ scope: 'category', category: 'balm' })
  await ask('POST', `/api/categories/${one}/merge`, { token, body: { into: other } })
  const saleNow = async () =>
    (await ask<SaleResponse[]>('GET', '/api/sales', { token })).body.find(({ id }) => id === sale.id)
  expect((await saleNow())?.category).toBe('butter')
  const { body: categories } = await ask<CategoryResponse[]>('GET', '/api/categories', { token })
  expect(categories.map(({ slug }) => slug)).toContain('butter')
  await ask('DELETE', `/api/categories/${other}`, { token })
  expect((await saleNow())?.category).toBeNull()
  expect((await product(soap)).price).toBe(50)
})
