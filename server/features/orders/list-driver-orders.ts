import { and, eq, ilike, or } from 'drizzle-orm'
import { Refusal } from '../../../contract/refusals.ts'
import type { OrderStatus } from '../../../rules/order-status.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findPage, type ListedOrder, type Page } from './list-orders.ts'
import { escapeLike } from './order-search.ts'
import { orders } from './tables.ts'

export type DriverFilter = { status?: OrderStatus | undefined; q?: string | undefined }

/** Only what was given to this driver. */
export async function listDriverOrders(
  db: Database,
  viewer: Viewer,
  { status, q }: DriverFilter,
  page: Page,
): Promise<{ orders: ListedOrder[]; total: number }> {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  const term = q && `%${escapeLike(q)}%`
  const matches =
    term &&
    or(ilike(orders.trackingCode, term), ilike(orders.customerName, term), ilike(orders.customerPhone, term))
  const where = and(eq(orders.driverId, viewer.id), status && eq(orders.status, status), matches || undefined)
  return findPage(db, where, page)
}
