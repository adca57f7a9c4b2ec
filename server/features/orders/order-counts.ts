import { and, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter } from '#contract/admin-orders.ts'
import { dayOf } from '#rules/days.ts'
import type { Pesewas } from '#rules/money.ts'
import { type OrderStatus, orderStatuses } from '#rules/order-status.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery, written } from '#server/platform/database/database.ts'
import { foldSums } from '#server/platform/database/fold-sums.ts'
import { rememberedRead, type Topic } from '#server/platform/database/invalidation.ts'
import { foldProductCounts } from '../catalogue/product-counts.ts'
import {
  hasOpenReturn,
  isToDecide,
  orderCounts,
  orderHistory,
  orderStatusCounts,
  orderSums,
  orders,
} from './tables.ts'
import { countUntold } from './tell-by-hand.ts'

const foldJob = 'fold-order-counts'

/** Must be called before the jobs start. */
export function defineFoldJob({ db, jobs }: Context): void {
  jobs.define(foldJob, z.object({}), async () => {
    await foldCounts(db)
    await foldProductCounts(db)
  })
  jobs.schedule(foldJob, '*/20 * * * *')
}

export async function foldCounts(db: Database): Promise<void> {
  const { day, status, isSale, orders: count, total } = orderCounts
  const { revenue, received, stillToCome } = orderSums
  await foldSums(db, orderCounts, { by: [day, status, isSale], sums: [count, total] })
  await foldSums(db, orderSums, { by: [orderSums.day], sums: [revenue, received, stillToCome] })
  await foldSums(db, orderStatusCounts, { by: [orderStatusCounts.status], sums: [orderStatusCounts.orders] })
}

type StatusCounts = Record<OrderStatus, number>

const readByStatus = preparedQuery('orders-by-status', (db) =>
  db
    .select({ status: orderStatusCounts.status, orders: sum(orderStatusCounts.orders) })
    .from(orderStatusCounts)
    .groupBy(orderStatusCounts.status),
)

async function countByStatus(db: Database): Promise<StatusCounts> {
  return addUpStatuses(await readByStatus(db))
}

/** How many there are, for a statement that asks for more. */
export const allOrders = sql`(select coalesce(sum(orders), 0) from ${orderStatusCounts})`.mapWith(Number)

function addUpStatuses(rows: readonly { status: OrderStatus; orders: number }[]): StatusCounts {
  const byStatus = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as StatusCounts
  for (const { status, orders } of rows) byStatus[status] += orders
  return byStatus
}

/**
 * What is remembered of the orders is asked for by the newest entry of their history: whatever is placed, edited, moved on or
 * comes back writes one. So also a process that has not heard of it yet does not answer without it.
 */
export const newestEntry = sql<number | null>`(select max(id) from ${orderHistory})`

/** For an entry that is committed before a newer one was known. What moves stock publishes `catalogue`, everything else `orders`. */
export const topicsOfHistory = ['orders', 'catalogue'] as const satisfies readonly Topic[]

/** The days that are shown one by one. */
type Days = { firstDay: string; lastDay: string }

const isShownDay = sql`day between ${sql.placeholder('firstDay')}::date and ${sql.placeholder('lastDay')}::date`

const readCountsAsOf = rememberedRead('order-counts-as-of', topicsOfHistory, (db) =>
  db
    .select({ day: sql<string | null>`day`, status: orderCounts.status, orders: sum(orderCounts.orders) })
    .from(orderCounts)
    .where(isShownDay)
    .groupBy(orderCounts.day, orderCounts.status)
    .unionAll(
      db
        .select({
          day: sql<string | null>`null`,
          status: orderStatusCounts.status,
          orders: sum(orderStatusCounts.orders),
        })
        .from(orderStatusCounts)
        .groupBy(orderStatusCounts.status),
    ),
)

/** How many orders are in each status, and how many were placed on each of these days. */
export async function countOrdersAsOf(db: Database, days: Days, entry: number | null) {
  const rows = await readCountsAsOf(db, { ...days, entry })
  const byDay = new Map<string, number>()
  for (const { day, orders } of rows) if (day !== null) byDay.set(day, (byDay.get(day) ?? 0) + orders)
  return { byStatus: addUpStatuses(rows.filter(({ day }) => day === null)), byDay }
}

function totalOf(byStatus: StatusCounts): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0)
}

const countedAtMost = 100

/** Of how many orders something is on its way back. */
async function countOpenReturns(db: Database): Promise<number> {
  const some = db.select({ id: orders.id }).from(orders).where(hasOpenReturn).limit(countedAtMost).as('some')
  return await db.$count(some)
}

type Sums = {
  /** What the orders that are not cancelled cost, once they are paid or to be paid on delivery. */
  revenue: Pesewas
  /** What came in, less what went back. */
  received: Pesewas
  /** What is to be paid at the door. */
  stillToCome: Pesewas
}

/** With the revenue of the shown days, as one value for a statement that asks for more. */
export const sumsOfMoney = sql<Sums & { byDay: Record<string, Pesewas> }>`(
  select json_build_object(
    'revenue', coalesce(sum(revenue), 0),
    'received', coalesce(sum(received), 0),
    'stillToCome', coalesce(sum(still_to_come), 0),
    'byDay', coalesce(json_object_agg(to_char(shown_day, 'YYYY-MM-DD'), revenue) filter (where shown_day is not null), '{}'))
  from (
    select case when ${isShownDay} then day end as shown_day, sum(revenue) as revenue, sum(received) as received, sum(still_to_come) as still_to_come
    from ${orderSums} group by 1
  ) booked
)`

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
async function countToDecide(db: Database): Promise<number> {
  const some = db.select({ one: sql`1` }).from(orders).where(isToDecide).limit(newerAtMost)
  return await db.$count(some.as('some'))
}

/** The menu of the back office writes 999+ beyond. */
const pendingAtMost = 1_000

/** Not added up from the days: the menu asks each minute, and never for more than it shows. */
export const pendingOrders = sql`(
  select count(*) from (select from ${orders} where status = 'Pending' limit ${written(pendingAtMost)}) counted
)`.mapWith(Number)

const newerAtMost = 100

/** How many came after this one; beyond a hundred nobody counts along. */
async function countNewer(db: Database, orderId: number): Promise<number> {
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

const oneDay = 24 * 60 * 60 * 1000

/** Every day from the first one on, also those on which nothing was sold. */
export function listDays(
  [first, last]: readonly [Date, Date],
  orders: ReadonlyMap<string, number>,
  revenue: Readonly<Record<string, Pesewas>>,
): DayOfSales[] {
  const days: DayOfSales[] = []
  for (let at = first.getTime(); at <= last.getTime(); at += oneDay) {
    const day = dayOf(new Date(at))
    days.push({ day, orders: orders.get(day) ?? 0, revenue: revenue[day] ?? 0 })
  }
  return days
}

function sum(column: typeof orderCounts.orders | typeof orderStatusCounts.orders): SQL<number> {
  return sql`coalesce(sum(${column}), 0)`.mapWith(Number)
}

/** The numbers around the list; `after` is the newest order that somebody knows. */
export async function countForList(db: Database, after?: number) {
  const byStatus = await countByStatus(db)
  return {
    total: totalOf(byStatus),
    byStatus,
    newestId: await findNewestId(db),
    untold: await countUntold(db),
    toDecide: await countToDecide(db),
    openReturns: await countOpenReturns(db),
    newer: after === undefined ? 0 : await countNewer(db, after),
  }
}
