import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type NotAssignedReason, notAssignedReasons } from '#contract/delivery.ts'
import { Refusal } from '#contract/refusals.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { giveToDriver } from '../orders/change-status.ts'
import { lockOrders } from '../orders/find-order.ts'
import { isWithDriver, type OrderRow, orders } from '../orders/tables.ts'

type Assignment = { orderIds: readonly number[]; driverId: string | null }

type Assigned = {
  orders: { id: number; driverId: string | null; driverName: string | null; updatedAt: Date }[]
  notChanged: { id: number; code: NotAssignedReason; reason: string }[]
}

/** What can be given is given; the others are named with the reason. */
export async function assignDriver(context: Context, viewer: Viewer, input: Assignment): Promise<Assigned> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const ids = [...new Set(input.orderIds)]
  return await inTransaction(context.db, async (db) => {
    const driver = input.driverId === null ? null : await getDriver(db, input.driverId)
    const locked = new Map((await lockOrders(db, ids)).map((order) => [order.id, order]))
    const notChanged = ids.flatMap((id) => {
      const code = whyNot(locked.get(id), driver !== null)
      return code === null ? [] : { id, code, reason: notAssignedReasons[code] }
    })
    const staying = new Set(notChanged.map(({ id }) => id))
    const given = [...locked.values()].filter(({ id }) => !staying.has(id))
    await give(context, db, viewer, given, driver)
    const now = { driverId: driver?.id ?? null, driverName: driver?.name ?? null }
    return { orders: given.map(({ id, updatedAt }) => ({ id, updatedAt, ...now })), notChanged }
  })
}

type Assignee = { id: string; name: string }

async function give(
  context: Context,
  db: Database,
  viewer: Viewer,
  given: readonly OrderRow[],
  driver: Assignee | null,
): Promise<void> {
  const changing = given.filter(({ driverId }) => driverId !== (driver?.id ?? null))
  const names = await readNames(db, changing)
  await giveToDriver(
    db,
    changing.map(({ id }) => id),
    driver?.id ?? null,
  )
  for (const { id, driverId } of changing) {
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'order',
      thingId: id,
      action: driver === null ? 'took the order back from the driver' : 'gave the order to a driver',
      before: { driver: driverId && (names.get(driverId) ?? null) },
      after: { driver: driver?.name ?? null },
    })
  }
}

const mayDrive = and(eq(users.isDriver, true), isNull(users.blockedAt))

/** The role may go in the same moment; whoever loses it first gets nothing any more. */
async function getDriver(db: Database, id: string): Promise<Assignee> {
  const [driver] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), mayDrive))
    .for('share')
  if (driver === undefined) throw new Refusal('driver_needed')
  return { id, name: nameOf(driver.displayName, driver.email) }
}

async function readNames(db: Database, orders: readonly OrderRow[]): Promise<Map<string, string>> {
  const ids = orders.flatMap(({ driverId }) => driverId ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.select().from(users).where(inArray(users.id, ids))
  return new Map(found.map(({ id, displayName, email }) => [id, nameOf(displayName, email)]))
}

function whyNot(order: OrderRow | undefined, isGiving: boolean): NotAssignedReason | null {
  if (order === undefined) return 'order_not_found'
  if (order.status === 'Delivered') return 'already_delivered'
  if (!isGiving) return null
  if (order.deliveryOption !== 'delivery_service') return order.deliveryOption
  return order.status === 'Cancelled' ? 'cancelled' : null
}

type Driver = { id: string; name: string; email: string; openOrders: number }

/** Beyond this many nobody would choose from a list. */
const driversAtMost = 500

/** Nobody carries more. */
const openAtMost = 1_000

/** Everybody who may be given an order, and how many each has on hand. */
export async function listDrivers(db: Database): Promise<Driver[]> {
  // With the table's name, because a selection of one table leaves it out.
  const onHand = sql`(select from ${orders} where driver_id = users.id and ${isWithDriver} limit ${openAtMost})`
  const found = await db
    .select({
      id: users.id,
      email: users.email,
      displayName: users.displayName,
      openOrders: sql`(select count(*) from ${onHand} held)`.mapWith(Number),
    })
    .from(users)
    .where(mayDrive)
    .orderBy(users.email)
    .limit(driversAtMost)
  return found.map(({ displayName, email, ...driver }) => ({
    ...driver,
    email: email ?? '',
    name: nameOf(displayName, email),
  }))
}
