import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails, ProductPage } from '#contract/catalogue.ts'
import { normaliseCategory } from '#rules/categories.ts'
import type { ProductSort } from '#rules/product-sorting.ts'
import { type Database, preparedRead } from '#server/platform/database/database.ts'
import { type ProductRow, productColumns, toCards, withPictures } from './product-rows.ts'
import { asMeant, asTyped, isOneOf, mostFound, type ProductSearch, wordsOf } from './search.ts'
import { productCounts, products } from './tables.ts'

type ProductFilter = {
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

/** Counted this far ahead of the page and no further; an exact number would cost more than the page itself. */
const countAhead = 10_000

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
  const { category, stockAtMost, q = '' } = filter
  const where = and(
    isNull(products.removedAt),
    category ? eq(products.category, normaliseCategory(category)) : undefined,
    stockAtMost === undefined ? undefined : hasAtMost(stockAtMost),
  )
  const words = wordsOf(q)
  if (words.length === 0) return readPage(db, filter, where)
  const typed = await asTyped(db, words, where)
  const search = typed.ids.length > 0 ? typed : await asMeant(db, words, where, typed.newest)
  return readFound(db, filter, where, search)
}

async function readPage(db: Database, filter: ProductFilter, where: SQL | undefined): Promise<FoundPage> {
  const { sort, page = 1, limit = 24 } = filter
  const rows = await readRows(db, where, orders[sort ?? 'newest'], { page, limit })
  const isWhole = page === 1 && rows.length < limit
  const total = isWhole ? rows.length : await countRows(db, filter, where)
  return toPage(rows, total, { page, limit })
}

async function readFound(
  db: Database,
  { sort, page = 1, limit = 24 }: ProductFilter,
  where: SQL | undefined,
  { ids, matches, closeness }: ProductSearch,
): Promise<FoundPage> {
  const closestFirst = (sort ?? 'featured') === 'featured' ? [desc(closeness)] : []
  // Among very many, the cheapest may be an old one.
  const isAmongAll = ids.length === mostFound && sort?.startsWith('price')
  const found = isAmongAll ? and(where, matches) : isOneOf(ids)
  const rows = await readRows(db, found, [...closestFirst, ...orders[sort ?? 'newest']], { page, limit })
  return toPage(rows, ids.length, { page, limit })
}

type Place = { page: number; limit: number }

function readRows(
  db: Database,
  where: SQL | undefined,
  order: SQL[],
  { page, limit }: Place,
): Promise<ProductRow[]> {
  return db
    .select(productColumns)
    .from(products)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
}

function toPage(rows: ProductRow[], total: number, { page, limit }: Place): FoundPage {
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

async function countRows(
  db: Database,
  { category, stockAtMost, page = 1, limit = 24 }: ProductFilter,
  where: SQL | undefined,
): Promise<number> {
  const atMost = Math.ceil((page * limit + 1) / countAhead) * countAhead
  if (!category && stockAtMost === undefined) return Math.min(await countShelved(db), atMost)
  const some = db.select({ one: sql`1` }).from(products).where(where).limit(atMost).as('some')
  return db.$count(some)
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

const readProduct = preparedRead('product', (db) =>
  db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))),
)

export async function findProduct(db: Database, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const [product] = await withPictures(db, await readProduct(db, { id }))
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

/** Found in the index by the rough amount, and then taken exactly. */
export function hasAtMost(stock: number): SQL | undefined {
  const band = sql`width_bucket(${stock}::int, array[1, 6, 21, 101, 1001])`
  return and(sql`${products.stockBand} <= ${band}`, lte(products.stock, stock))
}

const readCount = preparedRead('product-count', (db) =>
  db
    .select({ products: sql`coalesce(sum(${productCounts.products}), 0)`.mapWith(Number) })
    .from(productCounts),
)

/** What stands on the shelves, without counting it. */
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
}
