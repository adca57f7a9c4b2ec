import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { type LiveReturnState, largestCredit, returnableOf, worthOfReturn } from '#rules/returns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { type OrderRow, orderHistory, orderLines } from '../orders/tables.ts'
import { orderReturnLines, orderReturns, type ReturnLineRow, type ReturnRow } from './tables.ts'

export type FoundReturn = ReturnRow & { lines: ReturnLineRow[]; openedByName: string | null }

/** The returns of some orders with their lines, oldest first. */
export async function listReturns(db: Database, orderIds: readonly number[]): Promise<FoundReturn[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({ row: orderReturns, email: users.email, displayName: users.displayName })
    .from(orderReturns)
    .leftJoin(users, eq(users.id, orderReturns.openedBy))
    .where(inArray(orderReturns.orderId, [...orderIds]))
    .orderBy(asc(orderReturns.id))
  if (rows.length === 0) return []
  const ids = rows.map(({ row }) => row.id)
  const lines = await db
    .select()
    .from(orderReturnLines)
    .where(inArray(orderReturnLines.returnId, ids))
    .orderBy(asc(orderReturnLines.returnId), asc(orderReturnLines.productId))
  const byReturn = Map.groupBy(lines, ({ returnId }) => returnId)
  return rows.map(({ row, email, displayName }) => ({
    ...row,
    lines: byReturn.get(row.id) ?? [],
    openedByName: email && nameOf(displayName, email),
  }))
}

/** One return of an order among all of them. One of another order is as unknown as one that does not exist. */
export async function getReturn(
  db: Database,
  orderId: number,
  returnId: number,
): Promise<{ found: FoundReturn; others: FoundReturn[] }> {
  const all = await listReturns(db, [orderId])
  const found = all.find(({ id }) => id === returnId)
  if (found === undefined) throw new Refusal('return_not_found')
  return { found, others: all.filter(({ id }) => id !== returnId) }
}

export async function listSold(db: Database, orderId: number) {
  return await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
}

/** The most that a return which was received takes off what its order costs. */
export async function mostOf(
  db: Database,
  order: OrderRow,
  found: FoundReturn,
  others: readonly FoundReturn[],
): Promise<Pesewas> {
  if (found.state !== 'received') return 0
  return largestCredit(worthOfReturn(await listSold(db, order.id), found, others), balanceOf(order))
}

type ShownReturn = FoundReturn & { most: Pesewas; hasPhoto: boolean }

type OrderReturns = {
  returns: ShownReturn[]
  returnable: { productId: number; productName: string; quantity: number }[]
  deliveredAt: Date | null
  returnState: LiveReturnState | null
  expected: Date
}

/** All that came back of an order or is on its way, and what still can. */
export async function readReturns(db: Database, orderId: number): Promise<OrderReturns> {
  const order = await getOrderRow(db, orderId)
  const all = await listReturns(db, [orderId])
  const returns: ShownReturn[] = []
  for (const found of all) {
    const others = all.filter(({ id }) => id !== found.id)
    returns.push({
      ...found,
      most: await mostOf(db, order, found, others),
      hasPhoto: found.photoId !== null,
    })
  }
  const sold = order.status === 'Delivered' ? await listSold(db, orderId) : []
  const returnable = sold.flatMap(({ productId, productName, quantity }) => {
    const left = returnableOf({ productId, quantity }, all)
    return left > 0 ? [{ productId, productName, quantity: left }] : []
  })
  const deliveredAt = await findDelivered(db, orderId)
  return { returns, returnable, deliveredAt, returnState: order.returnState, expected: order.updatedAt }
}

async function findDelivered(db: Database, orderId: number): Promise<Date | null> {
  const isDelivery = and(eq(orderHistory.status, 'Delivered'), isNull(orderHistory.edits))
  const [last] = await db
    .select({ at: orderHistory.changedAt })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), isDelivery))
    .orderBy(desc(orderHistory.id))
    .limit(1)
  return last?.at ?? null
}
