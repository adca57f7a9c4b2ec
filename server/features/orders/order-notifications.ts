import { and, eq, exists, inArray, isNull, lt, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Pesewas } from '#rules/money.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { writeLetter } from '../notifications/email.ts'
import { postMails } from '../notifications/outbox.ts'
import { postSms } from '../notifications/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { type News, type OrderInNews, writeNews } from './order-emails.ts'
import { orderHistory, orderLines, orders } from './tables.ts'

const newsJob = 'order-news'

/** Which entry of a history, and which request wrote it: the messages are traced back to it. */
const happened = z.object({ historyId: z.int(), requestId: z.string().optional() })

const newsOf = {
  Pending: 'received',
  Processing: null,
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} as const satisfies Record<OrderStatus, News | null>

/** Must be called before the jobs start. */
export function defineNewsJob(context: Context): void {
  context.jobs.defineShared(newsJob, happened, (all) => tellNews(context, all), {
    gather: { milliseconds: 500, atMost: 50 },
  })
}

/** Waits in the same transaction: it is told if, and only if, it has happened. The letters are written later, so that nobody at the till waits for them. */
export async function postNews({ jobs }: Context, db: Database, historyId: number): Promise<void> {
  await jobs.send(db, newsJob, { historyId })
}

/** Marks the entries as told in the transaction that posts the messages: a job that runs twice still tells once. */
async function tellNews(context: Context, all: readonly z.infer<typeof happened>[]): Promise<void> {
  const requests = new Map(all.map(({ historyId, requestId }) => [historyId, requestId]))
  await inTransaction(context.db, async (db) => {
    const untold = and(inArray(orderHistory.id, [...requests.keys()]), isNull(orderHistory.notifiedAt))
    const entries = await db
      .update(orderHistory)
      .set({ notifiedAt: context.clock() })
      .where(untold)
      .returning()
    const repeated = await listRepeated(db, entries)
    const fresh = entries.filter(({ id }) => !repeated.has(id)).toSorted((one, other) => one.id - other.id)
    const found = await findOrders(
      db,
      fresh.map(({ orderId }) => orderId),
    )
    const told = fresh.flatMap(({ id, status, orderId }): OrderNews | [] => {
      const news = newsOf[status]
      const order = found.get(orderId)
      if (news === null || order === undefined) return []
      const isUnpaid = news === 'cancelled' && order.cancelReason === 'not_paid'
      return { order, news: isUnpaid ? 'not_paid' : news, requestId: requests.get(id) }
    })
    await postMessages(context, db, told)
  })
}

/** News that belongs to no step of the order, such as its payment: told in the transaction in which it happens. */
export async function postOrderMessages(
  context: Context,
  db: Database,
  orderId: number,
  news: News,
  /** What it is about, when that is not all that the order costs. */
  amount?: Pesewas,
): Promise<void> {
  const order = (await findOrders(db, [orderId])).get(orderId)
  if (order === undefined) throw new Error(`There is news of the unknown order ${orderId}`)
  await postMessages(context, db, [{ order, news, ...(amount === undefined ? {} : { amount }) }])
}

type OrderNews = { order: OrderInNews; news: News; amount?: Pesewas; requestId?: string | undefined }

async function postMessages(context: Context, db: Database, all: readonly OrderNews[]): Promise<void> {
  if (all.length === 0) return
  const { shopName } = await readSettings(db)
  const messages = all.map(({ order, news, amount, requestId }) => ({
    order,
    requestId,
    ...writeNews(news, order, { publicUrl: context.config.publicUrl, shopName }, amount),
  }))
  const letters = messages.flatMap(({ order: { customerEmail: to }, letter, requestId }) =>
    to === null ? [] : { to, ...writeLetter(letter, shopName), requestId },
  )
  await postMails(context, db, letters)
  await postSms(
    context,
    db,
    messages.map(({ order, sms, requestId }) => ({ to: order.customerPhone, text: sms, requestId })),
  )
}

type Entry = typeof orderHistory.$inferSelect

/** A status that is set, taken back and set again is told once. */
async function listRepeated(db: Database, entries: readonly Entry[]): Promise<Set<number>> {
  const ids = entries.map(({ id }) => id)
  const earlier = alias(orderHistory, 'earlier')
  const sameBefore = and(
    eq(earlier.orderId, orderHistory.orderId),
    eq(earlier.status, orderHistory.status),
    lt(earlier.id, orderHistory.id),
  )
  const repeated = await db
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(and(inArray(orderHistory.id, ids), exists(db.select().from(earlier).where(sameBefore))))
  return new Set(repeated.map(({ id }) => id))
}

async function findOrders(db: Database, ids: readonly number[]): Promise<Map<number, OrderInNews>> {
  const found = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(orderLines.position)
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  return new Map(found.map((order) => [order.id, { ...order, lines: linesOf.get(order.id) ?? [] }]))
}

const missedJob = 'order-news-missed'
const missedAtMost = 200

/** Must be called before the jobs start. */
export function defineMissedNewsJob(context: Context): void {
  context.jobs.define(missedJob, z.object({}), () => askForMissed(context))
  context.jobs.schedule(missedJob, '*/10 * * * *')
}

/** A backup carries no waiting work: what was not told when it was made is told after it was restored. */
async function askForMissed({ db, jobs, clock }: Context): Promise<void> {
  const ago = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
  const missed = await db
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(
      and(
        isNull(orderHistory.notifiedAt),
        gt(orderHistory.changedAt, ago(72)),
        lt(orderHistory.changedAt, ago(1)),
      ),
    )
    .orderBy(orderHistory.id)
    .limit(missedAtMost)
  for (const { id } of missed) {
    await jobs.send(db, newsJob, { historyId: id }, { singletonKey: `missed ${id}` })
  }
}
