import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { products } from '../features/catalogue/tables.ts'
import { item, place, stockOf } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { toRefusal } from './errors.ts'

const world = await openTestShop()
afterAll(world.close)
const { context } = world

test('a transaction that somebody forgot is ended by the database, and whoever waited for it goes on', async () => {
  const jar = await shelve(context, { stock: 3 })
  const forgotten = context.db.transaction(async (tx) => {
    await tx.update(products).set({ stock: 0 }).where(eq(products.id, jar))
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 300`)
    // The order waits for this jar, and nobody says anything more here until it has it.
    const { id } = await place(world, [item(jar)])
    expect(id).toBeGreaterThan(0)
    await tx.execute(sql`select 1`)
  })
  const failure = await forgotten.catch((error: unknown) => error)
  expect(toRefusal(failure).code).toBe('busy')
  expect(await stockOf(context, jar)).toBe(2)
  // No connection was lost by it: all ten can be held at once.
  const holders = Array.from({ length: 10 }, () =>
    context.db.transaction((tx) => stockOf({ ...context, db: tx }, jar)),
  )
  expect(await Promise.all(holders)).toEqual(holders.map(() => 2))
})
