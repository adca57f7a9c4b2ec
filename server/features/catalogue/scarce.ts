import { and, lte, type SQL, sql } from 'drizzle-orm'
import { products } from './tables.ts'

/** Found in the index by the rough amount, and then taken exactly. */
export function hasAtMost(stock: number): SQL | undefined {
  const band = sql`width_bucket(${stock}::int, array[1, 6, 21, 101, 1001])`
  return and(sql`${products.stockBand} <= ${band}`, lte(products.stock, stock))
}
