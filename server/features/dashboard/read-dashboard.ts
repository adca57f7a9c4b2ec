import { type AnyColumn, and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { PictureData } from '#contract/codecs.ts'
import type { OrderMark } from '#contract/dashboard.ts'
import { lowSmsBalance } from '#rules/notification-settings.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { isShown } from '../catalogue/categories.ts'
import { countShelved, hasAtMost } from '../catalogue/list-products.ts'
import { productColumns, stockNow, withPictures } from '../catalogue/product-rows.ts'
import { products } from '../catalogue/tables.ts'
import { findPictures } from '../media/pictures.ts'
import { countUnread } from '../messages/conversations.ts'
import { readSmsBalance } from '../notifications/phone-channels.ts'
import { newestFirst } from '../orders/list-orders.ts'
import { addUp, countByStatus, countPending, listDays } from '../orders/order-counts.ts'
import { isToDecide, isToPayBack, type OrderRow, orderCounts, orderLines, orders } from '../orders/tables.ts'
import { countWaiting } from '../payments/list-payments.ts'
import { type Stage, stages } from '../payments/stages.ts'
import { payments } from '../payments/tables.ts'
import { orderReturnLines, orderReturns } from '../returns/tables.ts'
import { countReviewsToRead } from '../reviews/reviews.ts'
import { readSettings } from '../settings/settings.ts'

const shownDays = 30
const oneDay = 24 * 60 * 60 * 1000
const recentAtMost = 8
const scarceAtMost = 8
const toDecideAtMost = 10

const readRecent = preparedQuery('recent-orders', (db) =>
  db
    .select()
    .from(orders)
    .orderBy(...newestFirst)
    .limit(recentAtMost),
)

/** What the owner wants to know first. Nothing here reads all orders or all products, so that it stays quick however many there are. */
export async function readDashboard(context: Context) {
  const { db, clock } = context
  const today = clock()
  const firstDay = new Date(today.getTime() - (shownDays - 1) * oneDay)
  const { lowStockLevel } = await readSettings(db)
  const isScarce = and(isShown, hasAtMost(lowStockLevel))
  const byStatus = await countByStatus(db)
  const { revenue, received, stillToCome } = await addUp(db)
  const toDecide = await listToDecide(db)
  const smsLeft = await readSmsBalance(context, db)
  return {
    ...(await countForOffice(db, byStatus.Pending)),
    totalOrders: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    totalProducts: await countShelved(db),
    totalRevenue: revenue,
    received,
    stillToCome,
    days: await listDays(db, firstDay, today),
    recentOrders: await readRecent(db),
    ordersToDecide: toDecide.slice(0, toDecideAtMost),
    ordersToDecideCount: toDecide.length,
    bestSellers: await listBestSellers(db, startOf(firstDay)),
    ordersByStatus: byStatus,
    lowStock: await listScarce(db, isScarce),
    lowStockCount: await db.$count(products, isScarce),
    lowStockLevel,
    smsLeft: smsLeft !== null && smsLeft < lowSmsBalance ? smsLeft : null,
  }
}

/** More would be a flood, of which the number no longer matters. */
const markedAtMost = 500

const readMarked = (name: string, where: Condition) =>
  preparedQuery(name, (db) =>
    db.select().from(orders).where(where).orderBy(asc(orders.createdAt)).limit(markedAtMost),
  )

const readToConfirm = readMarked('orders-to-confirm', sql`${orders.toConfirm} <> '{}'`)
const readNotDelivered = readMarked('orders-not-delivered', isToDecide)
const readToPayBack = readMarked('orders-to-pay-back', isToPayBack)

/** Orders that wait for a person although nobody asks for one: each mark has an index of their own, so few rows are read. */
async function listToDecide(db: Database): Promise<(OrderRow & { marks: OrderMark[] })[]> {
  const found = [...(await readNotDelivered(db)), ...(await readToConfirm(db)), ...(await readToPayBack(db))]
  const byId = new Map(found.map((order) => [order.id, { ...order, marks: marksOf(order) }]))
  return [...byId.values()]
    .filter(({ marks }) => marks.length > 0)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id)
}

function marksOf(order: OrderRow): OrderMark[] {
  const { paymentState, toPayBack } = balanceOf(order)
  const isPaidTwice = paymentState === orderPaymentLabels.paid_twice
  return [
    ...(order.toDecideSince !== null && order.status === 'Shipped' ? (['not_delivered'] as const) : []),
    ...(order.toConfirm.length > 0 ? (['to_confirm'] as const) : []),
    ...(isPaidTwice ? (['paid_twice'] as const) : toPayBack > 0 ? (['to_pay_back'] as const) : []),
  ]
}

type Condition = ReturnType<typeof and>

async function listScarce(db: Database, where: Condition) {
  const scarce = await db
    .select(productColumns)
    .from(products)
    .where(where)
    .orderBy(asc(stockNow), asc(products.id))
    .limit(scarceAtMost)
  return withPictures(db, scarce)
}

function startOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / oneDay) * oneDay)
}

type BestSeller = { productId: number; name: string; quantity: number; picture: PictureData | null }

const shown = 5

/** Beyond this many orders the ranking hardly changes, and reading them all would take its time. */
const ordersAtMost = 1_000

const readBestSellers = preparedQuery('best-sellers', (db) => {
  const latest = db.$with('latest').as(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(gte(orders.createdAt, sql.placeholder('since')), ne(orders.status, 'Cancelled')))
      .orderBy(...newestFirst)
      .limit(ordersAtMost),
  )
  // As one list, which is read along the index in one go, instead of order by order.
  const ofLatest = (orderId: AnyColumn) => sql`${orderId} = any(array(select id from latest))`
  const lines = db
    .select({
      productId: orderLines.productId,
      name: sql<string | null>`${orderLines.productName}`.as('name'),
      pictureId: sql<string | null>`${orderLines.pictureId}`.as('picture'),
      pieces: sql<number>`${orderLines.quantity}`.as('pieces'),
    })
    .from(orderLines)
    .where(ofLatest(orderLines.orderId))
  const cameBack = db
    .select({
      productId: orderReturnLines.productId,
      name: sql<string | null>`null`,
      pictureId: sql<string | null>`null`,
      pieces: sql<number>`-(${orderReturnLines.toShelf} + ${orderReturnLines.writtenOff})`,
    })
    .from(orderReturns)
    .innerJoin(orderReturnLines, eq(orderReturnLines.returnId, orderReturns.id))
    .where(ofLatest(orderReturns.orderId))
  const sold = lines.unionAll(cameBack).as('sold')
  const quantity = sql<number>`sum(${sold.pieces})::int`
  return db
    .with(latest)
    .select({
      productId: sold.productId,
      name: sql<string>`max(${sold.name})`,
      pictureId: sql<string | null>`max(${sold.pictureId})`,
      quantity,
    })
    .from(sold)
    .groupBy(sold.productId)
    .orderBy(desc(quantity), sold.productId)
    .limit(shown)
})

async function listBestSellers(db: Database, since: Date): Promise<BestSeller[]> {
  const rows = await readBestSellers(db, { since })
  const pictures = await findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  )
  return rows.map(({ pictureId, ...sold }) => ({ ...sold, picture: pictures.get(pictureId ?? '') ?? null }))
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

/** The numbers beside the links of the back office; asked every minute by everybody who has it open. */
export async function countForOffice(db: Database, pendingOrders?: number): Promise<OfficeCounts> {
  const { review, refundDue } = await countWaiting(db)
  return {
    pendingOrders: pendingOrders ?? (await countPending(db)),
    unreadMessages: await countUnread(db),
    paymentsToReview: review + refundDue,
    reviewsToRead: await countReviewsToRead(db),
  }
}
