import { asc, eq, type SQL, sql } from 'drizzle-orm'
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

const givenIds = sql`${sql.placeholder('orderIds')}::int[]`

function linesOf(orderIds: SQL) {
  return asOneValue(
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
      from: sql`from ${orderLines} left join ${pictures} on ${eq(pictures.id, orderLines.pictureId)} where ${orderLines.orderId} = any(${orderIds})`,
      order: asc(orderLines.position),
    },
  )
}

/** Oldest first. */
function historyOf(orderIds: SQL) {
  return asOneValue(
    {
      orderId: orderHistory.orderId,
      status: orderHistory.status,
      at: orderHistory.changedAt,
      edits: orderHistory.edits,
      email: sql<string | null>`${users.email}`,
      displayName: sql<string | null>`${users.displayName}`,
    },
    {
      from: sql`from ${orderHistory} left join ${users} on ${eq(users.id, orderHistory.changedBy)} where ${orderHistory.orderId} = any(${orderIds})`,
      order: asc(orderHistory.id),
    },
  )
}

/** Of these orders, for a statement that may ask for more. */
export function linesAndHistoryOf(orderIds: SQL) {
  return { lines: linesOf(orderIds), history: historyOf(orderIds) }
}

type LineRow = ReturnType<typeof linesOf>['_']['type'][number]
type HistoryRow = ReturnType<typeof historyOf>['_']['type'][number]

const readLineRows = preparedQuery('order-lines', (db) =>
  db.select({ lines: linesOf(givenIds) }).from(oneRow),
)

const readLineAndHistoryRows = preparedQuery('order-lines-and-history', (db) =>
  db.select(linesAndHistoryOf(givenIds)).from(oneRow),
)

export async function readLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderLine[]>> {
  if (orderIds.length === 0) return new Map()
  const [found] = await readLineRows(db, { orderIds })
  return group(found?.lines ?? [], toLine)
}

type PartsOf = (orderId: number) => { lines: OrderLine[]; history: HistoryEntry[] }

/** In one question, of each order. */
export async function readLinesAndHistory(db: Database, orderIds: readonly number[]): Promise<PartsOf> {
  const [found] = orderIds.length === 0 ? [] : await readLineAndHistoryRows(db, { orderIds })
  return toParts(found)
}

export function toParts({ lines, history }: { lines: LineRow[]; history: HistoryRow[] } = nothing): PartsOf {
  const linesById = group(lines, toLine)
  const historyById = group(history, toEntry)
  return (id) => ({ lines: linesById.get(id) ?? [], history: historyById.get(id) ?? [] })
}

const nothing = { lines: [], history: [] }

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
