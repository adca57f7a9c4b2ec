import { asc, eq, sql } from 'drizzle-orm'
import type { OrderLine } from '#contract/orders.ts'
import type { OrderEdit } from '#rules/order-edit.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { type Database, oneRow, preparedQuery } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { pictures } from '../media/tables.ts'
import { orderHistory, orderLines } from './tables.ts'

/** A step, or a change of what was ordered. */
export type HistoryEntry = {
  status: OrderStatus
  at: Date
  by: string | null
  edits?: OrderEdit[] | undefined
}

const orderIds = sql`(${sql.placeholder('orderIds')}::int[])`

const lines = asOneValue(
  {
    orderId: orderLines.orderId,
    productId: orderLines.productId,
    name: orderLines.productName,
    quantity: orderLines.quantity,
    price: orderLines.pricePerItem,
    parts: orderLines.parts,
    pictureId: sql<string | null>`${pictures.id}`,
    widths: sql<number[] | null>`${pictures.widths}`,
  },
  {
    from: sql`from ${orderLines} left join ${pictures} on ${eq(pictures.id, orderLines.pictureId)} where ${orderLines.orderId} = any${orderIds}`,
    order: asc(orderLines.position),
  },
)

/** Oldest first. */
const history = asOneValue(
  {
    orderId: orderHistory.orderId,
    status: orderHistory.status,
    at: orderHistory.changedAt,
    edits: orderHistory.edits,
    email: sql<string | null>`${users.email}`,
    displayName: sql<string | null>`${users.displayName}`,
  },
  {
    from: sql`from ${orderHistory} left join ${users} on ${eq(users.id, orderHistory.changedBy)} where ${orderHistory.orderId} = any${orderIds}`,
    order: asc(orderHistory.id),
  },
)

type LineRow = (typeof lines)['_']['type'][number]
type HistoryRow = (typeof history)['_']['type'][number]

const readLineRows = preparedQuery('order-lines', (db) => db.select({ lines }).from(oneRow))

const readLineAndHistoryRows = preparedQuery('order-lines-and-history', (db) =>
  db.select({ lines, history }).from(oneRow),
)

export async function readLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderLine[]>> {
  if (orderIds.length === 0) return new Map()
  const [found] = await readLineRows(db, { orderIds })
  return group(found?.lines ?? [], toLine)
}

type Parts = { lines: OrderLine[]; history: HistoryEntry[] }

/** In one question, of each order. */
export async function readLinesAndHistory(
  db: Database,
  orderIds: readonly number[],
): Promise<(orderId: number) => Parts> {
  const [found] = orderIds.length === 0 ? [] : await readLineAndHistoryRows(db, { orderIds })
  const linesOf = group(found?.lines ?? [], toLine)
  const historyOf = group(found?.history ?? [], toEntry)
  return (id) => ({ lines: linesOf.get(id) ?? [], history: historyOf.get(id) ?? [] })
}

function toLine({ productId, name, quantity, price, parts, pictureId, widths }: LineRow): OrderLine {
  return {
    productId,
    name,
    quantity,
    price,
    totalPrice: price * quantity,
    picture: pictureId && widths ? { id: pictureId, widths } : null,
    parts: parts ?? undefined,
  }
}

function toEntry({ status, at, edits, email, displayName }: HistoryRow): HistoryEntry {
  return { status, at, ...(edits && { edits }), by: email && nameOf(displayName, email) }
}

function group<Row extends { orderId: number }, Part>(
  rows: readonly Row[],
  describe: (row: Row) => Part,
): Map<number, Part[]> {
  const groups = new Map<number, Part[]>()
  for (const row of rows) {
    const those = groups.get(row.orderId)
    if (those === undefined) groups.set(row.orderId, [describe(row)])
    else those.push(describe(row))
  }
  return groups
}
