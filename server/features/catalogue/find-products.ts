import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import type { Database } from '#server/platform/database/database.ts'
import { productColumns, toCards, withPictures } from './product-rows.ts'
import { products } from './tables.ts'

export async function findProduct(db: Database, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.removedAt)))
  const [product] = await withPictures(db, rows)
  return product ?? null
}

/** In the order of the numbers; what is not on the shelves is left out. */
export async function listByIds(db: Database, ids: readonly number[]): Promise<ProductCard[]> {
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(and(inArray(products.id, ids.filter(mayBeId)), isNull(products.removedAt)))
  const cards = new Map((await toCards(db, rows)).map((card) => [card.id, card]))
  return [...new Set(ids)].flatMap((id) => cards.get(id) ?? [])
}

/** A larger number would not even be understood by the database. */
function mayBeId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= 2_147_483_647
}
