import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { StockEffect } from '#rules/order-status.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuseIfShort, type Shelf, toShelf } from '../catalogue/shortages.ts'
import { lockProducts, moveStock } from '../catalogue/stock.ts'
import type { SoldLine } from './agree-on-prices.ts'
import type { OrderRow } from './tables.ts'
import { orderLines } from './tables.ts'

const notEnough = 'Not enough stock to reopen this order'

/** Off the shelf with what was just sold. */
export async function takeOrderStock(
  db: Database,
  { id: orderId, createdAt: at }: OrderRow,
  lines: readonly SoldLine[],
  actorId: string | null,
): Promise<void> {
  const changes = lines.map(({ productId, quantity }) => ({ productId, change: -quantity }))
  const moved = await moveStock(db, changes, { cause: 'order', orderId, actorId, at })
  if (moved.length < changes.length) throw new Refusal('out_of_stock')
}

/** A cancelled order gives its products back; a reopened one takes them again, or stays cancelled. */
export async function moveOrderStock(
  db: Database,
  orderId: number,
  effect: StockEffect,
  by: { actorId: string | null; at: Date },
): Promise<void> {
  if (effect === 'none') return
  const lines = await db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const ids = lines.map(({ productId }) => productId)
  const shelf = toShelf(await lockProducts(db, ids))
  if (effect === 'take') refuseIfShort(lines, stillThere(shelf), notEnough)
  const sign = effect === 'take' ? -1 : 1
  const changes = lines.map(({ productId, quantity }) => ({ productId, change: sign * quantity }))
  const cause = effect === 'take' ? 'order_reopened' : 'order_cancelled'
  const moved = await moveStock(db, changes, { cause, orderId, ...by })
  if (moved.length < changes.length) throw new Refusal('out_of_stock', { text: notEnough })
}

/** A product that has left the shop since can still be sent to whoever ordered it before. */
function stillThere(shelf: Shelf): Shelf {
  return new Map([...shelf].map(([id, product]) => [id, { ...product, removedAt: null }]))
}
