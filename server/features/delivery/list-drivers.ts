import { and, count, eq, notInArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { orders } from '../orders/tables.ts'

export type Driver = { id: string; name: string; email: string; openOrders: number }

/** Everybody who may be given an order, and how many each has on hand. */
export async function listDrivers(db: Database): Promise<Driver[]> {
  const isOpen = and(eq(orders.driverId, users.id), notInArray(orders.status, ['Delivered', 'Cancelled']))
  const found = await db
    .select({
      id: users.id,
      email: users.email,
      displayName: users.displayName,
      openOrders: count(orders.id),
    })
    .from(users)
    .leftJoin(orders, isOpen)
    .where(eq(users.isDriver, true))
    .groupBy(users.id)
    .orderBy(users.email)
  return found.map(({ displayName, ...driver }) => ({ ...driver, name: nameOf(displayName, driver.email) }))
}
