import { type AnyColumn, and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { pictures } from '../media/tables.ts'
import { newestFirst } from '../orders/list-orders.ts'
import { topicsOfHistory } from '../orders/order-counts.ts'
import { orderLines, orders } from '../orders/tables.ts'
import { orderReturnLines, orderReturns } from '../returns/tables.ts'

const shown = 5

/** Beyond this many orders the ranking hardly changes, and reading them all would take its time. */
const ordersAtMost = 1_000

/** Remembered, because it is the dearest question of the dashboard. */
const readBestSellers = rememberedRead('best-sellers', topicsOfHistory, (db) => {
  const latest = db.$with('latest').as(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(gte(orders.createdAt, sql.placeholder('since')), ne(orders.status, 'Cancelled')))
      .orderBy(...newestFirst)
      .limit(ordersAtMost),
  )
  // As one list, which is read along the index in one go, instead of order by order.
  const ofLatest = (orderId: AnyColumn) => sql`${orderId} = any(array(select id from latest))`
  const lines = db
    .select({
      productId: orderLines.productId,
      name: sql<string | null>`${orderLines.productName}`.as('name'),
      pictureId: sql<string | null>`${orderLines.pictureId}`.as('picture'),
      pieces: sql<number>`${orderLines.quantity}`.as('pieces'),
    })
    .from(orderLines)
    .where(ofLatest(orderLines.orderId))
  const cameBack = db
    .select({
      productId: orderReturnLines.productId,
      name: sql<string | null>`null`,
      pictureId: sql<string | null>`null`,
      pieces: sql<number>`-(${orderReturnLines.toShelf} + ${orderReturnLines.writtenOff})`,
    })
    .from(orderReturns)
    .innerJoin(orderReturnLines, eq(orderReturnLines.returnId, orderReturns.id))
    .where(ofLatest(orderReturns.orderId))
  const sold = lines.unionAll(cameBack).as('sold')
  const quantity = sql<number>`sum(${sold.pieces})::int`
  const best = db
    .with(latest)
    .select({
      productId: sold.productId,
      name: sql<string>`max(${sold.name})`.as('best_name'),
      pictureId: sql<string | null>`max(${sold.pictureId})`.as('best_picture'),
      quantity: quantity.as('best_quantity'),
    })
    .from(sold)
    .groupBy(sold.productId)
    .orderBy(desc(quantity), sold.productId)
    .limit(shown)
    .as('best')
  return db
    .select({
      ...{ productId: best.productId, name: best.name, quantity: best.quantity },
      picture: { id: pictures.id, widths: pictures.widths },
    })
    .from(best)
    .leftJoin(pictures, eq(pictures.id, best.pictureId))
    .orderBy(desc(best.quantity), best.productId)
})

/** The entry is the newest of the history of all orders (`newestEntry`). */
export async function listBestSellers(db: Database, since: Date, entry: number | null) {
  return [...(await readBestSellers(db, { since, entry }))]
}
