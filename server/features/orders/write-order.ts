import { isTrackingCode, makeTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Random } from '#server/platform/context.ts'
import { atOnce, type Database } from '#server/platform/database/database.ts'
import type { SoldLine } from './agree-on-prices.ts'
import { searchTextOf } from './search-text.ts'
import { type OrderRow, orderHistory, orderLines, orders } from './tables.ts'

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'trackingCode' | 'searchText' | 'status' | 'updatedAt'
>

const tries = 20

/** Who placed it is not always whose it is: the staff takes orders by phone. */
type Placing = { lines: readonly SoldLine[]; proposedCode: string; placedBy: string | null }

export type WrittenOrder = { order: OrderRow; historyId: number }

/** The order, its lines and the first entry of its history. */
export async function writeOrder(
  random: Random,
  db: Database,
  order: NewOrder,
  { lines, proposedCode, placedBy }: Placing,
): Promise<WrittenOrder> {
  const written = await writeUnderFreeCode(random, db, order, proposedCode)
  const { id: orderId, status, createdAt: changedAt } = written
  const [, historyId] = await atOnce(
    db.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId, position }))),
    writeHistory(db, { orderId, status, changedBy: placedBy, changedAt }),
  )
  return { order: written, historyId }
}

type HistoryRow = typeof orderHistory.$inferInsert

export async function writeHistory(db: Database, entry: HistoryRow): Promise<number> {
  const [written] = await db.insert(orderHistory).values(entry).returning({ id: orderHistory.id })
  if (written === undefined) throw new Error('The database did not return the entry of the history')
  return written.id
}

/** Asked and taken in one statement: two orders that draw the same code at once still get one each. */
async function writeUnderFreeCode(
  random: Random,
  db: Database,
  order: NewOrder,
  proposedCode: string,
): Promise<OrderRow> {
  let code = normaliseTrackingCode(proposedCode)
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (!isTrackingCode(code)) code = makeTrackingCode(random.below)
    const named = { ...order, trackingCode: code }
    const [written] = await db
      .insert(orders)
      .values({
        ...named,
        status: 'Pending',
        updatedAt: order.createdAt,
        searchText: searchTextOf(named),
      })
      .onConflictDoNothing({ target: orders.trackingCode })
      .returning()
    if (written !== undefined) return written
    code = makeTrackingCode(random.below)
  }
  throw new Error('No free tracking code was found')
}
