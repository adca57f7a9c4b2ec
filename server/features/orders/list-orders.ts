import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { OrderFilter } from '#contract/admin-orders.ts'
import { mostOnAPage } from '#contract/codecs.ts'
import type { ListedLine, OrderLine } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { pinOf } from '#rules/delivery-pin.ts'
import { balanceOf, type OrderBalance } from '#rules/order-ledger.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { type Database, firstIds, preparedQuery } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { allOrders, countFiltered } from './order-counts.ts'
import {
  groupListed,
  type HistoryEntry,
  listedLinesOf,
  readLines,
  readLinesAndHistory,
  readListedLines,
} from './order-parts.ts'
import { findNewest, type SearchScope, searching } from './order-search.ts'
import { hasOpenReturn, isToDecide, orders } from './tables.ts'
import { untoldOrders } from './tell-by-hand.ts'

export type Page = { page: number; limit: number }

const { userId, holdUntil, newsBy, requestKey, contentsHash, searchText, ...whole } = getTableColumns(orders)
const { deliveryPin, reviewKey, cancelReason, source, note, ...listed } = whole

const driver = {
  driverEmail: sql<string | null>`${users.email}`,
  driverDisplayName: sql<string | null>`${users.displayName}`,
}

/** What lists of the back office show: each column more is read, sent and mapped for every order of a page. */
const listedColumns = { ...listed, ...driver }

/** Customers and whoever opens an order are shown more. */
const wholeColumns = { ...whole, ...driver }

type WholeRow = Awaited<ReturnType<typeof selectWhole>>[number]
type ListedRow = Awaited<ReturnType<typeof selectListed>>[number]

type OrderFacts = OrderBalance & {
  driverName: string | null
  /** In one line, as it stands on the parcel. */
  shippingAddress: string
}

export type ListedOrder = Omit<ListedRow, 'paymentState'> & OrderFacts & { lines: ListedLine[] }

/** With the pictures of what was ordered. */
export type OwnOrder = Omit<WholeRow, 'paymentState'> & OrderFacts & { lines: OrderLine[] }

export type AdminOrder = OwnOrder & { history: HistoryEntry[] }

export const newestFirst = [desc(orders.createdAt), desc(orders.id)]

/** Beyond this nobody counts along; an exact number would cost more than the page itself. */
const countAtMost = 10_000

export function filterOrders(
  db: Database,
  { status, from, until, isUntold, isToDecide: toDecide, hasOpenReturn: isWithReturn }: OrderFilter,
): SQL | undefined {
  return and(
    isWithReturn ? hasOpenReturn : undefined,
    isUntold ? inArray(orders.id, untoldOrders(db)) : undefined,
    toDecide ? isToDecide : undefined,
    status && eq(orders.status, status),
    from && gte(orders.createdAt, from),
    until && lt(orders.createdAt, until),
  )
}

export async function listOrders(
  db: Database,
  { q, ...filter }: OrderFilter,
  page: Page,
): Promise<{ orders: ListedOrder[]; total: number }> {
  if (!q && filterOrders(db, filter) === undefined)
    return page.page === 1 ? listNewest(db, page) : listOlder(db, page)
  const found = await searching(db, q, (tx, matches, scope) => {
    const where = filterOrders(tx, filter)
    if (matches) return findMatching(tx, and(where, matches), page, scope)
    if (filter.isUntold || filter.isToDecide || filter.hasOpenReturn)
      return findRows(tx, selectListed, where, page)
    return findRows(tx, selectListed, where, page, () => countFiltered(tx, filter))
  })
  return { orders: await withListedLines(db, found.rows), total: found.total }
}

/** Orders as their customers see them. */
export async function findPage(
  db: Database,
  where: SQL | undefined,
  page: Page,
): Promise<{ orders: OwnOrder[]; total: number }> {
  const { rows, total } = await findRows(db, selectWhole, where, page)
  return { orders: await withLines(db, rows), total }
}

type FoundRows<Row> = { rows: Row[]; total: number }

/** The numbers are found first, in the index alone; only the page itself is then read whole. */
async function findRows<Row>(
  db: Database,
  select: (db: Database, where: SQL) => PromiseLike<Row[]>,
  where: SQL | undefined,
  { page, limit }: Page,
  countAll = () => count(db, where),
): Promise<FoundRows<Row>> {
  const rows = await select(db, inArray(orders.id, idsAt(db, where, { limit, offset: (page - 1) * limit })))
  const isWhole = page === 1 && rows.length < limit
  return { rows, total: isWhole ? rows.length : await countAll() }
}

type Place = { [Part in 'limit' | 'offset']: number | Placeholder }

function idsAt(db: Database, where: SQL | undefined, { limit, offset }: Place) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
}

/**
 * What somebody looks for is mostly new, and all of a name's orders are too many to be sorted: the newest orders are searched
 * first, and more only when those do not fill the page. Nobody counts along further than a hundred ahead.
 */
async function findMatching(
  db: Database,
  where: SQL | undefined,
  { page, limit }: Page,
  scope: SearchScope,
): Promise<FoundRows<ListedRow>> {
  const atMost = Math.ceil((page * limit + 1) / 100) * 100 + 1
  const list = scope === 'recent' ? listIds : listIndexedIds
  const ids = await findNewest(db, scope, atMost, (place) => list(db, and(place, where), atMost))
  const shown = ids.slice((page - 1) * limit, page * limit)
  return { rows: await selectListed(db, inArray(orders.id, shown)), total: ids.length }
}

async function listIds(db: Database, where: SQL | undefined, atMost: number): Promise<number[]> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(atMost)
  return found.map(({ id }) => id)
}

/**
 * First found in the index of the search, then sorted. Left to itself, PostgreSQL guesses how frequent a name is, and reads
 * order by order where it takes a rare one for frequent.
 */
async function listIndexedIds(db: Database, where: SQL | undefined, atMost: number): Promise<number[]> {
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    with matching as materialized (select ${orders.id}, ${orders.createdAt} from ${orders} where ${where})
    select array(select id from matching order by created_at desc, id desc limit ${atMost}) as ids`)
  return rows[0]?.ids ?? []
}

/** Orders with their lines and the driver's name, newest first. */
export async function readOrders(db: Database, where: SQL | undefined): Promise<ListedOrder[]> {
  return withListedLines(db, await selectListed(db, where))
}

/** The same with pictures and their history. */
export async function readOrdersWithHistory(db: Database, where: SQL | undefined): Promise<AdminOrder[]> {
  const rows = await selectWhole(db, where)
  const partsOf = await readLinesAndHistory(db, rows.map(idOf))
  return rows.map((row) => toWhole(row, partsOf(row.id)))
}

const isDriver = eq(users.id, orders.driverId)

function selectListed(db: Database, where: SQL | undefined) {
  return db
    .select(listedColumns)
    .from(orders)
    .leftJoin(users, isDriver)
    .where(where)
    .orderBy(...newestFirst)
}

function selectWhole(db: Database, where: SQL | undefined) {
  return db
    .select(wholeColumns)
    .from(orders)
    .leftJoin(users, isDriver)
    .where(where)
    .orderBy(...newestFirst)
}

const readNewest = preparedQuery('newest-orders', (db) => {
  const order = sql.join(newestFirst, sql`, `)
  const newest = firstIds(sql`select id from ${orders} order by ${order}`, mostOnAPage)
  const ids = sql`newest.ids`
  const rows = asOneValue(listedColumns, {
    from: sql`from ${orders} left join ${users} on ${isDriver} where ${orders.id} = any(${ids})`,
    order,
  })
  return (
    db
      .select({ rows, lines: listedLinesOf(ids), total: allOrders })
      // Without `offset` PostgreSQL writes the list of numbers out wherever it is used, and finds it as often.
      .from(sql`(select ${newest} as ids offset 0) newest`)
  )
})

/** The list that everybody in the back office opens first, and that is asked for again and again: one statement. */
async function listNewest(db: Database, { limit }: Page): Promise<{ orders: ListedOrder[]; total: number }> {
  const [found] = await readNewest(db, { limit })
  if (found === undefined) return { orders: [], total: 0 }
  return { orders: withLinesOf(groupListed(found.lines), found.rows), total: found.total }
}

const readOlder = preparedQuery('older-orders', (db) => {
  const place = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  return selectListed(db, inArray(orders.id, idsAt(db, undefined, place)))
})

async function listOlder(
  db: Database,
  { page, limit }: Page,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const rows = await readOlder(db, { limit, offset: (page - 1) * limit })
  return { orders: await withListedLines(db, rows), total: await countFiltered(db, {}) }
}

async function withLines(db: Database, rows: readonly WholeRow[]): Promise<OwnOrder[]> {
  const lines = await readLines(db, rows.map(idOf))
  return rows.map((row) => toWhole(row, { lines: lines.get(row.id) ?? [] }))
}

async function withListedLines(db: Database, rows: readonly ListedRow[]): Promise<ListedOrder[]> {
  return withLinesOf(await readListedLines(db, rows.map(idOf)), rows)
}

function withLinesOf(lines: Map<number, ListedLine[]>, rows: readonly ListedRow[]): ListedOrder[] {
  return rows.map((row) => ({ ...row, ...factsOf(row), lines: lines.get(row.id) ?? [] }))
}

function idOf({ id }: ListedRow): number {
  return id
}

function toWhole<Parts>(row: WholeRow, parts: Parts) {
  return {
    ...row,
    ...factsOf(row),
    deliveryPin: pinOf(row),
    reviewKey: row.status === 'Delivered' ? row.reviewKey : null,
    ...parts,
  }
}

function factsOf(row: ListedRow): OrderFacts {
  return {
    ...balanceOf(row),
    driverName: row.driverEmail && nameOf(row.driverDisplayName, row.driverEmail),
    shippingAddress: [row.address, row.city, row.region, row.zip].filter(Boolean).join(', '),
  }
}

async function count(db: Database, where: SQL | undefined): Promise<number> {
  const some = db.select({ one: sql`1` }).from(orders).where(where).limit(countAtMost).as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  return counted?.total ?? 0
}

/** Everything about one order, for the back office. */
export async function getOrder(db: Database, id: number): Promise<AdminOrder> {
  const [order] = await readOrdersWithHistory(db, eq(orders.id, id))
  if (order === undefined) throw new Refusal('order_not_found')
  // Whoever hands it over at the counter is told the PIN by the customer.
  return order.deliveryOption === 'pickup' ? { ...order, deliveryPin: null } : order
}
