import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { productCounts } from './tables.ts'

/** What stands on the shelves, without counting it. */
export async function countShelved(db: Database): Promise<number> {
  const [counted] = await db
    .select({ products: sql`coalesce(sum(${productCounts.products}), 0)`.mapWith(Number) })
    .from(productCounts)
  return counted?.products ?? 0
}

/** Many rows become one that says the same, in one statement: whoever adds up meanwhile gets the same sum. */
export async function foldProductCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${productCounts} where (select count(*) from ${productCounts}) > 1 returning products
    )
    insert into ${productCounts} (products) select sum(products) from taken having count(*) > 0`)
}
