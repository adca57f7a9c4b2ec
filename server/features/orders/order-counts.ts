import { and, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter } from '#contract/admin-orders.ts'
import { dayOf } from '#rules/days.ts'
import type { Pesewas } from '#rules/money.ts'
import { type OrderStatus, orderStatuses } from '#rules/order-status.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { foldProductCounts } from '../catalogue/list-products.ts'
import { hasOpenReturn, isToDecide, orderCounts, orderStatusCounts, orderSums, orders } from './tables.ts'

const foldJob = 'fold-order-counts'

/** Must be called before the jobs start. */
export function defineFoldJob({ db, jobs }: Context): void {
  jobs.define(foldJob, z.object({}), async () => {
    await foldCounts(db)
    await foldProductCounts(db)
  })
  jobs.schedule(foldJob, '*/20 * * * *')
}

/** Many rows of one day become one that says the same, in one statement: whoever adds up meanwhile gets the same sum. */
export async function foldCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with many as (
      select day, status, is_sale from ${orderCounts} group by 1, 2, 3 having count(*) > 1
    ), taken as (
      delete from ${orderCounts} c using many m
      where c.day = m.day and c.status = m.status and c.is_sale = m.is_sale
      returning c.*
    )
    insert into ${orderCounts} (day, status, is_sale, orders, total)
    select day, status, is_sale, sum(orders), sum(total) from taken
    group by 1, 2, 3 having sum(orders) <> 0 or sum(total) <> 0`)
  await db.execute(sql`
    with many as (
      select day from ${orderSums} group by 1 having count(*) > 1
    ), taken as (
      delete from ${orderSums} s using many m where s.day = m.day returning s.*
    )
    insert into ${orderSums} (day, revenue, received, still_to_come)
    select day, sum(revenue), sum(received), sum(still_to_come) from taken
    group by 1 having sum(revenue) <> 0 or sum(received) <> 0 or sum(still_to_come) <> 0`)
  await db.execute(sql`
    with many as (
      select status from ${orderStatusCounts} group by 1 having count(*) > 1
    ), taken as (
      delete from ${orderStatusCounts} c using many m where c.status = m.status returning c.*
    )
    insert into ${orderStatusCounts} (status, orders)
    select status, sum(orders) from taken group by 1 having sum(orders) <> 0`)
}

type StatusCounts = Record<OrderStatus, number>

const readByStatus = preparedQuery('orders-by-status', (db) =>
  db
    .select({ status: orderStatusCounts.status, orders: sum(orderStatusCounts.orders) })
    .from(orderStatusCounts)
    .groupBy(orderStatusCounts.status),
)

export async function countByStatus(db: Database): Promise<StatusCounts> {
  const rows = await readByStatus(db)
  const found = new Map(rows.map(({ status, orders }) => [status, orders]))
  const byStatus = Object.fromEntries(orderStatuses.map((status) => [status, found.get(status) ?? 0]))
  return byStatus as StatusCounts
}

export function totalOf(byStatus: StatusCounts): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0)
}

const countedAtMost = 100

/** Of how many orders something is on its way back. */
export async function countOpenReturns(db: Database): Promise<number> {
  const some = db.select({ id: orders.id }).from(orders).where(hasOpenReturn).limit(countedAtMost).as('some')
  return await db.$count(some)
}

export type Sums = {
  /** What the orders that are not cancelled cost, once they are paid or to be paid on delivery. */
  revenue: Pesewas
  /** What came in, less what went back. */
  received: Pesewas
  /** What is to be paid at the door. */
  stillToCome: Pesewas
}

const readSums = preparedQuery('order-sums', (db) =>
  db
    .select({
      revenue: sum(orderSums.revenue),
      received: sum(orderSums.received),
      stillToCome: sum(orderSums.stillToCome),
    })
    .from(orderSums),
)

export async function addUp(db: Database): Promise<Sums> {
  const [sums] = await readSums(db)
  return sums ?? { revenue: 0, received: 0, stillToCome: 0 }
}

/** Filters by day and status alone need no look at the orders themselves. */
export async function countFiltered(db: Database, { status, from, until }: OrderFilter): Promise<number> {
  if (!from && !until) {
    const byStatus = await countByStatus(db)
    return status ? byStatus[status] : totalOf(byStatus)
  }
  const [counted] = await db
    .select({ orders: sum(orderCounts.orders) })
    .from(orderCounts)
    .where(
      and(
        status && eq(orderCounts.status, status),
        from && gte(orderCounts.day, dayOf(from)),
        until && lt(orderCounts.day, dayOf(until)),
      ),
    )
  return counted?.orders ?? 0
}

/** How many a driver came back with; beyond a hundred nobody counts along. */
export async function countToDecide(db: Database): Promise<number> {
  const some = db.select({ one: sql`1` }).from(orders).where(isToDecide).limit(newerAtMost)
  return await db.$count(some.as('some'))
}

/** The menu of the back office writes 999+ beyond. */
const pendingAtMost = 1_000

const readPending = preparedQuery('pending-orders', (db) => {
  const isPending = eq(orders.status, 'Pending')
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(isPending)
    .limit(pendingAtMost)
  return db.select({ total: sql`count(*)`.mapWith(Number) }).from(some.as('some'))
})

/** Not added up from the days: the menu asks each minute, and never for more than it shows. */
export async function countPending(db: Database): Promise<number> {
  const [counted] = await readPending(db)
  return counted?.total ?? 0
}

const newerAtMost = 100

/** How many came after this one; beyond a hundred nobody counts along. */
export async function countNewer(db: Database, orderId: number): Promise<number> {
  const some = db.select({ one: sql`1` }).from(orders).where(gt(orders.id, orderId)).limit(newerAtMost)
  return await db.$count(some.as('some'))
}

const readNewestId = preparedQuery('newest-order-id', (db) =>
  db.select({ id: sql<number>`max(${orders.id})`.mapWith(Number) }).from(orders),
)

export async function findNewestId(db: Database): Promise<number> {
  const [newest] = await readNewestId(db)
  return newest?.id ?? 0
}

type DayOfSales = { day: string; orders: number; revenue: Pesewas }

const readDays = preparedQuery('days-of-sales', (db) =>
  db
    .select({
      day: sql<string>`to_char(d, 'YYYY-MM-DD')`,
      orders: sql`(select coalesce(sum(c.orders), 0) from ${orderCounts} c where c.day = d::date)`.mapWith(
        Number,
      ),
      revenue: sql`(select coalesce(sum(s.revenue), 0) from ${orderSums} s where s.day = d::date)`.mapWith(
        Number,
      ),
    })
    .from(
      sql`generate_series(${sql.placeholder('first')}::date, ${sql.placeholder('last')}::date, interval '1 day') d`,
    )
    .orderBy(sql`d`),
)

/** Every day from the first one on, also those on which nothing was sold. */
export async function listDays(db: Database, first: Date, last: Date): Promise<DayOfSales[]> {
  return await readDays(db, { first: dayOf(first), last: dayOf(last) })
}

function sum(
  column:
    | typeof orderCounts.orders
    | typeof orderStatusCounts.orders
    | typeof orderSums.revenue
    | typeof orderSums.received
    | typeof orderSums.stillToCome,
): SQL<number> {
  return sql`coalesce(sum(${column}), 0)`.mapWith(Number)
}
