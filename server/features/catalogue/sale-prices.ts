import { and, asc, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import { mostOpenSales, mostSaleProducts } from '#rules/sale-fields.ts'
import { isRunning, type PriceOf, priceAt, type SaleTerms } from '#rules/sale-price.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { mayBeId } from './stock.ts'
import { categories, products, saleProducts, sales } from './tables.ts'

type SaleRow = typeof sales.$inferSelect

/** A sale that runs or is to come, with those of the asked products that it names. */
type OpenSale = SaleTerms &
  Pick<SaleRow, 'scope'> & { category: string | null; productIds: ReadonlySet<number> }

const productsAmong: SQL<number[]> = sql`array(select ${saleProducts.productId} from ${saleProducts}
  where ${saleProducts.saleId} = ${sales.id} and ${saleProducts.productId} = any(${sql.placeholder('ids')}::int[]))`

const isOpen = sql`${sales.endsAt} > ${sql.placeholder('at')}::timestamptz`

const readOpen = preparedQuery('open-sales', (db) =>
  db
    .select({ sale: sales, category: categories.slug, productIds: productsAmong })
    .from(sales)
    .leftJoin(categories, eq(categories.id, sales.categoryId))
    .where(isOpen)
    .orderBy(asc(sales.endsAt), asc(sales.id))
    .limit(mostOpenSales),
)

const readLastEnd = rememberedRead('last-sale-end', ['sales'], (db) =>
  db.select({ endsAt: sql<Date | null>`max(${sales.endsAt})`.mapWith(sales.endsAt) }).from(sales),
)

/** Most of the time none runs or is to come; then nobody asks for more. */
export async function hasOpenSales(db: Database, at: Date): Promise<boolean> {
  const [last] = await readLastEnd(db)
  return last !== undefined && last.endsAt !== null && last.endsAt > at
}

/** In one question, for prices of these products. */
export async function listOpenSales(db: Database, at: Date, ids: readonly number[]): Promise<OpenSale[]> {
  const possible = ids.filter(mayBeId)
  const rows = await readOpen(db, { at: at.toISOString(), ids: possible })
  return rows.map(({ sale, category, productIds }) => ({
    ...toTerms(sale),
    category,
    productIds: new Set(productIds),
  }))
}

function toTerms({ kind, off, floor, startsAt, endsAt, scope }: SaleRow): SaleTerms & Pick<SaleRow, 'scope'> {
  const span = { floor, startsAt, endsAt, scope }
  return kind === 'percent' ? { kind, percent: off, ...span } : { kind, amount: off, ...span }
}

type Shelved = { id: number; category: string; price: Pesewas }

function isFor({ scope, category, productIds }: OpenSale, product: Shelved): boolean {
  if (scope === 'products') return productIds.has(product.id)
  return scope === 'all' || category === product.category
}

function priceIn(open: readonly OpenSale[], product: Shelved, at: Date): PriceOf {
  const own = open.filter((sale) => isFor(sale, product))
  return priceAt(product.price, own, at)
}

/** What customers pay for these products at this moment, with what they cost otherwise beside it. */
export async function putOnSale<Product extends Shelved>(
  db: Database,
  at: Date,
  shelved: readonly Product[],
): Promise<(Product & PriceOf)[]> {
  if (shelved.length === 0) return []
  if (!(await hasOpenSales(db, at))) return salePrices([], at, shelved)
  const ids = shelved.map(({ id }) => id)
  return salePrices(await listOpenSales(db, at, ids), at, shelved)
}

export function salePrices<Product extends Shelved>(
  open: readonly OpenSale[],
  at: Date,
  shelved: readonly Product[],
): (Product & PriceOf)[] {
  return shelved.map((product) => ({ ...product, ...priceIn(open, product, at) }))
}

const readNextChange = preparedQuery('next-price-change', (db) =>
  db
    .select({ moment: sql`min(moment)`.mapWith(sales.endsAt) })
    .from(sql`${sales}, unnest(array[${sales.startsAt}, ${sales.endsAt}]) moment`)
    .where(sql`${isOpen} and moment > ${sql.placeholder('at')}::timestamptz`),
)

/** When the next sale begins or ends; null where none is planned. Until then every price stays as it is. */
export async function findNextPriceChange({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Date | null> {
  if (!(await hasOpenSales(db, clock()))) return null
  const [next] = await readNextChange(db, { at: clock().toISOString() })
  return next?.moment ?? null
}

type Banner = { isOn: true; title: string; endsAt: string }

/** The running sale that the home page counts down to; of several, the one that ends first. */
export async function findCountdown({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Banner | null> {
  if (!(await hasOpenSales(db, clock()))) return null
  const at = clock().toISOString()
  const [sale] = await db
    .select({ title: sales.name, endsAt: sales.endsAt })
    .from(sales)
    .where(
      and(
        eq(sales.hasCountdown, true),
        sql`${sales.endsAt} > ${at}::timestamptz and ${sales.startsAt} <= ${at}::timestamptz`,
      ),
    )
    .orderBy(asc(sales.endsAt), asc(sales.id))
    .limit(1)
  return sale ? { isOn: true, title: sale.title, endsAt: sale.endsAt.toISOString() } : null
}

type Wanted = { where: SQL | undefined; direction: 'up' | 'down'; page: number; limit: number }

/** Sorted so far by what customers pay; beyond, where nobody pages to, by the regular price. */
const sortedTo = 5_000

/**
 * The numbers of a page of products, sorted by what customers pay. Null where the regular prices sort them alike: a sale for
 * everything changes no order.
 *
 * Products of one category that no sale names by themselves are under the same sales, and a higher regular price never
 * becomes a lower one in a sale. So each such group is read along its index, as far as the page reaches, and the beginnings are
 * merged. However large the catalogue is, it is never read whole.
 */
export async function listIdsByPrice(
  db: Database,
  at: Date,
  { where, direction, page, limit }: Wanted,
): Promise<number[] | null> {
  const reach = page * limit
  if (reach > sortedTo) return null
  const open = await listOpenSales(db, at, await listNamed(db, at))
  const running = open.filter((sale) => isRunning(sale, at))
  const named = [...new Set(running.flatMap(({ productIds }) => [...productIds]))]
  const shelves = [
    ...new Set(running.flatMap(({ scope, category }) => (scope === 'category' && category) || [])),
  ]
  if (named.length + shelves.length === 0) return null
  const others = named.length > 0 ? notInArray(products.id, named) : undefined
  const groups = [
    ...(named.length > 0 ? [inArray(products.id, named)] : []),
    ...shelves.map((shelf) => and(eq(products.category, shelf), others)),
    and(shelves.length > 0 ? notInArray(products.category, shelves) : undefined, others),
  ]
  const order = direction === 'up' ? asc(products.price) : desc(products.price)
  const found: Shelved[] = []
  // One after the other: a list of products must not take all connections for itself.
  for (const group of groups)
    found.push(
      ...(await db
        .select({ id: products.id, category: products.category, price: products.price })
        .from(products)
        .where(and(where, group))
        .orderBy(order, desc(products.id))
        .limit(reach)),
    )
  const sign = direction === 'up' ? 1 : -1
  return found
    .map((product) => ({ ...product, paid: priceIn(running, product, at).price }))
    .sort((a, b) => sign * (a.paid - b.paid) || sign * (a.price - b.price) || b.id - a.id)
    .slice(reach - limit, reach)
    .map(({ id }) => id)
}

/** The products that running sales name by themselves. */
async function listNamed(db: Database, at: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: saleProducts.productId })
    .from(saleProducts)
    .innerJoin(sales, eq(sales.id, saleProducts.saleId))
    .where(
      sql`${sales.endsAt} > ${at.toISOString()}::timestamptz and ${sales.startsAt} <= ${at.toISOString()}::timestamptz`,
    )
    .limit(mostOpenSales * mostSaleProducts)
  return rows.map(({ id }) => id)
}
