import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import { preparedQuery } from '#server/platform/database/database.ts'
import { isShown } from './categories.ts'
import { toCards } from './choices.ts'
import { describe } from './list-products.ts'
import { cardColumns, toDetails, wholeColumns } from './product-rows.ts'
import { inOrderOf, isOneOfThese, type Reading } from './read-product-rows.ts'
import { withCompanions } from './sets.ts'
import { mayBeId } from './stock.ts'
import { products } from './tables.ts'

const isThis = and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))

const readProduct = preparedQuery('product', (db) => db.select(wholeColumns).from(products).where(isThis))

/** Among those that everyone may see. */
export async function findProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(context, id)
  return product?.isHidden ? null : product
}

/** A hidden one too: for the back office. */
export async function findAnyProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const rows = await readProduct(context.db, { id })
  const [product] = await describe(context, rows.map(toDetails))
  return product ?? null
}

/** With what only its form needs. */
export async function findForForm(context: Reading, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(context, id)
  const [filled] = product ? await withCompanions(context.db, [product]) : []
  return filled ?? null
}

const readShown = preparedQuery('shown-products', (db) =>
  db.select(cardColumns).from(products).where(and(isOneOfThese, isShown)),
)

/** In the order of the numbers; what is not on the shelves is left out. */
export async function listByIds(context: Reading, ids: readonly number[]): Promise<ProductCard[]> {
  const rows = await readShown(context.db, { ids: ids.filter(mayBeId) })
  return inOrderOf(ids, await toCards(context, rows))
}
