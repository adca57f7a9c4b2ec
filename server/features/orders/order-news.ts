import { and, eq, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderStatus } from '../../../rules/order-status.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { postSms } from '../notifications/sms.ts'
import { readSettings } from '../settings/settings.ts'
import { type News, type OrderInNews, writeNews } from './order-letters.ts'
import { orderHistory, orderLines, orders } from './tables.ts'

const newsJob = 'order-news'

const newsOf = {
  Pending: 'received',
  Processing: null,
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} as const satisfies Record<OrderStatus, News | null>

/** Must be called before the jobs start. */
export function defineNewsJob(tools: Tools): void {
  tools.jobs.define(newsJob, z.object({ historyId: z.int() }), ({ historyId }) => tellNews(tools, historyId))
}

/** Waits in the same transaction: it is told if, and only if, it has happened. The letters are written later, so that nobody at the till waits for them. */
export async function postNews({ jobs }: Tools, db: Database, historyId: number): Promise<void> {
  await jobs.send(db, newsJob, { historyId })
}

/** Marks the entry as told in the transaction that posts the messages: a job that runs twice still tells once. */
async function tellNews(tools: Tools, historyId: number): Promise<void> {
  await inTransaction(tools.db, async (db) => {
    const untold = and(eq(orderHistory.id, historyId), isNull(orderHistory.toldAt))
    const [entry] = await db.update(orderHistory).set({ toldAt: tools.clock() }).where(untold).returning()
    if (entry === undefined) return
    const news = newsOf[entry.status]
    if (news === null || (await hasHappenedBefore(db, entry))) return
    const order = await getOrder(db, entry.orderId)
    const isUnpaid = news === 'cancelled' && order.cancelReason === 'not_paid'
    await postMessages(tools, db, order, isUnpaid ? 'not_paid' : news)
  })
}

/** News that belongs to no step of the order, such as its payment: told in the transaction in which it happens. */
export async function postOrderMessages(
  tools: Tools,
  db: Database,
  orderId: number,
  news: News,
): Promise<void> {
  await postMessages(tools, db, await getOrder(db, orderId), news)
}

async function postMessages(tools: Tools, db: Database, order: OrderInNews, news: News): Promise<void> {
  const { shopName } = await readSettings(db)
  const { letter, sms } = writeNews(news, order, { publicUrl: tools.config.publicUrl, shopName })
  if (order.customerEmail !== null) await postLetter(tools, db, order.customerEmail, () => letter)
  await postSms(tools, db, order.customerPhone, sms)
}

/** A status that is set, taken back and set again is told once. */
async function hasHappenedBefore(
  db: Database,
  { id, orderId, status }: typeof orderHistory.$inferSelect,
): Promise<boolean> {
  const earlier = and(
    eq(orderHistory.orderId, orderId),
    eq(orderHistory.status, status),
    lt(orderHistory.id, id),
  )
  return (await db.$count(orderHistory, earlier)) > 0
}

async function getOrder(db: Database, id: number): Promise<OrderInNews> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (order === undefined) throw new Error(`There is news of the unknown order ${id}`)
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(orderLines.position)
  return { ...order, lines }
}
