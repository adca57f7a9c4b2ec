import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ListedProduct, ProductCard, ProductPage } from '#contract/catalogue.ts'
import { mostOnAPage } from '#contract/codecs.ts'
import { normaliseCategory } from '#rules/categories.ts'
import type { ProductSort } from '#rules/product-sorting.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { type Database, firstIds, oneRow, preparedQuery } from '#server/platform/database/database.ts'
import { findShelf, isShown } from './categories.ts'
import {
  hasArticles,
  inChoiceOrder,
  isOfArticle,
  isOfSameCategory,
  leadsArticle,
  toArticleCards,
} from './choices.ts'
import { countAhead, countCategory, countHidden, countShelved } from './product-counts.ts'
import { cardColumns, detailColumns, stockNow, toDetails } from './product-rows.ts'
import {
  type Place,
  type Reading,
  type Rows,
  readInOrder,
  readRows,
  readSorted,
  type Shape,
  sortOrders,
} from './read-product-rows.ts'
import { putOnSale } from './sale-prices.ts'
import { asTyped, isOneOf, mostFound, type ProductSearch, wordsOf } from './search.ts'
import { withCompanions, withParts } from './sets.ts'
import { products } from './tables.ts'
import { asMeant } from './typing-errors.ts'

type ProductFilter = {
  /** In any spelling, or a name that it had before. */
  category?: string
  q?: string
  /** Only its sizes and shades, in their order. */
  article?: string
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
type Visibility = 'shown' | 'all' | 'hidden'

/** The cards of a page: one per article, whatever its sizes and shades. */
export async function listProducts(context: Reading, filter: ProductFilter): Promise<ProductPage> {
  // Where no product is a size or shade of another, looking for its article would cost for nothing.
  const onePerArticle = await hasArticles(context.db)
  const { rows, ...page } = await findPage(context, { ...filter, onePerArticle }, 'card')
  return { products: await toArticleCards(context, rows), ...page }
}

/** Some of the cards with which the shop begins; nobody wants to know how many there are. */
export async function listFeatured(context: Reading, limit: number): Promise<ProductCard[]> {
  const { db } = context
  const rows = (await hasArticles(db))
    ? await readRows(db, 'card', and(isShown, leadsArticle({ by: 'position' })), sortOrders.featured, {
        page: 1,
        limit,
      })
    : await firstPages.card.read(db, { limit })
  return toArticleCards(context, rows)
}

/** Of every product, each size and shade too, the newest first. */
export async function listProductIds(
  db: Database,
  { page, limit }: { page: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(isShown)
    .orderBy(desc(products.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(({ id }) => id)
}

export async function listProductDetails(
  context: Reading,
  filter: ProductFilter,
): Promise<{ products: ListedProduct[]; total: number }> {
  const { rows, total } = await findPage(context, filter, 'details')
  return { products: await describe(context, rows.map(toDetails)), total }
}

/** With what only the forms of the back office need. */
export async function listForForms(
  context: Reading,
  filter: ProductFilter,
): Promise<{ products: ListedProduct[]; total: number }> {
  const { products: found, total } = await listProductDetails(context, filter)
  return { products: await withCompanions(context.db, found), total }
}

/** With what a sale makes of their prices, and with the parts of sets. */
export async function describe<Product extends ListedProduct>(
  { db, clock }: Reading,
  products: Product[],
): Promise<Product[]> {
  return withParts(db, clock(), await putOnSale(db, clock(), products))
}

async function slugOf(db: Database, category: string): Promise<string> {
  return (await findShelf(db, category))?.slug ?? normaliseCategory(category)
}

type Listing = ProductFilter & { onePerArticle?: boolean }

type FoundPage<Row> = { rows: Row[]; total: number; page: number; pages: number }

/** Taken at its word first; only a search that finds nothing is taken for a typing error. */
async function findPage<Asked extends Shape>(
  context: Reading,
  asked: Listing,
  shape: Asked,
): Promise<FoundPage<Rows[Asked]>> {
  const { db } = context
  const { article, stockAtMost, visibility = 'shown', q = '' } = asked
  const filter = asked.category ? { ...asked, category: await slugOf(db, asked.category) } : asked
  const { category } = filter
  const where = and(
    isNull(products.removedAt),
    visibility === 'all' ? undefined : eq(products.isHidden, visibility === 'hidden'),
    category ? eq(products.category, category) : undefined,
    article ? isOfArticle(article) : undefined,
    stockAtMost === undefined ? undefined : hasAtMost(stockAtMost),
  )
  const words = wordsOf(q)
  if (q.trim() === '') return readPage(context, filter, where, shape)
  // Signs alone are in no product: showing the whole shop would say that all of it was found.
  if (words.length === 0) return toPage([], 0, { page: 1, limit: 1 })
  const isForCustomers = visibility === 'shown' && !article && stockAtMost === undefined
  const shelf = isForCustomers ? category || null : undefined
  const among = { where, shelf, wantedCards: cardsAtOnce(filter, shape) }
  const typed = await asTyped(db, words, among)
  const search = typed.ids.length > 0 ? typed : await asMeant(db, words, among, typed.newest)
  return readFound(context, filter, where, search, shape)
}

async function readPage<Asked extends Shape>(
  context: Reading,
  filter: Listing,
  where: SQL | undefined,
  shape: Asked,
): Promise<FoundPage<Rows[Asked]>> {
  const { sort, article, category, page = 1, limit = 24 } = filter
  const leads = leadsAmong(filter, category ? isOfSameCategory : undefined)
  const first: FirstPage<Rows[Asked]> = firstPages[shape]
  const rows = first.isMeant(filter)
    ? await first.read(context.db, { limit })
    : article && !sort
      ? await readRows(context.db, shape, where, inChoiceOrder, { page, limit })
      : await readSorted(context, shape, and(where, leads), { sort: sort ?? 'newest', page, limit })
  const isWhole = page === 1 && rows.length < limit
  const total = isWhole ? rows.length : await countRows(context.db, filter, where, leads)
  return toPage(rows, total, { page, limit })
}

/** How many cards a search brings along: those of its first page in the order of the shop. */
function cardsAtOnce({ sort, page = 1, limit = 24, onePerArticle }: Listing, shape: Shape): number {
  return shape === 'card' && sort === 'featured' && page === 1 && !onePerArticle ? limit : 0
}

/** Only cards come along. A table, because the compiler follows the shape of the rows through one, and through no condition. */
const cameAlong: { [Asked in Shape]: (search: ProductSearch) => Rows[Asked][] | undefined } = {
  card: ({ firstCards }) => firstCards,
  details: () => undefined,
}

type FirstPage<Row> = {
  isMeant(listing: Listing): boolean
  read(db: Database, values: { limit: number }): Promise<Row[]>
}

/** The lists that are opened most. A place in them would make PostgreSQL plan them anew each time. */
const firstPages: { [Asked in Shape]: FirstPage<Rows[Asked]> } = {
  card: {
    isMeant: (listing) => isFirstOfAll(listing, 'shown') && listing.sort === 'featured',
    read: preparedFirst('featured-products', cardColumns, isShown, sortOrders.featured),
  },
  details: {
    isMeant: (listing) => isFirstOfAll(listing, 'all') && (listing.sort ?? 'newest') === 'newest',
    read: preparedFirst('newest-products', detailColumns, isNull(products.removedAt), sortOrders.newest),
  },
}

function preparedFirst<Read extends typeof cardColumns | typeof detailColumns>(
  name: string,
  columns: Read,
  where: SQL | undefined,
  sort: SQL[],
) {
  const order = sql.join(sort, sql`, `)
  const first = firstIds(sql`select id from ${products} where ${where} order by ${order}`, mostOnAPage)
  const rows = asOneValue(columns, {
    from: sql`from ${products} where ${products.id} = any(${first})`,
    order,
  })
  const read = preparedQuery(name, (db) => db.select({ rows }).from(oneRow))
  return async (db: Database, values: { limit: number }) => (await read(db, values))[0]?.rows ?? []
}

function isFirstOfAll({ page = 1, visibility = 'shown', ...among }: Listing, wanted: Visibility): boolean {
  const { category, article, stockAtMost, onePerArticle } = among
  const isPart = category || article || stockAtMost !== undefined || onePerArticle
  return page === 1 && visibility === wanted && !isPart
}

function leadsAmong({ onePerArticle, sort }: Listing, among?: SQL): SQL | undefined {
  return onePerArticle
    ? leadsArticle({ by: sort?.startsWith('price') ? 'price' : 'position', among })
    : undefined
}

async function readFound<Asked extends Shape>(
  context: Reading,
  listing: Listing,
  where: SQL | undefined,
  search: ProductSearch,
  shape: Asked,
): Promise<FoundPage<Rows[Asked]>> {
  const { sort, page = 1, limit = 24 } = listing
  const { ids, listed, matches, closeness } = search
  const first = cameAlong[shape](search)
  if (first) return toPage(first, ids.length, { page, limit })
  if (listed && (!sort || sort === 'featured') && !listing.onePerArticle) {
    const newestFirst = sort ? inFront(listed.featured, ids) : ids
    const shown = inFront(listed.close, newestFirst).slice((page - 1) * limit, page * limit)
    return toPage(await readInOrder(context.db, shape, shown), ids.length, { page, limit })
  }
  const closestFirst = (sort ?? 'featured') === 'featured' ? [desc(closeness)] : []
  // Among very many, the cheapest may be an old one.
  const isAmongAll = ids.length === mostFound && sort?.startsWith('price')
  const isFound = isAmongAll ? and(where, matches) : isOneOf(ids)
  const leads = leadsAmong(listing, isAmongAll ? undefined : sql`other.id = any(${sql.param(ids)}::int[])`)
  const found = and(isFound, leads)
  const place = { sort: sort ?? 'newest', page, limit }
  const rows = await readSorted(context, shape, found, place, closestFirst)
  const isMany = ids.length === mostFound || !listing.onePerArticle
  const total = isMany ? ids.length : await context.db.$count(products, found)
  return toPage(rows, total, { page, limit })
}

/** These before the others, each in the order in which they were. */
function inFront(these: readonly number[], all: readonly number[]): number[] {
  const areFirst = new Set(these)
  return [...all.filter((id) => areFirst.has(id)), ...all.filter((id) => !areFirst.has(id))]
}

function toPage<Row>(rows: Row[], total: number, { page, limit }: Place): FoundPage<Row> {
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

async function countRows(
  db: Database,
  { category, article, stockAtMost, visibility = 'shown', page = 1, limit = 24 }: Listing,
  where: SQL | undefined,
  leads: SQL | undefined,
): Promise<number> {
  const atMost = Math.ceil((page * limit + 1) / countAhead) * countAhead
  if (leads === undefined && !article && stockAtMost === undefined) {
    if (category && visibility === 'shown') return Math.min(await countCategory(db, category), atMost)
    if (!category && visibility !== 'hidden') {
      const hidden = visibility === 'all' ? await countHidden(db) : 0
      return Math.min((await countShelved(db)) + hidden, atMost)
    }
  }
  const some = db.select({ one: sql`1` }).from(products).where(and(where, leads)).limit(atMost).as('some')
  return db.$count(some)
}

/** Found in the index by the rough amount, and then taken exactly. All sets are looked at: they have nothing of their own. */
export function hasAtMost(stock: number): SQL | undefined {
  const band = sql`width_bucket(${stock}::int, array[1, 6, 21, 101, 1001])`
  return and(sql`${products.stockBand} <= ${band}`, lte(stockNow, stock))
}
