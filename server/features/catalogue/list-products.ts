import { and, asc, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails, ProductPage } from '../../../contract/catalogue.ts'
import { normaliseCategory } from '../../../rules/categories.ts'
import type { ProductSort } from '../../../rules/product-sorting.ts'
import type { Database } from '../../platform/database/database.ts'
import { type ProductRow, toCards, withPictures } from './product-rows.ts'
import { asMeant, asTyped, type ProductSearch, wordsOf } from './search.ts'
import { products } from './tables.ts'

export type ProductFilter = {
  category?: string
  q?: string
  /** Only what has so few left, or less. */
  stockAtMost?: number
  /** Without it the newest come first; in a search, the closest. */
  sort?: ProductSort
  page?: number
  limit?: number
}

const orders: Record<ProductSort, SQL[]> = {
  featured: [desc(products.isFeatured), desc(products.id)],
  'price-low': [asc(products.price), desc(products.id)],
  'price-high': [desc(products.price), desc(products.id)],
  newest: [desc(products.id)],
}

/** Beyond this nobody counts along; an exact number would cost more than the page itself. */
const countAtMost = 10_000

export async function listProducts(db: Database, filter: ProductFilter): Promise<ProductPage> {
  const { rows, ...page } = await findPage(db, filter)
  return { products: await toCards(db, rows), ...page }
}

export async function listProductDetails(
  db: Database,
  filter: ProductFilter,
): Promise<{ products: ProductDetails[]; total: number }> {
  const { rows, total } = await findPage(db, filter)
  return { products: await withPictures(db, rows), total }
}

type FoundPage = { rows: ProductRow[]; total: number; page: number; pages: number }

/** Taken at its word first; only a search that finds nothing is taken for a typing error. */
async function findPage(db: Database, filter: ProductFilter): Promise<FoundPage> {
  const words = wordsOf(filter.q ?? '')
  if (words.length === 0) return readPage(db, filter, null)
  const found = await readPage(db, filter, asTyped(words))
  return found.total > 0 ? found : readPage(db, filter, await asMeant(db, words))
}

async function readPage(
  db: Database,
  { category, stockAtMost, sort, page = 1, limit = 24 }: ProductFilter,
  search: ProductSearch | null,
): Promise<FoundPage> {
  const where = and(
    isNull(products.removedAt),
    category ? eq(products.category, normaliseCategory(category)) : undefined,
    stockAtMost === undefined ? undefined : lte(products.stock, stockAtMost),
    search?.matches,
  )
  const closestFirst = search && (sort ?? 'featured') === 'featured' ? [desc(search.closeness)] : []
  const rows = await db
    .select()
    .from(products)
    .where(where)
    .orderBy(...closestFirst, ...orders[sort ?? 'newest'])
    .limit(limit)
    .offset((page - 1) * limit)
  const total = await countRows(db, where, {
    isWhole: page === 1 && rows.length < limit,
    length: rows.length,
  })
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

async function countRows(
  db: Database,
  where: SQL | undefined,
  seen: { isWhole: boolean; length: number },
): Promise<number> {
  if (seen.isWhole) return seen.length
  const some = db.select({ one: sql`1` }).from(products).where(where).limit(countAtMost).as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  return counted?.total ?? 0
}

/** Four others from the same shelf, so that a page never ends in nothing. */
export async function listRelated(
  db: Database,
  product: { id: number; category: string },
): Promise<ProductCard[]> {
  const { products: sameShelf } = await listProducts(db, {
    category: product.category,
    sort: 'featured',
    limit: 5,
  })
  return sameShelf.filter(({ id }) => id !== product.id).slice(0, 4)
}

/** The categories that have a product, found by hopping along the index instead of reading every product. */
export async function listCategories(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive shelf as (
      (select category from products where removed_at is null order by category limit 1)
      union all
      select (select p.category from products p where p.removed_at is null and p.category > shelf.category order by p.category limit 1)
      from shelf where shelf.category is not null
    )
    select category from shelf where category is not null`)
  return rows.map(({ category }) => category)
}
