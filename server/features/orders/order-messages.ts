import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ShopSettings } from '#contract/settings.ts'
import type { Pesewas } from '#rules/money.ts'
import {
  firstWays,
  isToldByHand,
  type NotificationSetting,
  notificationSettingOf,
  type Way,
  waysOf,
} from '#rules/notification-settings.ts'
import type { Channel, FailureReason, MessageState, Notification } from '#rules/notifications.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { normalisePhone, normaliseTextable } from '#rules/phone-number.ts'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { atOnce, type Database, preparedQuery } from '#server/platform/database/database.ts'
import { profiles, users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { readMailLook } from '../brand/brand.ts'
import { renderEmail } from '../notifications/email.ts'
import { postMails, postSms } from '../notifications/outbox.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import { smsText } from '../notifications/phone-message.ts'
import { readSettings } from '../settings/settings.ts'
import { type NotifiedOrder, writeNotification } from './order-emails.ts'
import { type OrderRow, orderLines, orderMessages, orders } from './tables.ts'

export type OrderMessage = typeof orderMessages.$inferSelect

/** What a stranger can cause alone. The shop itself causes the others, and nobody misses a word about their money. */
export const limitedNotifications: readonly Notification[] = ['received', 'changed', 'cancelled', 'not_paid']

const notificationOf = {
  Pending: 'received',
  Processing: 'packed',
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} as const satisfies Record<OrderStatus, Notification>

const ofPickup: Partial<Record<OrderStatus, Notification>> = { Shipped: 'ready', Delivered: 'collected' }

/** What a status means to the customer of this order. */
export function notificationFor(
  status: OrderStatus,
  { deliveryOption }: Pick<OrderRow, 'deliveryOption'>,
): Notification {
  return (deliveryOption === 'pickup' && ofPickup[status]) || notificationOf[status]
}

export const jobOf = { whatsapp: 'message-whatsapp', sms: 'message-sms' } as const

export const receiptJob = 'message-receipt'

export type OrderNotification = {
  order: NotifiedOrder
  notification: Notification
  amount?: Pesewas
  requestId?: string | undefined
}

type Recorded = OrderNotification & { emailId: string | undefined; row: NotificationSetting }

/** How a customer is told something, as the owner has it and as this customer can be reached. */
type NotificationPlan = {
  row: NotificationSetting
  /** In the order in which they follow after a failure. */
  open: Way[]
  first: Way[]
  /** Whether somebody of the shop has to, where nothing else is left. */
  isByHand: boolean
}

export function planNotification(
  config: Config,
  news: ShopSettings['news'],
  { customerPhone, customerEmail, newsBy: chosen }: OrderRow,
  notification: Notification,
): NotificationPlan {
  const row = notificationSettingOf(news, notification)
  const names = openPhoneChannels(config).map(({ name }) => name)
  const phones = normaliseTextable(customerPhone) === null ? [] : names
  const open = waysOf(row, { phones, email: customerEmail !== null, chosen })
  const isByHand = isToldByHand(row) && normalisePhone(customerPhone) !== null
  return { row, open, first: firstWays(open, chosen), isByHand }
}

const orderIds = sql.placeholder('orderIds')

const readToldByHand = preparedQuery('told-by-hand', (db) =>
  db
    .select({
      orderId: orderMessages.orderId,
      notification: orderMessages.notification,
      state: orderMessages.state,
    })
    .from(orderMessages)
    .where(
      and(sql`${orderMessages.orderId} = any(${orderIds}::int[])`, eq(orderMessages.channel, 'by_hand')),
    ),
)

const columns = Object.entries(getTableColumns(orderMessages))

/** As many as there are, in a statement that is put into words once: a list of values would be another one for each length. */
const insertMessages = preparedQuery('write-messages', (db) => {
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  )
  const rows = sql`select ${names} from json_populate_recordset(null::${orderMessages}, ${sql.placeholder('rows')})`
  return db.insert(orderMessages).select(rows).returning({ id: orderMessages.id })
})

/** With the names that the database knows; it reads numbers, texts and moments as JSON has them. */
function asStored(message: OrderMessage) {
  return Object.fromEntries(columns.map(([key, { name }]) => [name, message[key as keyof OrderMessage]]))
}

/**
 * Writes down, in the caller's transaction, on which ways each customer is told: by mail where there is an address, and on the
 * phone by the first channel that the owner has. Without either, somebody of the shop has to.
 */
export async function recordMessages(
  context: Context,
  db: Database,
  all: readonly OrderNotification[],
): Promise<Recorded[]> {
  const { news } = await readSettings(db)
  const rows: OrderMessage[] = []
  const add = (about: OrderNotification, channel: Channel) => {
    const row = newMessage(context, { ...about, orderId: about.order.id, channel })
    rows.push(row)
    return row.id
  }
  const told = await readToldByHand(db, { orderIds: all.map(({ order }) => order.id) })
  // Whoever looked at the order was quicker than this. Another change, or a driver who comes in vain again, is news again.
  const isTold = ({ order, notification }: OrderNotification) =>
    told.some(
      (each) =>
        each.orderId === order.id &&
        each.notification === notification &&
        (!isRepeatable(notification) || each.state === 'waiting'),
    )
  const recorded = all.map((about) => {
    const { row, first, isByHand } = planNotification(context.config, news, about.order, about.notification)
    const ids = new Map(first.map((way) => [way, add(about, way)]))
    if (first.length === 0 && isByHand && !isTold(about)) add(about, 'by_hand')
    return { ...about, row, emailId: ids.get('email') }
  })
  if (rows.length > 0) await insertMessages(db, { rows: JSON.stringify(rows.map(asStored)) })
  for (const { name } of openPhoneChannels(context.config)) {
    const onPhones = rows.filter(({ channel }) => channel === name)
    await context.jobs.sendAll(
      db,
      jobOf[name],
      onPhones.map(({ id }) => ({ id })),
    )
  }
  if (context.config.sms.provider === 'log' && !context.config.whatsApp)
    await logMessages(context, db, recorded)
  return recorded
}

function isRepeatable(notification: Notification): boolean {
  return notification === 'changed' || notification === 'not_at_home'
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
async function logMessages(context: Context, db: Database, all: readonly Recorded[]): Promise<void> {
  const { publicUrl } = context.config
  const { shopName } = await readMailLook(db, publicUrl)
  const texts = all.flatMap(({ order, notification, amount, requestId, row }) => {
    if (!row.sms) return []
    const { words, link } = writeNotification(notification, order, { publicUrl, news: row }, amount)
    return { to: order.customerPhone, text: smsText({ shopName, words, link }), requestId }
  })
  await postSms(context, db, texts)
}

/** Sends a message that is written down; one by hand waits for a person. */
export async function queueMessage(
  context: Context,
  db: Database,
  { id, channel, notification, amount }: OrderMessage,
  order: NotifiedOrder,
  { isLimited }: { isLimited: boolean },
): Promise<void> {
  const { config, jobs } = context
  if (channel === 'by_hand') return
  if (channel !== 'email') {
    await jobs.send(db, jobOf[channel], { id })
    return
  }
  if (order.customerEmail === null) return
  const look = await readMailLook(db, config.publicUrl)
  const news = notificationSettingOf((await readSettings(db)).news, notification)
  const written = { publicUrl: config.publicUrl, news }
  const { email } = writeNotification(notification, order, written, amount ?? undefined)
  const mail = { to: order.customerEmail, ...renderEmail(email, look), messageId: id, isLimited }
  await postMails(context, db, [mail])
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
export function isSameNotification({
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
  if (
    (await db.$count(orderMessages, and(isSameNotification(failed), ne(orderMessages.state, 'failed')))) > 0
  )
    return
  await db.insert(orderMessages).values(newMessage(context, { ...failed, channel: 'by_hand' }))
}

const readNotified = preparedQuery('notified-orders', (db) =>
  db.select().from(orders).where(sql`${orders.id} = any(${orderIds}::int[])`),
)

const readNotifiedLines = preparedQuery('notified-lines', (db) =>
  db
    .select()
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(${orderIds}::int[])`)
    .orderBy(orderLines.position),
)

export async function findNotifiedOrders(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, NotifiedOrder>> {
  if (ids.length === 0) return new Map()
  const [found, lines] = await atOnce(
    readNotified(db, { orderIds: ids }),
    readNotifiedLines(db, { orderIds: ids }),
  )
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const riders = await findRiders(db, found)
  const { pickup, receipts } = await readSettings(db)
  const hasReceipts = receipts.name !== ''
  return new Map(
    found.map((order) => {
      const rider = riders.get(order.driverId ?? '') ?? null
      return [order.id, { ...order, lines: linesOf.get(order.id) ?? [], rider, pickup, hasReceipts }]
    }),
  )
}

async function findRiders(db: Database, found: readonly OrderRow[]) {
  const ids = found.flatMap(({ driverId }) => driverId ?? [])
  if (ids.length === 0) return new Map<string, { name: string; phone: string }>()
  const riders = await db
    .select({ id: users.id, displayName: users.displayName, email: users.email, phone: profiles.phone })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(inArray(users.id, ids))
  return new Map(
    riders.map(({ id, displayName, email, phone }) => [
      id,
      { name: nameOf(displayName, email), phone: phone ?? '' },
    ]),
  )
}
