import { and, count, eq, gt, ilike, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { finishedShownSince, type OrderStatus } from '#rules/order-status.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { isDriversBusiness } from './find-order.ts'
import { type ListedOrder, newestFirst, type Page, readOrders } from './list-orders.ts'
import { escapeLike } from './order-search.ts'
import { orders } from './tables.ts'

export type DriverFilter = { status?: OrderStatus | undefined; q?: string | undefined }

/** What is still to be done comes first: a phone that keeps only the first page keeps all of that. */
const openFirst = [sql`${orders.status} in ('Delivered', 'Cancelled')`, ...newestFirst]

/** Only what was given to this driver, and of what is finished only the last days. */
export async function listDriverOrders(
  db: Database,
  viewer: Viewer,
  { status, q }: DriverFilter,
  { page, limit }: Page,
  now: Date,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const term = q && `%${escapeLike(q)}%`
  const matches =
    term &&
    or(ilike(orders.trackingCode, term), ilike(orders.customerName, term), ilike(orders.customerPhone, term))
  const where = and(
    givenTo(viewer),
    isShownToDriver(now),
    status && eq(orders.status, status),
    matches || undefined,
  )
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...openFirst)
    .limit(limit)
    .offset((page - 1) * limit)
  // The PIN proves that the driver has met the customer, and the key that somebody bought: no driver must have them.
  const found = (await readOrders(db, inArray(orders.id, ids))).map((order) => ({
    ...order,
    deliveryPin: null,
    reviewKey: null,
  }))
  const sorted = [...found.filter(isOpen), ...found.filter((order) => !isOpen(order))]
  return { orders: sorted, total: await db.$count(orders, where) }
}

/**
 * What is finished leaves the driver after some days, and with it the customer's name, phone and address. So does what comes back:
 * that an old order moves again is no news about its delivery.
 */
export function isShownToDriver(now: Date): SQL | undefined {
  return or(
    notInArray(orders.status, ['Delivered', 'Cancelled']),
    and(gt(orders.updatedAt, finishedShownSince(now.getTime())), isNull(orders.returnState)),
  )
}

function isOpen({ status }: { status: OrderStatus }): boolean {
  return status !== 'Delivered' && status !== 'Cancelled'
}

export type DriverCounts = Record<OrderStatus, number>

/** How many of the driver's orders there are in each status, since the first day. */
export async function countDriverOrders(db: Database, viewer: Viewer): Promise<DriverCounts> {
  const counted = await db
    .select({ status: orders.status, orders: count() })
    .from(orders)
    .where(givenTo(viewer))
    .groupBy(orders.status)
  const none: DriverCounts = { Pending: 0, Processing: 0, Shipped: 0, Delivered: 0, Cancelled: 0 }
  return Object.assign(none, Object.fromEntries(counted.map((each) => [each.status, each.orders])))
}

function givenTo(viewer: Viewer): SQL | undefined {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  return and(eq(orders.driverId, viewer.id), isDriversBusiness)
}
