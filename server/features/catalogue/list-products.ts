import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails, ProductPage } from '#contract/catalogue.ts'
import { normaliseCategory } from '#rules/categories.ts'
import type { ProductSort } from '#rules/product-sorting.ts'
import { type Database, preparedRead } from '#server/platform/database/database.ts'
import { findShelf, isShown } from './categories.ts'
import { type ProductRow, productColumns, toCards, withPictures } from './product-rows.ts'
import { asMeant, asTyped, isOneOf, mostFound, type ProductSearch, wordsOf } from './search.ts'
import { productCounts, products } from './tables.ts'

type ProductFilter = {
  /** In any spelling, or a name that it had before. */
  category?: string
  q?: string
  /** Only what has so few left, or less. */
  stockAtMost?: number
  /** Hidden ones are for the back office; without it only what everyone may see is found. */
  visibility?: Visibility
  /** Without it the newest come first; in a search, the closest. */
  sort?: ProductSort
  page?: number
  limit?: number
}

/** What everyone may see, that and what is hidden, or only what is hidden. */
export type Visibility = 'shown' | 'all' | 'hidden'

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

async function slugOf(db: Database, category: string): Promise<string> {
  return (await findShelf(db, category))?.slug ?? normaliseCategory(category)
}

type FoundPage = { rows: ProductRow[]; total: number; page: number; pages: number }

/** Taken at its word first; only a search that finds nothing is taken for a typing error. */
async function findPage(db: Database, filter: ProductFilter): Promise<FoundPage> {
  const { category, stockAtMost, visibility = 'shown', q = '' } = filter
  const where = and(
    isNull(products.removedAt),
    visibility === 'all' ? undefined : eq(products.isHidden, visibility === 'hidden'),
    category ? eq(products.category, await slugOf(db, category)) : undefined,
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
  { category, stockAtMost, visibility = 'shown', page = 1, limit = 24 }: ProductFilter,
  where: SQL | undefined,
): Promise<number> {
  const atMost = Math.ceil((page * limit + 1) / countAhead) * countAhead
  if (!category && stockAtMost === undefined && visibility !== 'hidden') {
    const hidden = visibility === 'all' ? await countHidden(db) : 0
    return Math.min((await countShelved(db)) + hidden, atMost)
  }
  const some = db.select({ one: sql`1` }).from(products).where(where).limit(atMost).as('some')
  return db.$count(some)
}

function countHidden(db: Database): Promise<number> {
  const isHidden = and(isNull(products.removedAt), eq(products.isHidden, true))
  return db.$count(db.select({ one: sql`1` }).from(products).where(isHidden).limit(countAhead).as('some'))
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

const readProduct = preparedRead('product', (db) =>
  db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))),
)

/** Among those that everyone may see. */
export async function findProduct(db: Database, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(db, id)
  return product?.isHidden ? null : product
}

/** A hidden one too: for the back office. */
export async function findAnyProduct(db: Database, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const [product] = await withPictures(db, await readProduct(db, { id }))
  return product ?? null
}

/** In the order of the numbers; what is not on the shelves is left out. */
export async function listByIds(db: Database, ids: readonly number[]): Promise<ProductCard[]> {
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(and(inArray(products.id, ids.filter(mayBeId)), isShown))
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
