import { and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { PictureData } from '#contract/fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from '../media/find-pictures.ts'
import { newestFirst } from '../orders/list-orders.ts'
import { orderLines, orders } from '../orders/tables.ts'

export type BestSeller = { productId: number; name: string; quantity: number; picture: PictureData | null }

const shown = 5

/** Beyond this many orders the ranking hardly changes, and reading them all would take its time. */
const ordersAtMost = 1_000

export async function listBestSellers(db: Database, since: Date): Promise<BestSeller[]> {
  const latest = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(gte(orders.createdAt, since), ne(orders.status, 'Cancelled')))
    .orderBy(...newestFirst)
    .limit(ordersAtMost)
    .as('latest')
  const quantity = sql<number>`sum(${orderLines.quantity})::int`
  const rows = await db
    .select({
      productId: orderLines.productId,
      name: sql<string>`max(${orderLines.productName})`,
      pictureId: sql<string | null>`max(${orderLines.pictureId})`,
      quantity,
    })
    .from(latest)
    .innerJoin(orderLines, eq(orderLines.orderId, latest.id))
    .groupBy(orderLines.productId)
    .orderBy(desc(quantity), orderLines.productId)
    .limit(shown)
  const pictures = await findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  )
  return rows.map(({ pictureId, ...sold }) => ({ ...sold, picture: pictures.get(pictureId ?? '') ?? null }))
}
