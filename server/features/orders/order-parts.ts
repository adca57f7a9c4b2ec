import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { ListedLine, OrderLine } from '#contract/orders.ts'
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

const listedColumns = {
  orderId: orderLines.orderId,
  productId: orderLines.productId,
  name: orderLines.productName,
  quantity: orderLines.quantity,
  price: orderLines.pricePerItem,
  parts: orderLines.parts,
}

/** Without pictures, for a statement that may ask for more. */
export function listedLinesOf(orderIds: SQL) {
  return asOneValue(listedColumns, {
    from: sql`from ${orderLines} where ${orderLines.orderId} = any(${orderIds})`,
    order: asc(orderLines.position),
  })
}

function linesOf(orderIds: SQL) {
  return asOneValue(
    {
      ...listedColumns,
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

type ListedRow = ReturnType<typeof listedLinesOf>['_']['type'][number]
type LineRow = ReturnType<typeof linesOf>['_']['type'][number]
type HistoryRow = ReturnType<typeof historyOf>['_']['type'][number]

const readListedRows = preparedQuery('listed-lines', (db) =>
  db.select({ lines: listedLinesOf(givenIds) }).from(oneRow),
)

const readLineRows = preparedQuery('order-lines', (db) =>
  db.select({ lines: linesOf(givenIds) }).from(oneRow),
)

const readLineAndHistoryRows = preparedQuery('order-lines-and-history', (db) =>
  db.select({ lines: linesOf(givenIds), history: historyOf(givenIds) }).from(oneRow),
)

export async function readListedLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, ListedLine[]>> {
  if (orderIds.length === 0) return new Map()
  const [found] = await readListedRows(db, { orderIds })
  return groupListed(found?.lines ?? [])
}

export function groupListed(rows: readonly ListedRow[]): Map<number, ListedLine[]> {
  return group(rows, toListed)
}

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
  const linesById = group(found?.lines ?? [], toLine)
  const historyById = group(found?.history ?? [], toEntry)
  return (id) => ({ lines: linesById.get(id) ?? [], history: historyById.get(id) ?? [] })
}

function toListed({ productId, name, quantity, price, parts }: ListedRow): ListedLine {
  return { productId, name, quantity, price, totalPrice: price * quantity, parts: parts ?? undefined }
}

function toLine({ pictureId, widths, ...row }: LineRow): OrderLine {
  return { ...toListed(row), picture: pictureId && widths ? { id: pictureId, widths } : null }
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
