import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayAsOwner } from '#server/testing/database.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { listFeatured, listForForms, listProducts } from '../catalogue/list-products.ts'
import type { Reading } from '../catalogue/read-product-rows.ts'
import { firstWindow } from '../catalogue/search.ts'
import { listOrders } from './list-orders.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  const { database, context } = shop
  await context.db.execute(sql`
    insert into products (name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
    select 'Shea cream ' || n, '', 'Adom', 'mask', 12000, 5, '', '', '' from generate_series(1, ${(firstWindow + 1) * 1024}) n`)
  await context.db.execute(sql`
    insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
      payment_method, subtotal, delivery_fee, total, search_text, created_at, updated_at)
    select 'T' || n, 'Pending', 'Ama', '0241234567', '', 'Tema', 'Greater Accra', '', 'personal_rider', 'whatsapp', 100, 0, 100, 'Ama',
      now() - n * interval '1 minute', now() from generate_series(1, 2000) n`)
  await sayAsOwner(database, 'vacuum (analyze)')
  await context.invalidation.publish(context.db, 'catalogue')
})
afterAll(() => shop.close())

/** After five plans of its own a statement keeps one for all, unless PostgreSQL takes that for much dearer. */
const often = 7

const first = { page: 1, limit: 24 }

test.each<[string, (context: Reading) => Promise<unknown>]>([
  ['featured-products', (context) => listFeatured(context, 4)],
  ['newest-products', (context) => listForForms(context, { visibility: 'all' })],
  ['search-shown-among-many', (context) => listProducts(context, { q: 'shea', sort: 'featured' })],
  ['newest-orders', ({ db }) => listOrders(db, {}, first)],
])('%s is planned once, however large the shop is', async (name, read) => {
  const { clock } = shop.context
  const kept = await shop.context.db.transaction(async (db) => {
    for (let n = 0; n < often; n++) await read({ db, clock })
    return db.execute(sql`select generic_plans > 0 as kept from pg_prepared_statements where name = ${name}`)
  })
  expect(kept.rows).toEqual([{ kept: true }])
})

test('the numbers of the newest orders are found once, for the orders and for their lines', async () => {
  const plan = await shop.context.db.transaction(async (db) => {
    await listOrders(db, {}, first)
    const { rows } = await db.execute(sql`explain execute "newest-orders" (24)`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan.match(/orders_newest_index/g)).toHaveLength(1)
})

test('a list of the office says of each order the same, whichever way it is found, and nothing that only its customer knows', async () => {
  const { db } = shop.context
  const lists = [{}, { status: 'Pending' }, { q: 'Ama' }] as const
  const found = [
    ...(await Promise.all(lists.map((filter) => listOrders(db, filter, { page: 1, limit: 1 })))),
    await listOrders(db, {}, { page: 2, limit: 1 }),
  ]
  const [fields, ...others] = found.map(({ orders: [order] }) => Object.keys(order ?? {}).toSorted())
  expect(fields).toContain('trackingCode')
  for (const secret of ['deliveryPin', 'reviewKey', 'note']) expect(fields).not.toContain(secret)
  for (const other of others) expect(other).toEqual(fields)
})
