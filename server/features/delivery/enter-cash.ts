import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { lockOrder } from '../orders/find-order.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { type Cash, collectCash } from './collect-cash.ts'

/** Enters the cash of an order that is delivered already, or corrects it. The same again changes nothing. */
export async function enterCash(
  context: Context,
  viewer: Viewer,
  orderId: number,
  cash: Cash & { tappedAt: Date | null },
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const order = await lockOwnDelivery(db, viewer, orderId)
    const now = context.clock()
    const happenedAt = timeOfTap(cash.tappedAt, { now, notBefore: order.updatedAt })
    await collectCash(db, order, viewer.id, cash, { actorId: viewer.id, happenedAt, recordedAt: now })
  })
}

/** An order that this driver has delivered. Anybody else's is as unknown as one that does not exist. */
export async function lockOwnDelivery(db: Database, viewer: Viewer, id: number): Promise<OrderRow> {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  const order = await lockOrder(db, id, eq(orders.driverId, viewer.id))
  if (order.status !== 'Delivered') {
    const details = { order_status: order.status, updated_at: order.updatedAt.toISOString() }
    throw new Refusal('order_changed', { details })
  }
  return order
}
