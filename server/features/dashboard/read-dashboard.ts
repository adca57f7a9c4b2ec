import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrderMark } from '#contract/dashboard.ts'
import { dayOf } from '#rules/days.ts'
import { lowSmsBalance } from '#rules/notification-settings.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, oneRow, preparedQuery, preparedQueryFor } from '#server/platform/database/database.ts'
import { isShown } from '../catalogue/categories.ts'
import { hasAtMost } from '../catalogue/list-products.ts'
import { shelvedProducts } from '../catalogue/product-counts.ts'
import { stockNow } from '../catalogue/product-rows.ts'
import { productPictures, products } from '../catalogue/tables.ts'
import { pictures } from '../media/tables.ts'
import { unreadConversations } from '../messages/conversations.ts'
import { readSmsBalance } from '../notifications/phone-channels.ts'
import { newestFirst } from '../orders/list-orders.ts'
import { countOrdersAsOf, listDays, newestEntry, pendingOrders, sumsOfMoney } from '../orders/order-counts.ts'
import { isToDecide, isToPayBack, orderCounts, orders } from '../orders/tables.ts'
import { waitingPayments } from '../payments/list-payments.ts'
import { type Stage, stages } from '../payments/stages.ts'
import { payments } from '../payments/tables.ts'
import { reviewsToRead } from '../reviews/reviews.ts'
import { readSettings } from '../settings/settings.ts'
import { listBestSellers } from './best-sellers.ts'

const shownDays = 30
const oneDay = 24 * 60 * 60 * 1000
const recentAtMost = 8
const scarceAtMost = 8
const toDecideAtMost = 10

const waiting = {
  unreadMessages: unreadConversations,
  paymentsToReview: sql`${waitingPayments.review} + ${waitingPayments.refundDue}`.mapWith(Number),
  reviewsToRead,
}

/** One for all: each statement has its price, whatever it asks. */
const readNumbers = preparedQuery('dashboard-numbers', (db) =>
  db
    .select({
      ...waiting,
      sums: sumsOfMoney,
      totalProducts: shelvedProducts,
      newestEntry,
    })
    .from(oneRow),
)

/** What the owner wants to know first. Nothing here reads all orders or all products, so that it stays quick however many there are. */
export async function readDashboard(context: Context) {
  const { db, clock } = context
  const today = clock()
  const firstDay = new Date(today.getTime() - (shownDays - 1) * oneDay)
  const { lowStockLevel } = await readSettings(db)
  const days = { firstDay: dayOf(firstDay), lastDay: dayOf(today) }
  const [numbers] = await readNumbers(db, days)
  if (numbers === undefined) throw new Error('The database did not answer with its numbers')
  const { sums, totalProducts, newestEntry: entry, ...counts } = numbers
  const { byStatus, byDay } = await countOrdersAsOf(db, days, entry)
  const { recent, toDecide } = await listOrders(db)
  const scarce = await listScarce(db, lowStockLevel)
  const smsLeft = await readSmsBalance(context, db)
  return {
    ...counts,
    pendingOrders: byStatus.Pending,
    totalOrders: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    totalProducts,
    totalRevenue: sums.revenue,
    received: sums.received,
    stillToCome: sums.stillToCome,
    days: listDays([firstDay, today], byDay, sums.byDay),
    recentOrders: recent,
    ordersToDecide: toDecide.slice(0, toDecideAtMost),
    ordersToDecideCount: toDecide.length,
    bestSellers: await listBestSellers(db, startOf(firstDay), entry),
    ordersByStatus: byStatus,
    lowStock: scarce.products,
    lowStockCount: scarce.total,
    lowStockLevel,
    smsLeft: smsLeft !== null && smsLeft < lowSmsBalance ? smsLeft : null,
  }
}

/** More would be a flood, of which the number no longer matters. */
const markedAtMost = 500

/** What is shown of an order, and what its marks follow from: the database describes each column again with each answer. */
const orderColumns = {
  id: orders.id,
  trackingCode: orders.trackingCode,
  customerName: orders.customerName,
  status: orders.status,
  deliveryOption: orders.deliveryOption,
  paymentMethod: orders.paymentMethod,
  paymentState: orders.paymentState,
  total: orders.total,
  paidAt: orders.paidAt,
  paidOnline: orders.paidOnline,
  paidCash: orders.paidCash,
  paidMobile: orders.paidMobile,
  paidOffice: orders.paidOffice,
  paidBack: orders.paidBack,
  refunded: orders.refunded,
  waived: orders.waived,
  returned: orders.returned,
  toConfirm: orders.toConfirm,
  toDecideSince: orders.toDecideSince,
  createdAt: orders.createdAt,
}

type List = 'recent' | 'marked'

/** Orders that wait for a person although nobody asks for one: each mark has an index of their own, so few rows are read. */
const readOrders = preparedQuery('dashboard-orders', (db) => {
  const firstOf = (list: List, atMost: number, where: SQL | undefined, ...order: SQL[]) =>
    db
      .select({ list: sql<List>`${list}`.as('list'), ...orderColumns })
      .from(orders)
      .where(where)
      .orderBy(...order)
      .limit(atMost)
  const marked = (where: SQL) => firstOf('marked', markedAtMost, where, asc(orders.createdAt))
  const all = firstOf('recent', recentAtMost, undefined, ...newestFirst)
    .unionAll(marked(isToDecide))
    .unionAll(marked(sql`${orders.toConfirm} <> '{}'`))
    .unionAll(marked(isToPayBack))
  // With the limits in its words: where they have a place instead, a large shop has it planned anew each time.
  const found = db
    .$with('found', { list: sql<List>`list`.as('list'), ...orderColumns })
    .as(all.getSQL().inlineParams())
  return db.with(found).select().from(found)
})

type FoundOrder = Omit<Awaited<ReturnType<typeof readOrders>>[number], 'list'>

async function listOrders(db: Database) {
  const { recent = [], marked = [] } = Object.groupBy(await readOrders(db), ({ list }) => list)
  const byId = new Map(marked.map((order) => [order.id, { ...order, marks: marksOf(order) }]))
  return {
    recent: recent.toSorted((one, other) => compareAge(other, one)),
    toDecide: [...byId.values()].filter(({ marks }) => marks.length > 0).toSorted(compareAge),
  }
}

function compareAge(one: FoundOrder, other: FoundOrder): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id
}

function marksOf(order: FoundOrder): OrderMark[] {
  const { paymentState, toPayBack } = balanceOf(order)
  const isPaidTwice = paymentState === orderPaymentLabels.paid_twice
  return [
    ...(order.toDecideSince !== null && order.status === 'Shipped' ? (['not_delivered'] as const) : []),
    ...(order.toConfirm.length > 0 ? (['to_confirm'] as const) : []),
    ...(isPaidTwice ? (['paid_twice'] as const) : toPayBack > 0 ? (['to_pay_back'] as const) : []),
  ]
}

const readScarce = preparedQueryFor('scarce-up-to', (db, level) => {
  const scarce = db
    .select({
      id: products.id,
      name: products.name,
      stock: stockNow.as('stock'),
      total: sql`count(*) over ()`.mapWith(Number).as('total'),
    })
    .from(products)
    .where(sql`${isShown} and ${hasAtMost(level)}`.inlineParams())
    .orderBy(asc(stockNow), asc(products.id))
    .limit(scarceAtMost)
    .as('scarce')
  const firstPicture = sql`(select picture_id from ${productPictures} where product_id = ${scarce.id} order by position limit 1)`
  return db
    .select({
      ...{ id: scarce.id, name: scarce.name, stock: scarce.stock, total: scarce.total },
      picture: { id: pictures.id, widths: pictures.widths },
    })
    .from(scarce)
    .leftJoin(pictures, eq(pictures.id, firstPicture))
    .orderBy(asc(scarce.stock), asc(scarce.id))
})

async function listScarce(db: Database, level: number) {
  const found = await readScarce(db, level)
  return { products: found, total: found[0]?.total ?? 0 }
}

function startOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / oneDay) * oneDay)
}

type ShopFigure = {
  what: 'orders' | 'orders_last_hour' | 'payments_open' | 'payments_last_hour' | 'products'
  /** Which status, stage or shelf; empty where there is only one number. */
  name: string
  value: number
}

/** Beyond this nobody counts on: the answer must cost the same in a large shop. */
const countedAtMost = 100_000

const finalStages: readonly Stage[] = ['failed', 'expired', 'succeeded', 'partially_refunded', 'refunded']
const openStages = stages.filter((stage) => !finalStages.includes(stage))

/** What whoever watches the shop wants to know, in one question that stays small. */
export async function readFigures(db: Database, now: Date): Promise<ShopFigure[]> {
  const anHourAgo = sql`${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`
  const some = sql`limit ${countedAtMost}`
  const ask = async (tx: Database) => {
    await tx.execute(sql`set local statement_timeout = 2000`)
    const { rows } = await tx.execute<ShopFigure>(sql`
      select 'orders' as what, status as name, coalesce(sum(orders), 0)::float8 as value from ${orderCounts} group by status
      union all
      select 'orders_last_hour', '', count(*) from (select from ${orders} where created_at > ${anHourAgo} ${some}) lately
      union all
      select 'payments_open', stage, count(*)
      from (select stage from ${payments} where stage in ${openStages} ${some}) waiting group by stage
      union all
      select 'payments_last_hour', stage, count(*)
      from (select stage from ${payments} where created_at > ${anHourAgo} ${some}) lately group by stage
      union all
      select 'products', case when stock_quantity = 0 then 'out_of_stock' else 'in_stock' end, count(*)
      from (select ${stockNow} as stock_quantity from ${products} where removed_at is null ${some}) shelf group by 2`)
    return rows
  }
  return await db.transaction(ask, { accessMode: 'read only' })
}

type OfficeCounts = {
  pendingOrders: number
  unreadMessages: number
  paymentsToReview: number
  reviewsToRead: number
}

const readOfficeCounts = preparedQuery('office-counts', (db) =>
  db.select({ pendingOrders, ...waiting }).from(oneRow),
)

/** The numbers beside the links of the back office; asked every minute by everybody who has it open. */
export async function countForOffice(db: Database): Promise<OfficeCounts> {
  const [counts] = await readOfficeCounts(db)
  if (counts === undefined) throw new Error('The database did not answer with its counts')
  return counts
}
