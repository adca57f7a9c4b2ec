import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { ProductSort } from '#rules/product-sorting.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { type CardRow, cardColumns, type DetailRow, detailColumns } from './product-rows.ts'
import { listIdsByPrice } from './sale-prices.ts'
import { products } from './tables.ts'

/** What customers pay depends on the moment. */
export type Reading = Pick<Context, 'db' | 'clock'>

export const featuredFirst = [desc(products.isFeatured), desc(products.id)]

export const sortOrders: Record<ProductSort, SQL[]> = {
  featured: featuredFirst,
  'price-low': [asc(products.price), desc(products.id)],
  'price-high': [desc(products.price), desc(products.id)],
  newest: [desc(products.id)],
}

/** What is read of each product: a card shows less than the API and the forms. */
export type Rows = { card: CardRow; details: DetailRow }
export type Shape = keyof Rows

export type Place = { page: number; limit: number }

/** By price means by what customers pay. */
export async function readSorted<Asked extends Shape>(
  { db, clock }: Reading,
  shape: Asked,
  where: SQL | undefined,
  { sort, ...place }: Place & { sort: ProductSort },
  before: SQL[] = [],
): Promise<Rows[Asked][]> {
  const direction = directions[sort]
  const ids = direction && (await listIdsByPrice(db, clock(), { where, direction, ...place }))
  if (!ids) return readRows(db, shape, where, [...before, ...sortOrders[sort]], place)
  return readInOrder(db, shape, ids)
}

export const isOneOfThese = sql`${products.id} = any(${sql.placeholder('ids')}::int[])`

const readThese: {
  [Asked in Shape]: (db: Database, values: { ids: readonly number[] }) => Promise<Rows[Asked][]>
} = {
  card: preparedQuery('cards-by-number', (db) => db.select(cardColumns).from(products).where(isOneOfThese)),
  details: preparedQuery('products-by-number', (db) =>
    db.select(detailColumns).from(products).where(isOneOfThese),
  ),
}

export async function readInOrder<Asked extends Shape>(
  db: Database,
  shape: Asked,
  ids: readonly number[],
): Promise<Rows[Asked][]> {
  return inOrderOf(ids, await readThese[shape](db, { ids }))
}

const directions: Partial<Record<ProductSort, 'up' | 'down'>> = { 'price-low': 'up', 'price-high': 'down' }

export function inOrderOf<Thing extends { id: number }>(
  ids: readonly number[],
  things: readonly Thing[],
): Thing[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** What is read does not change how it is looked for; the library's types cannot say so. */
const columnsOf = { card: cardColumns as unknown as typeof detailColumns, details: detailColumns }

export async function readRows<Asked extends Shape>(
  db: Database,
  shape: Asked,
  where: SQL | undefined,
  order: SQL[],
  { page, limit }: Place,
): Promise<Rows[Asked][]> {
  const rows = await db
    .select(columnsOf[shape])
    .from(products)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
  return rows as unknown as Rows[Asked][]
}
