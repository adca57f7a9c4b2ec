import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { OrderFilter } from '#contract/admin-orders.ts'
import { csvStart, ordersCsvHeader, ordersCsvRow } from '#rules/csv.ts'
import { paymentTextForStaff } from '#rules/payment-states.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import { filterOrders, type ListedOrder, newestFirst, readOrders } from './list-orders.ts'
import { searching } from './order-search.ts'
import { orders } from './tables.ts'

const batchSize = 500

type LastRead = { createdAt: Date; id: number }

/** Batch by batch, so that a million orders fit through; each batch goes on where the last one ended. */
export async function* exportOrders(reads: Reads, { q, ...filter }: OrderFilter): AsyncGenerator<string> {
  const first = await reads.ask((db) =>
    searching(db, q, async (tx, matches) => {
      const where = and(filterOrders(tx, filter), matches)
      return { where, batch: await readBatch(tx, where, null) }
    }),
  )
  yield csvStart + ordersCsvHeader()
  let { batch } = first
  for (;;) {
    if (batch.length > 0) yield batch.map(toRow).join('')
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    batch = await reads.ask((db) => readBatch(db, first.where, last))
  }
}

function readBatch(db: Database, where: SQL | undefined, after: LastRead | null): Promise<ListedOrder[]> {
  const isLater =
    after &&
    sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(where, isLater ?? undefined))
    .orderBy(...newestFirst)
    .limit(batchSize)
  return readOrders(db, inArray(orders.id, ids))
}

function toRow(order: ListedOrder): string {
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
    paymentState: paymentTextForStaff(order),
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
