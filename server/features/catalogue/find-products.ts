import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import { preparedQuery } from '#server/platform/database/database.ts'
import { isShown } from './categories.ts'
import { describe, inOrderOf, isOneOfThese, type Reading } from './list-products.ts'
import {
  cardColumns,
  type ProductRow,
  productColumns,
  toCard,
  toCardFacts,
  withPictures,
} from './product-rows.ts'
import { putOnSale } from './sale-prices.ts'
import { withCompanions } from './sets.ts'
import { mayBeId } from './stock.ts'
import { products } from './tables.ts'

async function readDetails(context: Reading, rows: ProductRow[]): Promise<ProductDetails[]> {
  return describe(context, await withPictures(context.db, rows))
}

const readProduct = preparedQuery('product', (db) =>
  db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))),
)

/** Among those that everyone may see. */
export async function findProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(context, id)
  return product?.isHidden ? null : product
}

/** A hidden one too: for the back office. */
export async function findAnyProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const [product] = await readDetails(context, await readProduct(context.db, { id }))
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
  const { db, clock } = context
  const rows = await readShown(db, { ids: ids.filter(mayBeId) })
  return inOrderOf(ids, (await putOnSale(db, clock(), rows.map(toCardFacts))).map(toCard))
}
