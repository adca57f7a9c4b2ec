import { and, asc, desc, eq, inArray, isNull, lte, max, ne } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { chatLink } from '#rules/chat-link.ts'
import type { Pesewas } from '#rules/money.ts'
import {
  type Channel,
  channels,
  type FailureReason,
  type MessageState,
  type Notification,
} from '#rules/notifications.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { normalisePhone, normaliseTextable } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { readMailLook } from '../brand/brand.ts'
import { renderEmail } from '../notifications/email.ts'
import { postMails, postSms } from '../notifications/outbox.ts'
import { openPhoneChannels, smsText } from '../notifications/phone-channels.ts'
import { lockOrder } from './find-order.ts'
import { type NotifiedOrder, writeNotification } from './order-emails.ts'
import { type OrderRow, orderLines, orderMessages, orders } from './tables.ts'

export type OrderMessage = typeof orderMessages.$inferSelect

/** What a stranger can cause alone. The shop itself causes the others, and nobody misses a word about their money. */
export const limitedNotifications: readonly Notification[] = ['received', 'changed', 'cancelled', 'not_paid']

export const notificationOf = {
  Pending: 'received',
  Processing: null,
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} as const satisfies Record<OrderStatus, Notification | null>

export const jobOf = { whatsapp: 'message-whatsapp', sms: 'message-sms' } as const

export type OrderNotification = {
  order: NotifiedOrder
  notification: Notification
  amount?: Pesewas
  requestId?: string | undefined
}

type Recorded = OrderNotification & { emailId: string | undefined }

/**
 * Writes down, in the caller's transaction, on which ways each customer is told: by mail where there is an address, and on the
 * phone by the first channel that the owner has. Without either, somebody of the shop has to.
 */
export async function recordMessages(
  context: Context,
  db: Database,
  all: readonly OrderNotification[],
): Promise<Recorded[]> {
  const [first] = openPhoneChannels(context.config)
  const rows: OrderMessage[] = []
  const add = (about: OrderNotification, channel: Channel) => {
    const row = newMessage(context, { ...about, orderId: about.order.id, channel })
    rows.push(row)
    return row.id
  }
  const told = await db
    .select({
      orderId: orderMessages.orderId,
      notification: orderMessages.notification,
      state: orderMessages.state,
    })
    .from(orderMessages)
    .where(
      and(
        inArray(
          orderMessages.orderId,
          all.map(({ order }) => order.id),
        ),
        eq(orderMessages.channel, 'by_hand'),
      ),
    )
  // Whoever looked at the order was quicker than this. Another change is news again.
  const isTold = ({ order, notification }: OrderNotification) =>
    told.some(
      (each) =>
        each.orderId === order.id &&
        each.notification === notification &&
        (notification !== 'changed' || each.state === 'waiting'),
    )
  const recorded = all.map((about) => {
    const hasEmail = about.order.customerEmail !== null
    const emailId = hasEmail ? add(about, 'email') : undefined
    const { customerPhone } = about.order
    if (first && normaliseTextable(customerPhone) !== null) add(about, first.name)
    else if (!hasEmail && normalisePhone(customerPhone) !== null && !isTold(about)) add(about, 'by_hand')
    return { ...about, emailId }
  })
  if (rows.length > 0) await db.insert(orderMessages).values(rows)
  const onPhones = rows.filter(({ channel }) => channel === first?.name)
  if (first)
    await context.jobs.sendAll(
      db,
      jobOf[first.name],
      onPhones.map(({ id }) => ({ id })),
    )
  else if (context.config.sms.provider === 'log') await logMessages(context, db, all)
  return recorded
}

type NewMessage = {
  orderId: number
  notification: Notification
  amount?: number | null | undefined
  channel: Channel
}

export function newMessage(
  { random, clock }: Pick<Context, 'random' | 'clock'>,
  { orderId, notification, amount, channel }: NewMessage,
) {
  const now = clock()
  return {
    id: random.uuid(),
    orderId,
    notification,
    amount: amount ?? null,
    channel,
    state: 'waiting',
    reason: null,
    providerId: null,
    createdAt: now,
    changedAt: now,
  } satisfies OrderMessage
}

/** What developers see instead of a phone. */
async function logMessages(context: Context, db: Database, all: readonly OrderNotification[]): Promise<void> {
  const { publicUrl } = context.config
  const { shopName } = await readMailLook(db, publicUrl)
  const texts = all.map(({ order, notification, amount, requestId }) => {
    const { words, link } = writeNotification(notification, order, publicUrl, amount)
    return { to: order.customerPhone, text: smsText({ shopName, words, link }), requestId }
  })
  await postSms(context, db, texts)
}

type Change = { state: MessageState; reason?: FailureReason | null; providerId?: string | null }

/** Only from this state on: of two who want it, one gets it. */
export async function change(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  from: MessageState,
  to: Change,
): Promise<OrderMessage[]> {
  return await db
    .update(orderMessages)
    .set({ ...to, changedAt: clock() })
    .where(and(eq(orderMessages.id, id), eq(orderMessages.state, from)))
    .returning()
}

/** The messages that tell the same customer the same, on whatever way. */
export function isSameNews({
  orderId,
  notification,
  amount,
}: Pick<OrderMessage, 'orderId' | 'notification' | 'amount'>) {
  return and(
    eq(orderMessages.orderId, orderId),
    eq(orderMessages.notification, notification),
    amount === null ? isNull(orderMessages.amount) : eq(orderMessages.amount, amount),
  )
}

/** Unless it was told on another way, or may still be. */
export async function askPerson(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  failed: OrderMessage,
): Promise<void> {
  const { db } = context
  if ((await db.$count(orderMessages, and(isSameNews(failed), ne(orderMessages.state, 'failed')))) > 0) return
  await db.insert(orderMessages).values(newMessage(context, { ...failed, channel: 'by_hand' }))
}

/** Oldest first, and the chat in which somebody can tell the newest by hand. */
export async function listOrderMessages({ db, config }: Context, orderId: number) {
  const order = (await findNotifiedOrders(db, [orderId])).get(orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  const found = await db
    .select()
    .from(orderMessages)
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(asc(orderMessages.createdAt))
    .limit(100)
  const placeOf = ({ channel }: OrderMessage) => channels.indexOf(channel)
  const messages = found.toSorted(
    (one, other) => Number(one.createdAt) - Number(other.createdAt) || placeOf(one) - placeOf(other),
  )
  const names: string[] = openPhoneChannels(config).map(({ name }) => name)
  const canBeSent = ({ channel }: OrderMessage) =>
    channel === 'email' ? order.customerEmail !== null : names.includes(channel)
  const about = newestNews(order, messages)
  return {
    messages: messages.map((message) => ({
      ...message,
      canSendAgain: message.state === 'failed' && canBeSent(message),
    })),
    chatAbout: about.notification,
    chatLink: await chatAbout(db, config.publicUrl, order, about),
  }
}

type News = { notification: Notification; amount: number | null }

/** What has just happened may not be written down yet. */
function newestNews(order: OrderRow, messages: readonly OrderMessage[]): News {
  const current = notificationOf[order.status]
  const isWritten = current === null || messages.some(({ notification }) => notification === current)
  const isUnpaid = current === 'cancelled' && order.cancelReason === 'not_paid'
  if (!isWritten && !isUnpaid) return { notification: current, amount: null }
  return messages.at(-1) ?? { notification: 'received', amount: null }
}

async function chatAbout(
  db: Database,
  publicUrl: string,
  order: NotifiedOrder,
  { notification, amount }: News,
): Promise<string | null> {
  if (normalisePhone(order.customerPhone) === null) return null
  const { shopName } = await readMailLook(db, publicUrl)
  const { words, link } = writeNotification(notification, order, publicUrl, amount ?? undefined)
  const [firstName = ''] = order.customerName.trim().split(/\s+/)
  return chatLink(order.customerPhone, `Hello ${firstName}, ${smsText({ shopName, words, link })}`)
}

/** Somebody has told the customer by hand what the chat said, and with it everything before; or takes that back. */
export async function markTold(
  context: Context,
  orderId: number,
  { told, about }: { told: boolean; about: Notification },
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    await lockOrder(db, orderId)
    await (told ? noteTold({ ...context, db }, orderId, about) : takeBack({ ...context, db }, orderId))
  })
}

async function noteTold(context: Context, orderId: number, about: Notification): Promise<void> {
  const { db, clock } = context
  const isOfOrder = eq(orderMessages.orderId, orderId)
  const byHand = and(isOfOrder, eq(orderMessages.channel, 'by_hand'))
  const [shown] = await db
    .select()
    .from(orderMessages)
    .where(and(isOfOrder, eq(orderMessages.notification, about)))
    .orderBy(desc(orderMessages.createdAt))
    .limit(1)
  const isSeen = shown && lte(orderMessages.createdAt, shown.createdAt)
  const noted = await db
    .update(orderMessages)
    .set({ state: 'sent', changedAt: clock() })
    .where(and(byHand, eq(orderMessages.state, 'waiting'), isSeen))
    .returning({ notification: orderMessages.notification })
  if (noted.some(({ notification }) => notification === about)) return
  const amount = shown?.amount ?? null
  const row = newMessage(context, { orderId, notification: about, amount, channel: 'by_hand' })
  await db.insert(orderMessages).values({ ...row, state: 'sent' })
}

/** What was told with one tap is taken back with one. Nobody has to be told by hand what another way has told. */
async function takeBack(context: Context, orderId: number): Promise<void> {
  const { db, clock } = context
  const told = and(
    eq(orderMessages.orderId, orderId),
    eq(orderMessages.channel, 'by_hand'),
    eq(orderMessages.state, 'sent'),
  )
  const newest = db
    .select({ changedAt: max(orderMessages.changedAt) })
    .from(orderMessages)
    .where(told)
  const back = await db
    .delete(orderMessages)
    .where(and(told, eq(orderMessages.changedAt, newest)))
    .returning()
  for (const message of back) await askPerson(context, { ...message, changedAt: clock() })
}

/** A message that failed goes out once more, on the same way. */
export async function sendAgain(context: Context, orderId: number, id: string): Promise<void> {
  const { config, jobs } = context
  await inTransaction(context.db, async (db) => {
    const [message] = await change({ ...context, db }, id, 'failed', {
      state: 'waiting',
      reason: null,
      providerId: null,
    })
    const order = message && (await findNotifiedOrders(db, [orderId])).get(message.orderId)
    if (!message || !order || order.id !== orderId) throw new Refusal('not_found')
    if (message.channel === 'email') {
      if (order.customerEmail === null) throw new Refusal('not_found')
      const look = await readMailLook(db, config.publicUrl)
      const amount = message.amount ?? undefined
      const { email } = writeNotification(message.notification, order, config.publicUrl, amount)
      await postMails(context, db, [{ to: order.customerEmail, ...renderEmail(email, look), messageId: id }])
      return
    }
    const channel = openPhoneChannels(config).find(({ name }) => name === message.channel)
    if (!channel) throw new Refusal('not_found')
    await jobs.send(db, jobOf[channel.name], { id })
  })
}

const countedAtMost = 100

/** For how many orders somebody has to be told by hand. */
export async function countUntold(db: Database): Promise<number> {
  const some = untoldOrders(db).limit(countedAtMost).as('some')
  return await db.$count(some)
}

export function untoldOrders(db: Database) {
  const isUntold = and(eq(orderMessages.channel, 'by_hand'), eq(orderMessages.state, 'waiting'))
  return db.selectDistinct({ orderId: orderMessages.orderId }).from(orderMessages).where(isUntold)
}

export async function findNotifiedOrders(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, NotifiedOrder>> {
  if (ids.length === 0) return new Map()
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
