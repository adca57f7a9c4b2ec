import { and, asc, desc, eq, lte, max } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type NotificationSetting, notificationSettingOf } from '#rules/notification-settings.ts'
import { channels, type Notification } from '#rules/notifications.ts'
import { chatLink, normalisePhone } from '#rules/phone-number.ts'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { readMailLook } from '../brand/brand.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import { smsText } from '../notifications/phone-message.ts'
import { readSettings } from '../settings/settings.ts'
import { lockOrder } from './find-order.ts'
import { type NotifiedOrder, writeNotification } from './order-emails.ts'
import {
  askPerson,
  change,
  findNotifiedOrders,
  newMessage,
  notificationFor,
  type OrderMessage,
  planNotification,
  queueMessage,
} from './order-messages.ts'
import { type OrderRow, orderMessages } from './tables.ts'

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
  const { news } = await readSettings(db)
  const about = newestNotification(order, messages, (notification) => {
    const { first, isByHand } = planNotification(config, news, order, notification)
    return first.length > 0 || isByHand
  })
  return {
    messages: messages.map((message) => ({
      ...message,
      canSendAgain: message.state === 'failed' && canBeSent(config, order, message),
    })),
    newsBy: order.newsBy,
    chatAbout: about.notification,
    chatLink: await chatAbout(db, config.publicUrl, order, {
      ...about,
      row: notificationSettingOf(news, about.notification),
    }),
  }
}

function canBeSent(config: Config, order: OrderRow, { channel }: OrderMessage): boolean {
  if (channel === 'email') return order.customerEmail !== null
  return openPhoneChannels(config).some(({ name }) => name === channel)
}

type NewestNotification = { notification: Notification; amount: number | null }

/** What has just happened may not be written down yet. */
function newestNotification(
  order: OrderRow,
  messages: readonly OrderMessage[],
  isTold: (notification: Notification) => boolean,
): NewestNotification {
  const current = notificationFor(order.status, order)
  const isWritten = !isTold(current) || messages.some(({ notification }) => notification === current)
  const isUnpaid = current === 'cancelled' && order.cancelReason === 'not_paid'
  if (!isWritten && !isUnpaid) return { notification: current, amount: null }
  return messages.at(-1) ?? { notification: 'received', amount: null }
}

async function chatAbout(
  db: Database,
  publicUrl: string,
  order: NotifiedOrder,
  { notification, amount, row }: NewestNotification & { row: NotificationSetting },
): Promise<string | null> {
  if (normalisePhone(order.customerPhone) === null) return null
  const { shopName } = await readMailLook(db, publicUrl)
  const { words, link } = writeNotification(
    notification,
    order,
    { publicUrl, news: row },
    amount ?? undefined,
  )
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
  const { config } = context
  await inTransaction(context.db, async (db) => {
    const [message] = await change({ ...context, db }, id, 'failed', {
      state: 'waiting',
      reason: null,
      providerId: null,
    })
    const order = message && (await findNotifiedOrders(db, [orderId])).get(message.orderId)
    if (!message || !order || order.id !== orderId) throw new Refusal('not_found')
    if (!canBeSent(config, order, message)) throw new Refusal('not_found')
    await queueMessage(context, db, message, order, { isLimited: false })
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
