import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { placeOrderBody } from '#contract/checkout.ts'
import { item, orderBody, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { findPlaced, identify } from './find-placed-order.ts'

const shop = await openTestShop()
const { context } = shop
afterAll(shop.close)

test('an order is looked for by its key in an index, also before PostgreSQL has counted its orders', async () => {
  const jar = await shelve(context, { stock: 100 })
  for (const key of ['first', 'second']) await place(shop, [item(jar)], {}, { key })
  const request = placeOrderBody.parse(orderBody([item(jar)]))
  const plan = await context.db.transaction(async (db) => {
    const find = (key: string) => findPlaced(db, request, identify(request, [], key))
    // After five plans for the very values PostgreSQL takes one for all, and keeps it until it counts the orders anew.
    for (let n = 0; n < 6; n++) await find('another')
    const { rows } = await db.execute(sql`explain execute "placed-order" ('another')`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan using orders_request_key_key')
  expect(plan).toContain('request_key = $1')
})
