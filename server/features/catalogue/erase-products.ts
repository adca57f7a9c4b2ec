import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { products, stockMovements } from './tables.ts'

/** The orders are about to be erased; what they took of the shelf stays taken, as a correction of nobody's. */
export async function detachStockFromOrders(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(stockMovements)
    .set({ orderId: null, cause: 'correction' })
    .where(and(isNotNull(stockMovements.orderId), inArray(stockMovements.orderId, [...orderIds])))
}

/** For good, with their book. A product that an order or a set still needs only leaves the shelf. */
export async function eraseProducts(db: Database, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const isNeeded = sql`(exists (select from order_lines l where l.product_id = products.id)
    or exists (select from order_return_lines l where l.product_id = products.id)
    or exists (select from stock_movements m where m.product_id = products.id and m.order_id is not null)
    or exists (select from set_parts s where s.product_id = products.id))`
  const these = inArray(products.id, [...ids])
  await db
    .update(products)
    .set({ removedAt: at })
    .where(and(these, isNull(products.removedAt), isNeeded))
  const going = await db
    .select({ id: products.id })
    .from(products)
    .where(and(these, sql`not ${isNeeded}`))
    .orderBy(products.id)
    .for('update')
  const gone = going.map(({ id }) => id)
  if (gone.length === 0) return
  await db.delete(stockMovements).where(inArray(stockMovements.productId, gone))
  await db.delete(products).where(inArray(products.id, gone))
}
