import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Database, oneRow, preparedQuery } from '#server/platform/database/database.ts'
import { foldSums } from '#server/platform/database/fold-sums.ts'
import { categoryCounts, productCounts, products } from './tables.ts'

/** Counted this far ahead of the page and no further; an exact number would cost more than the page itself. */
export const countAhead = 10_000

export function countHidden(db: Database): Promise<number> {
  const isHidden = and(isNull(products.removedAt), eq(products.isHidden, true))
  return db.$count(db.select({ one: sql`1` }).from(products).where(isHidden).limit(countAhead).as('some'))
}

/** What stands on the shelves, without counting it, as a value for a statement that asks for more. */
export const shelvedProducts = sql`(select coalesce(sum(products), 0) from ${productCounts})`.mapWith(Number)

const readCount = preparedQuery('product-count', (db) =>
  db.select({ products: shelvedProducts }).from(oneRow),
)

const readCategoryCount = preparedQuery('category-count', (db) =>
  db
    .select({ products: sql`coalesce(sum(${categoryCounts.products}), 0)`.mapWith(Number) })
    .from(categoryCounts)
    .where(eq(categoryCounts.category, sql.placeholder('category'))),
)

export async function countCategory(db: Database, category: string): Promise<number> {
  const [counted] = await readCategoryCount(db, { category })
  return counted?.products ?? 0
}

export async function countShelved(db: Database): Promise<number> {
  const [counted] = await readCount(db)
  return counted?.products ?? 0
}

/** Many rows become one that says the same, in one statement: whoever adds up meanwhile gets the same sum. */
export async function foldProductCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${productCounts} where (select count(*) from ${productCounts}) > 1 returning products
    )
    insert into ${productCounts} (products) select sum(products) from taken having count(*) > 0`)
  await foldSums(db, categoryCounts, { by: [categoryCounts.category], sums: [categoryCounts.products] })
}
