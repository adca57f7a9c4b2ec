import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type AdminOrder, readOrders } from './list-orders.ts'
import { readHistory } from './read-lines.ts'
import { orders } from './tables.ts'

/** Everything about one order, for the back office. */
export async function getOrder(db: Database, id: number): Promise<AdminOrder> {
  const [order] = await readOrders(db, eq(orders.id, id))
  if (order === undefined) throw new Refusal('order_not_found')
  const history = await readHistory(db, [id])
  return { ...order, history: history.get(id) ?? [] }
}
