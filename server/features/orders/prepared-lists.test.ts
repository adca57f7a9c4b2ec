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
      payment_method, subtotal, delivery_fee, total, created_at, updated_at)
    select 'T' || n, 'Pending', 'Ama', '0241234567', '', 'Tema', 'Greater Accra', '', 'personal_rider', 'whatsapp', 100, 0, 100,
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
