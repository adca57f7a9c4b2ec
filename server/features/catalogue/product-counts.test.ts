import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { countShelved, foldProductCounts } from './list-products.ts'
import { productCounts, products } from './tables.ts'

const { context, close } = await openTestShop()
const { db } = context
afterAll(close)

test('what stands on the shelves is known without counting: what came, left, came back and was destroyed', async () => {
  expect(await countShelved(db)).toBe(0)
  const jar = await shelve(context)
  await shelve(context)
  await db.execute(sql`
    insert into products (name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients, removed_at)
    select 'Soap ' || n, '', 'Adom', 'mask', 1, 0, '', '', '', case n when 1 then now() end from generate_series(1, 5) n`)
  expect(await countShelved(db)).toBe(6)

  const leave = (removedAt: Date | null) => db.update(products).set({ removedAt }).where(eq(products.id, jar))
  await leave(context.clock())
  await leave(context.clock())
  expect(await countShelved(db)).toBe(5)
  await leave(null)
  await db.delete(products).where(sql`name like 'Soap%'`)
  expect(await countShelved(db)).toBe(2)
})

test('the rows of the sum are folded into one, and a sale writes none', async () => {
  await Promise.all([foldProductCounts(db), foldProductCounts(db)])
  await db.update(products).set({ stock: 1 })
  await foldProductCounts(db)
  expect(await db.select().from(productCounts)).toEqual([{ products: 2 }])
})
