import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { OrderFilter } from '#contract/admin-orders.ts'
import { csvStart, ordersCsvHeader, ordersCsvRow } from '#rules/csv.ts'
import type { Pesewas } from '#rules/money.ts'
import { moneyTextForStaff } from '#rules/money-text-for-staff.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import { filterOrders, type ListedOrder, newestFirst, readOrders } from './list-orders.ts'
import { searching } from './order-search.ts'
import { orders } from './tables.ts'

const batchSize = 500

type LastRead = { createdAt: Date; id: number }

type CollectedCash = { collected: Pesewas; receivedAt: Date | null }

type ExportedOrder = ListedOrder & { cash: CollectedCash | undefined }

/** Given by the facade: drivers' cash books lie above orders. */
type ReadCash = (db: Database, listed: readonly ListedOrder[]) => Promise<Map<number, CollectedCash>>

/** Batch by batch, so that a million orders fit through; each batch goes on where the last one ended. */
export async function* exportOrders(
  reads: Reads,
  readCash: ReadCash,
  { q, ...filter }: OrderFilter,
): AsyncGenerator<string> {
  const first = await reads.ask((db) =>
    searching(db, q, async (tx, matches) => {
      const where = and(filterOrders(tx, filter), matches)
      return { where, batch: await readBatch(tx, readCash, where, null) }
    }),
  )
  yield csvStart + ordersCsvHeader()
  let { batch } = first
  for (;;) {
    if (batch.length > 0) yield batch.map(toRow).join('')
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    batch = await reads.ask((db) => readBatch(db, readCash, first.where, last))
  }
}

async function readBatch(
  db: Database,
  readCash: ReadCash,
  where: SQL | undefined,
  after: LastRead | null,
): Promise<ExportedOrder[]> {
  const isLater =
    after &&
    sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(where, isLater ?? undefined))
    .orderBy(...newestFirst)
    .limit(batchSize)
  const found = await readOrders(db, inArray(orders.id, ids))
  const cash = await readCash(db, found)
  return found.map((order) => ({ ...order, cash: cash.get(order.id) }))
}

function toRow(order: ExportedOrder): string {
  const { cash } = order
  return ordersCsvRow({
    id: order.id,
    trackingCode: order.trackingCode,
    placedAt: order.createdAt,
    status: order.status,
    customerName: order.customerName,
    phone: order.customerPhone,
    email: order.customerEmail,
    address: order.shippingAddress,
    deliveryOption: order.deliveryOption,
    paymentMethod: order.paymentMethod,
    paymentState: moneyTextForStaff({
      ...order,
      cash: cash ? { collected: cash.collected, isReceived: cash.receivedAt !== null } : null,
    }),
    // What a driver has in the pocket is collected, and the order is paid.
    amountToCollect: Math.min(order.amountToCollect, order.open),
    driver: order.driverName,
    lines: order.lines,
    subtotal: order.subtotal,
    deliveryFee: order.deliveryFee,
    discount: order.discount,
    discounts: order.discounts,
    total: order.total,
    deliverOn: order.deliverOn,
    deliverSlot: order.deliverSlot,
  })
}
