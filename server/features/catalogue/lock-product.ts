import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ProductRow } from './product-rows.ts'
import { productPictures, products } from './tables.ts'

/** Held until the transaction ends: nobody else sells or changes it meanwhile. */
export async function lockProduct(db: Database, id: number): Promise<ProductRow> {
  const [row] = await lockAll(db, [id])
  if (row === undefined) throw new Refusal('product_not_found')
  return row
}

/** Those that are still in the shop, always in the order of their numbers: two lists in opposite orders would wait for each other. */
export function lockAll(db: Database, ids: readonly number[]): Promise<ProductRow[]> {
  return db
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNull(products.removedAt)))
    .orderBy(products.id)
    .for('no key update')
}

export async function listPictureIds(db: Database, productId: number): Promise<string[]> {
  const rows = await db
    .select({ pictureId: productPictures.pictureId })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .orderBy(productPictures.position)
  return rows.map(({ pictureId }) => pictureId)
}
