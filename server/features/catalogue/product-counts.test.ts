import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { countShelved, foldProductCounts } from './product-counts.ts'
import { categoryCounts, productCounts, products } from './tables.ts'

const { context, shop, close } = await openTestShop()
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

test('what stands on each shelf is known without counting, also when a product changes its category or is hidden', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => shelve(context, { category: 'toner' })))
  const totalOf = async (category: string) => (await shop.catalogue.list({ category, limit: 1 })).total
  const change = (values: Partial<typeof products.$inferInsert>) =>
    db
      .update(products)
      .set(values)
      .where(eq(products.id, ids[0] ?? 0))
  const totals = async () => [await totalOf('toner'), await totalOf('serum')]
  expect(await totals()).toEqual([3, 0])
  await change({ category: 'serum' })
  expect(await totals()).toEqual([2, 1])
  await change({ isHidden: true, category: 'toner' })
  expect(await totals()).toEqual([2, 0])
  await change({ isHidden: false })
  expect(await totals()).toEqual([3, 0])
  await change({ removedAt: context.clock() })
  await change({ category: 'serum' })
  await Promise.all([foldProductCounts(db), foldProductCounts(db)])
  expect(await totals()).toEqual([2, 0])
  const ofToner = eq(categoryCounts.category, 'toner')
  expect(await db.select().from(categoryCounts).where(ofToner)).toEqual([{ category: 'toner', products: 2 }])
})
