import { inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { orders } from './tables.ts'
import type { OrderRow } from './write-order.ts'

/** Held in the order of their numbers, so that two who hold the same orders never wait for each other. */
export async function lockOrders(db: Database, ids: readonly number[]): Promise<OrderRow[]> {
  return await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for('no key update')
}

/** Who brings an order is no step on its way, so the history stays as it is. */
export async function giveToDriver(
  db: Database,
  orderIds: readonly number[],
  driverId: string | null,
): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(orders)
    .set({ driverId })
    .where(inArray(orders.id, [...orderIds]))
}
