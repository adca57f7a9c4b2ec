import { and, eq, exists, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Pesewas } from '#rules/money.ts'
import { notificationSettingOf, type PhoneWay } from '#rules/notification-settings.ts'
import type { Notification } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction, preparedQuery } from '#server/platform/database/database.ts'
import { readMailLook } from '../brand/brand.ts'
import type { KnownEvent } from '../events/announce.ts'
import { postPhoneMessages } from '../notifications/deliver.ts'
import { renderEmail } from '../notifications/email.ts'
import { postMail, postMails } from '../notifications/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { phoneKey } from './agree-on-prices.ts'
import { writeNotification } from './order-emails.ts'
import {
  findNotifiedOrders,
  limitedNotifications,
  notificationFor,
  type OrderNotification,
  recordMessages,
} from './order-messages.ts'
import { resendMessages } from './send-messages.ts'
import { type OrderRow, orderHistory } from './tables.ts'

const missedNotificationJob = 'order-news'

const missedEntry = z.object({ historyId: z.int() })

/** Must be called before the jobs start. */
export function defineNotificationJob(context: Context): void {
  context.jobs.define(missedNotificationJob, missedEntry, ({ historyId }) =>
    inTransaction(context.db, async (db) =>
      notify(context, db, await markEntry(db, { now: context.clock(), historyId })),
    ),
  )
}

/** Nobody wants to hear of older steps. */
const toldForHours = 72

/**
 * A step of an order is told to its customer with the event that announces it, and with it all steps of the order that nobody was told
 * of so far: the event of an earlier one may be late, and must not be the last word.
 */
export async function notifyCustomers(
  context: Context,
  db: Database,
  events: readonly KnownEvent[],
): Promise<void> {
  const steps = events.flatMap((event) =>
    event.type === 'order.created' || event.type === 'order.status_changed' ? [event] : [],
  )
  if (steps.length === 0) return
  const entries = await markSteps(db, {
    now: context.clock(),
    orderIds: steps.map(({ facts }) => facts.orderId),
    since: hoursAgo(context, toldForHours),
  })
  await notify(context, db, entries, ({ orderId, status }) => {
    return steps.find(({ facts }) => facts.orderId === orderId && facts.status === status)?.requestId
  })
}

/** Marks the entries as notified in the transaction that posts the messages: what is asked for twice still notifies once. */
const marking = (db: Database, which: SQL | undefined) =>
  db
    .update(orderHistory)
    .set({ notifiedAt: sql`${sql.placeholder('now')}::timestamptz` })
    .where(and(which, isNull(orderHistory.notifiedAt)))
    .returning()

const markEntry = preparedQuery('notify-entry', (db) =>
  marking(db, eq(orderHistory.id, sql.placeholder('historyId'))),
)

const markSteps = preparedQuery('notify-steps', (db) =>
  marking(
    db,
    and(
      sql`${orderHistory.orderId} = any(${sql.placeholder('orderIds')}::int[])`,
      gt(orderHistory.changedAt, sql.placeholder('since')),
    ),
  ),
)

async function notify(
  context: Context,
  db: Database,
  entries: readonly Entry[],
  requestOf: (entry: Entry) => string | undefined = () => undefined,
): Promise<void> {
  if (entries.length === 0) return
  const repeated = await listRepeated(db, entries)
  const fresh = entries.filter(({ id }) => !repeated.has(id)).toSorted((one, other) => one.id - other.id)
  const found = await findNotifiedOrders(
    db,
    fresh.map(({ orderId }) => orderId),
  )
  const notifications = fresh.flatMap((entry): OrderNotification | [] => {
    const order = found.get(entry.orderId)
    if (order === undefined) return []
    const notification = notificationFor(entry.status, order)
    const isUnpaid = notification === 'cancelled' && order.cancelReason === 'not_paid'
    return { order, notification: isUnpaid ? 'not_paid' : notification, requestId: requestOf(entry) }
  })
  await postMessages(context, db, notifications)
}

/** A notification that belongs to no step of the order, such as its payment: posted in the transaction in which it happens. */
export async function postOrderNotification(
  context: Context,
  db: Database,
  orderId: number,
  notification: Notification,
  /** What it is about, when that is not all that the order costs. */
  amount?: Pesewas,
): Promise<void> {
  const order = (await findNotifiedOrders(db, [orderId])).get(orderId)
  if (order === undefined) throw new Error(`There is a notification about the unknown order ${orderId}`)
  await postMessages(context, db, [{ order, notification, ...(amount === undefined ? {} : { amount }) }])
}

/**
 * Whoever got the notifications of an order so far is told once that somebody else gets them from now on: whoever knows code and phone
 * number can change an order, and its customer is the one to notice.
 */
export async function tellFormerAddress(
  context: Context,
  db: Database,
  before: Pick<OrderRow, 'trackingCode' | 'customerEmail' | 'customerPhone'>,
  { customerEmail, customerPhone }: Pick<OrderRow, 'customerEmail' | 'customerPhone'>,
): Promise<void> {
  const { publicUrl } = context.config
  const words = `order ${before.trackingCode} was changed, and its news go elsewhere from now on. Was it not you? Please write to us.`
  const link = `${publicUrl}/contact`
  const hasNewNumber = phoneKey(before.customerPhone) !== phoneKey(customerPhone)
  if (hasNewNumber) {
    const row = notificationSettingOf((await readSettings(db)).news, 'changed')
    const ways = (['whatsapp', 'sms'] as const satisfies PhoneWay[]).filter((way) => row[way])
    await postPhoneMessages(context, db, [{ to: before.customerPhone, words, link, ways }])
  }
  if (before.customerEmail === null || before.customerEmail === customerEmail) return
  const email = {
    subject: `Your order ${before.trackingCode} was changed`,
    paragraphs: [`Your ${words}`],
    button: { label: 'Write to us', url: link },
  }
  const mail = renderEmail(email, await readMailLook(db, publicUrl))
  await postMail(context, db, { to: before.customerEmail, ...mail, isLimited: true })
}

async function postMessages(
  context: Context,
  db: Database,
  all: readonly OrderNotification[],
): Promise<void> {
  if (all.length === 0) return
  const look = await readMailLook(db, context.config.publicUrl)
  const recorded = await recordMessages(context, db, all)
  const emails = recorded.flatMap(({ order, notification, amount, requestId, emailId, row }) => {
    const { customerEmail: to } = order
    if (to === null || emailId === undefined) return []
    const { publicUrl } = context.config
    const { email } = writeNotification(notification, order, { publicUrl, news: row }, amount)
    const isLimited = limitedNotifications.includes(notification)
    return { to, ...renderEmail(email, look), requestId, isLimited, messageId: emailId }
  })
  await postMails(context, db, emails)
}

type Entry = typeof orderHistory.$inferSelect

const readRepeated = preparedQuery('repeated-entries', (db) => {
  const earlier = alias(orderHistory, 'earlier')
  const sameBefore = and(
    eq(earlier.orderId, orderHistory.orderId),
    eq(earlier.status, orderHistory.status),
    lt(earlier.id, orderHistory.id),
  )
  const isMeant = sql`${orderHistory.id} = any(${sql.placeholder('ids')}::int[])`
  return db
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(and(isMeant, exists(db.select({ one: sql`1` }).from(earlier).where(sameBefore))))
})

/** A status that is set, taken back and set again is notified once. */
async function listRepeated(db: Database, entries: readonly Entry[]): Promise<Set<number>> {
  const repeated = await readRepeated(db, { ids: entries.map(({ id }) => id) })
  return new Set(repeated.map(({ id }) => id))
}

function hoursAgo({ clock }: Pick<Context, 'clock'>, hours: number): Date {
  return new Date(clock().getTime() - hours * 3_600_000)
}

const missedJob = 'order-news-missed'
const missedAtMost = 200

/** Must be called before the jobs start. */
export function defineResendJob(context: Context): void {
  context.jobs.define(missedJob, z.object({}), async () => {
    await resendMissed(context)
    await resendMessages(context)
  })
  context.jobs.schedule(missedJob, '*/10 * * * *')
}

/** Whatever the reason why nobody was told within an hour: the event was lost, or a version before has written it. */
async function resendMissed(context: Context): Promise<void> {
  const { db, jobs } = context
  const missed = await db
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(
      and(
        isNull(orderHistory.notifiedAt),
        gt(orderHistory.changedAt, hoursAgo(context, toldForHours)),
        lt(orderHistory.changedAt, hoursAgo(context, 1)),
      ),
    )
    .orderBy(orderHistory.id)
    .limit(missedAtMost)
  for (const { id } of missed) {
    await jobs.send(db, missedNotificationJob, { historyId: id }, { singletonKey: `missed ${id}` })
  }
}
