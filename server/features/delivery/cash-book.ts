import { and, asc, desc, eq, gt, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { type CashTotals, cashTotals } from '#rules/cash-book.ts'
import type { Pesewas } from '#rules/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { amountToCollect } from '../orders/payment-state.ts'
import { orders } from '../orders/tables.ts'
import { cashInHand } from './collect-cash.ts'
import { cashEntries } from './tables.ts'

export type CashDelivery = {
  orderId: number
  trackingCode: string
  customerName: string
  due: Pesewas
  /** Null: nothing was entered yet. */
  collected: Pesewas | null
  reason: string
  at: Date
}

export type CashBook = CashTotals & {
  inHand: Pesewas
  /** The newest line of the book; 0 before the first. */
  lastEntry: number
  deliveries: CashDelivery[]
}

export const emptyBook: CashBook = { ...cashTotals([]), inHand: 0, lastEntry: 0, deliveries: [] }

const mostDeliveries = 200

/** What came together since the last hand-over, and what was delivered without a word about its cash. */
export async function readCashBook(db: Database, driverId: string): Promise<CashBook> {
  const isTheirs = eq(cashEntries.driverId, driverId)
  const [newest] = await db
    .select({ id: cashEntries.id })
    .from(cashEntries)
    .where(isTheirs)
    .orderBy(desc(cashEntries.id))
    .limit(1)
  const [handedOver] = await db
    .select({ id: cashEntries.id })
    .from(cashEntries)
    .where(and(isTheirs, eq(cashEntries.kind, 'handed_over')))
    .orderBy(desc(cashEntries.id))
    .limit(1)
  const entered = await listEntered(db, driverId, handedOver?.id ?? 0)
  const deliveries = [...entered, ...(await listNotEntered(db, driverId))]
  const inHand = await cashInHand(db, driverId)
  return { ...cashTotals(deliveries), inHand, lastEntry: newest?.id ?? 0, deliveries }
}

/** Orders whose cash was entered or corrected since then, with all that was collected for them. */
async function listEntered(db: Database, driverId: string, since: number): Promise<CashDelivery[]> {
  const isTheirs = eq(cashEntries.driverId, driverId)
  const recent = db
    .selectDistinct({ orderId: cashEntries.orderId })
    .from(cashEntries)
    .where(and(isTheirs, gt(cashEntries.id, since), eq(cashEntries.kind, 'collected')))
  const rows = await db
    .select({ entry: cashEntries, order: orders })
    .from(cashEntries)
    .innerJoin(orders, eq(orders.id, cashEntries.orderId))
    .where(and(isTheirs, inArray(cashEntries.orderId, recent)))
    .orderBy(asc(cashEntries.id))
  const found = new Map<number, CashDelivery>()
  for (const { entry, order } of rows) {
    const before = found.get(order.id)?.collected ?? 0
    const { reason, happenedAt: at } = entry
    found.set(order.id, { ...describe(order, driverId), collected: before + entry.amount, reason, at })
  }
  return [...found.values()]
}

async function listNotEntered(db: Database, driverId: string): Promise<CashDelivery[]> {
  const entries = db
    .select({ one: sql`1` })
    .from(cashEntries)
    .where(and(eq(cashEntries.orderId, orders.id), eq(cashEntries.driverId, driverId)))
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.driverId, driverId),
        eq(orders.status, 'Delivered'),
        isNull(orders.paidAt),
        notExists(entries),
      ),
    )
    .orderBy(asc(orders.updatedAt))
    .limit(mostDeliveries)
  return found.map((order) => ({
    ...describe(order, driverId),
    collected: null,
    reason: '',
    at: order.updatedAt,
  }))
}

/** Nothing is due for an order that was taken back, or that another driver brought in the end. */
function describe(order: typeof orders.$inferSelect, driverId: string) {
  const isDelivered = order.status === 'Delivered' && order.driverId === driverId
  return {
    orderId: order.id,
    trackingCode: order.trackingCode,
    customerName: order.customerName,
    due: isDelivered ? amountToCollect(order) : 0,
  }
}

/** What each of these orders brought this driver, as last entered. */
export async function readCollected(
  db: Database,
  driverId: string,
  orderIds: readonly number[],
): Promise<Map<number, { collected: Pesewas; reason: string }>> {
  const found = new Map<number, { collected: Pesewas; reason: string }>()
  if (orderIds.length === 0) return found
  const rows = await db
    .select()
    .from(cashEntries)
    .where(and(eq(cashEntries.driverId, driverId), inArray(cashEntries.orderId, [...orderIds])))
    .orderBy(asc(cashEntries.id))
  for (const { orderId, amount, reason } of rows) {
    if (orderId === null) continue
    found.set(orderId, { collected: (found.get(orderId)?.collected ?? 0) + amount, reason })
  }
  return found
}
