import { asc, eq, inArray } from 'drizzle-orm'
import type { OrderLine } from '#contract/orders.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { findPictures } from '../media/find-pictures.ts'
import { orderHistory, orderLines } from './tables.ts'

export async function readLines(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderLine[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(orderLines.orderId, orderLines.position)
  const pictureIds = new Set(rows.flatMap(({ pictureId }) => pictureId ?? []))
  const pictures = await findPictures(db, [...pictureIds])
  const lines = rows.map((row) => ({
    orderId: row.orderId,
    productId: row.productId,
    name: row.productName,
    quantity: row.quantity,
    price: row.pricePerItem,
    picture: pictures.get(row.pictureId ?? '') ?? null,
  }))
  return group(lines)
}

export type HistoryEntry = { status: OrderStatus; at: Date; by: string | null }

/** Oldest first. */
export async function readHistory(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, HistoryEntry[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({
      orderId: orderHistory.orderId,
      status: orderHistory.status,
      at: orderHistory.changedAt,
      email: users.email,
      displayName: users.displayName,
    })
    .from(orderHistory)
    .leftJoin(users, eq(users.id, orderHistory.changedBy))
    .where(inArray(orderHistory.orderId, [...orderIds]))
    .orderBy(asc(orderHistory.orderId), asc(orderHistory.id))
  const entries = rows.map(({ email, displayName, ...entry }) => ({
    ...entry,
    by: email && nameOf(displayName, email),
  }))
  return group(entries)
}

function group<T extends { orderId: number }>(rows: T[]): Map<number, Omit<T, 'orderId'>[]> {
  const groups = new Map<number, Omit<T, 'orderId'>[]>()
  for (const { orderId, ...row } of rows) {
    const those = groups.get(orderId)
    if (those === undefined) groups.set(orderId, [row])
    else those.push(row)
  }
  return groups
}
