import {
  and,
  asc,
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
import type { OrderLine } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { csvStart, ordersCsvHeader, ordersCsvRow } from '#rules/csv.ts'
import { pinOf } from '#rules/delivery-pin.ts'
import type { OrderEdit } from '#rules/order-edit.ts'
import { balanceOf, type OrderBalance } from '#rules/order-ledger.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { pictures } from '../media/tables.ts'
import {
  countByStatus,
  countFiltered,
  countNewer,
  countOpenReturns,
  countToDecide,
  findNewestId,
  totalOf,
} from './order-counts.ts'
import { findNewest, type SearchScope, searching } from './order-search.ts'
import { hasOpenReturn, isToDecide, orderHistory, orderLines, orders } from './tables.ts'
import { countUntold, untoldOrders } from './tell-by-hand.ts'

export type Page = { page: number; limit: number }

const { userId, hadDriver, holdUntil, newsBy, requestKey, contentsHash, searchText, ...listed } =
  getTableColumns(orders)

/** What lists show: each column more is read, sent and mapped for every order of a page. */
const listedColumns = { ...listed, driverEmail: users.email, driverDisplayName: users.displayName }

type ListedRow = Awaited<ReturnType<typeof selectOrders>>[number]

export type ListedOrder = Omit<ListedRow, 'paymentState'> &
  OrderBalance & {
    lines: OrderLine[]
    driverName: string | null
    /** In one line, as it stands on the parcel. */
    shippingAddress: string
  }

type AdminOrder = ListedOrder & { history: HistoryEntry[] }

export const newestFirst = [desc(orders.createdAt), desc(orders.id)]

/** Beyond this nobody counts along; an exact number would cost more than the page itself. */
const countAtMost = 10_000

function filterOrders(
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
): Promise<{ orders: AdminOrder[]; total: number }> {
  const found = await searching(db, q, (tx, matches, scope) => {
    const where = filterOrders(tx, filter)
    if (matches) return findMatching(tx, and(where, matches), page, scope)
    if (filter.isUntold || filter.isToDecide || filter.hasOpenReturn) return findPage(tx, where, page)
    return findPage(tx, where, page, () => countFiltered(tx, filter))
  })
  const history = await readHistory(
    db,
    found.orders.map(({ id }) => id),
  )
  const withHistory = found.orders.map((order) => ({ ...order, history: history.get(order.id) ?? [] }))
  return { orders: withHistory, total: found.total }
}

/** The numbers are found first, in the index alone; only the page itself is then read whole. */
export async function findPage(
  db: Database,
  where: SQL | undefined,
  { page, limit }: Page,
  countAll = () => count(db, where),
): Promise<{ orders: ListedOrder[]; total: number }> {
  const place = { limit, offset: (page - 1) * limit }
  const found = where
    ? await readOrders(db, inArray(orders.id, idsAt(db, where, place)))
    : await withLines(db, page === 1 ? await readNewest(db, { limit }) : await readOlder(db, place))
  const isWhole = page === 1 && found.length < limit
  return { orders: found, total: isWhole ? found.length : await countAll() }
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
): Promise<{ orders: ListedOrder[]; total: number }> {
  const atMost = Math.ceil((page * limit + 1) / 100) * 100 + 1
  const list = scope === 'recent' ? listIds : listIndexedIds
  const ids = await findNewest(db, scope, atMost, (place) => list(db, and(place, where), atMost))
  const shown = ids.slice((page - 1) * limit, page * limit)
  return { orders: await readOrders(db, inArray(orders.id, shown)), total: ids.length }
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
  return withLines(db, await selectOrders(db, where))
}

function selectOrders(db: Database, where: SQL | undefined) {
  return db
    .select(listedColumns)
    .from(orders)
    .leftJoin(users, eq(users.id, orders.driverId))
    .where(where)
    .orderBy(...newestFirst)
}

/** The list that everybody in the back office opens first, and that is asked for again and again: nothing comes before it. */
const readNewest = preparedQuery('newest-orders', (db) =>
  selectOrders(db, undefined).limit(sql.placeholder('limit')),
)

const readOlder = preparedQuery('older-orders', (db) => {
  const place = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  return selectOrders(db, inArray(orders.id, idsAt(db, undefined, place)))
})

async function withLines(db: Database, rows: readonly ListedRow[]): Promise<ListedOrder[]> {
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((order) => ({
    ...order,
    deliveryPin: pinOf(order),
    reviewKey: order.status === 'Delivered' ? order.reviewKey : null,
    lines: lines.get(order.id) ?? [],
    driverName: order.driverEmail && nameOf(order.driverDisplayName, order.driverEmail),
    ...balanceOf(order),
    shippingAddress: [order.address, order.city, order.region, order.zip].filter(Boolean).join(', '),
  }))
}

async function count(db: Database, where: SQL | undefined): Promise<number> {
  const some = db.select({ one: sql`1` }).from(orders).where(where).limit(countAtMost).as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  return counted?.total ?? 0
}

/** The numbers around the list; `after` is the newest order that somebody knows. */
export async function countForList(db: Database, after?: number) {
  const byStatus = await countByStatus(db)
  return {
    total: totalOf(byStatus),
    byStatus,
    newestId: await findNewestId(db),
    untold: await countUntold(db),
    toDecide: await countToDecide(db),
    openReturns: await countOpenReturns(db),
    newer: after === undefined ? 0 : await countNewer(db, after),
  }
}

/** Everything about one order, for the back office. */
export async function getOrder(db: Database, id: number): Promise<AdminOrder> {
  const [order] = await readOrders(db, eq(orders.id, id))
  if (order === undefined) throw new Refusal('order_not_found')
  const history = await readHistory(db, [id])
  // Whoever hands it over at the counter is told the PIN by the customer.
  const deliveryPin = order.deliveryOption === 'pickup' ? null : order.deliveryPin
  return { ...order, deliveryPin, history: history.get(id) ?? [] }
}

const readLineRows = preparedQuery('order-lines', (db) =>
  db
    .select({
      orderId: orderLines.orderId,
      productId: orderLines.productId,
      name: orderLines.productName,
      quantity: orderLines.quantity,
      price: orderLines.pricePerItem,
      parts: orderLines.parts,
      pictureId: pictures.id,
      widths: pictures.widths,
    })
    .from(orderLines)
    .leftJoin(pictures, eq(pictures.id, orderLines.pictureId))
    .where(sql`${orderLines.orderId} = any(${sql.placeholder('orderIds')}::int[])`)
    .orderBy(orderLines.orderId, orderLines.position),
)

export async function readLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderLine[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await readLineRows(db, { orderIds })
  return group(rows, (row) => ({
    productId: row.productId,
    name: row.name,
    quantity: row.quantity,
    price: row.price,
    totalPrice: row.price * row.quantity,
    picture: row.pictureId && row.widths ? { id: row.pictureId, widths: row.widths } : null,
    parts: row.parts ?? undefined,
  }))
}

type HistoryEntry = { status: OrderStatus; at: Date; by: string | null; edits?: OrderEdit[] | undefined }

const readHistoryRows = preparedQuery('order-history', (db) =>
  db
    .select({
      orderId: orderHistory.orderId,
      status: orderHistory.status,
      at: orderHistory.changedAt,
      edits: orderHistory.edits,
      email: users.email,
      displayName: users.displayName,
    })
    .from(orderHistory)
    .leftJoin(users, eq(users.id, orderHistory.changedBy))
    .where(sql`${orderHistory.orderId} = any(${sql.placeholder('orderIds')}::int[])`)
    .orderBy(asc(orderHistory.orderId), asc(orderHistory.id)),
)

/** Oldest first. */
export async function readHistory(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, HistoryEntry[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await readHistoryRows(db, { orderIds })
  return group(rows, ({ status, at, edits, email, displayName }) => ({
    status,
    at,
    ...(edits && { edits }),
    by: email && nameOf(displayName, email),
  }))
}

function group<Row extends { orderId: number }, Entry>(
  rows: readonly Row[],
  describe: (row: Row) => Entry,
): Map<number, Entry[]> {
  const groups = new Map<number, Entry[]>()
  for (const row of rows) {
    const those = groups.get(row.orderId)
    if (those === undefined) groups.set(row.orderId, [describe(row)])
    else those.push(describe(row))
  }
  return groups
}

const batchSize = 500

type LastRead = { createdAt: Date; id: number }

/** Batch by batch, so that a million orders fit through; each batch goes on where the last one ended. */
export async function* exportOrders(reads: Reads, { q, ...filter }: OrderFilter): AsyncGenerator<string> {
  const first = await reads.ask((db) =>
    searching(db, q, async (tx, matches) => {
      const where = and(filterOrders(tx, filter), matches)
      return { where, batch: await readBatch(tx, where, null) }
    }),
  )
  yield csvStart + ordersCsvHeader()
  let { batch } = first
  for (;;) {
    if (batch.length > 0) yield batch.map(toRow).join('')
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    batch = await reads.ask((db) => readBatch(db, first.where, last))
  }
}

function readBatch(db: Database, where: SQL | undefined, after: LastRead | null): Promise<ListedOrder[]> {
  const isLater =
    after &&
    sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(where, isLater ?? undefined))
    .orderBy(...newestFirst)
    .limit(batchSize)
  return readOrders(db, inArray(orders.id, ids))
}

function toRow(order: ListedOrder): string {
  return ordersCsvRow({
    id: order.id,
    trackingCode: order.trackingCode,
    placedAt: order.createdAt,
    status: order.status,
    customerName: order.customerName,
    phone: order.customerPhone,
    email: order.customerEmail,
    address: order.shippingAddress,
    deliveryOption: order.deliveryOption,
    paymentMethod: order.paymentMethod,
    paymentState: order.paymentState,
    amountToCollect: order.amountToCollect,
    driver: order.driverName,
    lines: order.lines,
    subtotal: order.subtotal,
    deliveryFee: order.deliveryFee,
    discount: order.discount,
    discounts: order.discounts,
    total: order.total,
    deliverOn: order.deliverOn,
    deliverSlot: order.deliverSlot,
  })
}
