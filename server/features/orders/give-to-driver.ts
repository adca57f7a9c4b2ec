import { inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { orders } from './tables.ts'

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
