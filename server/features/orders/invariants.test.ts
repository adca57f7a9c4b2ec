import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { checkInvariants } from './invariants.ts'

const shop = await openTestShop()
const { ask, signedInAs, context } = shop
const { db } = context
afterAll(shop.close)

const jar = await shelve(context)
const empty = await shelve(context, { stock: 0 })
const live = await place(shop, [item(jar, 2)])
const cancelled = await place(shop, [item(jar, 3)])
const { token } = await signedInAs('admin')
await ask('PUT', `/api/orders/${cancelled.id}`, { token, body: { status: 'Cancelled' } })

test('the books of a shop in order have no faults', async () => {
  expect(await checkInvariants(db)).toEqual([])
})

test.each([
  { fault: 'a jar that vanished', change: sql`update products set stock_quantity = 7 where id = ${jar}` },
  {
    fault: 'a jar that came from nowhere',
    change: sql`update products set stock_quantity = 9 where id = ${jar}`,
  },
  {
    fault: 'a cancellation that gave back twice',
    change: sql`with again as (insert into stock_movements (product_id, change, stock_after, cause, order_id, moved_at)
      values (${jar}, 3, 11, 'order_cancelled', ${cancelled.id}, now()))
      update products set stock_quantity = 11 where id = ${jar}`,
  },
  {
    fault: 'a reopened order that took nothing',
    change: sql`update orders set status = 'Pending' where id = ${cancelled.id}`,
  },
  {
    fault: 'a sale of another product than was ordered',
    change: sql`update stock_movements set order_id = ${live.id + 100} where order_id = ${live.id}`,
  },
  {
    fault: 'a set with jars of its own',
    change: sql`with made as (insert into set_parts (set_id, product_id, quantity, position) values (${jar}, ${empty}, 2, 0))
      update products set is_set = true where id = ${jar}`,
  },
  {
    fault: 'a row of the stock book that was changed',
    change: sql`update stock_movements set change = 9 where change = 10`,
  },
  {
    fault: 'a price that was changed after the sale',
    change: sql`update order_lines set price_per_item = price_per_item - 1 where order_id = ${live.id}`,
  },
  {
    fault: 'a status without history',
    change: sql`update orders set status = 'Shipped' where id = ${live.id}`,
  },
  { fault: 'a lost history', change: sql`delete from order_history where order_id = ${live.id}` },
  {
    fault: 'a history that stands still',
    change: sql`insert into order_history (order_id, status, changed_at) select id, status, updated_at from orders`,
  },
])('$fault is found', async ({ change }) => {
  const faults = await db
    .transaction(async (tx) => {
      await tx.execute(change)
      throw await checkInvariants(tx)
    })
    .catch((found: unknown) => found)
  expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^(product|order) \d+: /)]))
})
