import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import { type FailureReason, isStepForward, type MessageState } from '#rules/notifications.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-kinds.ts'
import { readMailLook } from '../brand/brand.ts'
import { type MailOutcome, sendLimited } from '../notifications/outbox.ts'
import {
  openPhoneChannels,
  type PhoneChannel,
  readReceipts,
  type SendResult,
} from '../notifications/phone-channels.ts'
import { type NotifiedOrder, writeNotification } from './order-emails.ts'
import {
  change,
  findNotifiedOrders,
  jobOf,
  limitedNotifications,
  newMessage,
  type OrderMessage,
} from './order-messages.ts'
import { orderMessages } from './tables.ts'

const waitingMessage = z.object({ id: z.uuid() })

/** Each channel has a queue of its own: a provider that fails delays nobody else. Must be called before the jobs start. */
export function defineMessageJobs(context: Context): void {
  for (const channel of openPhoneChannels(context.config)) {
    const send = ({ id }: z.infer<typeof waitingMessage>, attempt: JobAttempt) =>
      sendMessage(context, channel, id, attempt)
    context.jobs.define(jobOf[channel.name], waitingMessage, send, { timeLimitSeconds: 30, atOnce: 4 })
  }
}

/**
 * Says that it is being sent before it is: after a crash in between nobody knows whether it has arrived, and it is shown as such
 * instead of being sent a second time.
 */
async function sendMessage(
  context: Context,
  channel: PhoneChannel,
  id: string,
  { number }: JobAttempt,
): Promise<void> {
  const [message] = await change(context, id, 'waiting', { state: 'sending' })
  if (!message) {
    await change(context, id, 'sending', { state: 'failed', reason: 'no_answer' })
    return
  }
  const order = (await findNotifiedOrders(context.db, [message.orderId])).get(message.orderId)
  const to = order && normalisePhone(order.customerPhone)
  if (!order || !to) {
    await change(context, id, 'sending', { state: 'failed', reason: 'bad_number' })
    return
  }
  const result = await sendWithinLimits(context, channel, { message, order, to })
  if (result.is === 'sent') {
    await change(context, id, 'sending', { state: 'sent', reason: null, providerId: result.providerId })
  } else if (result.is === 'unknown') {
    await change(context, id, 'sending', { state: 'failed', reason: 'no_answer' })
  } else if (result.is === 'later' && number <= usualOptions.retries) {
    await change(context, id, 'sending', { state: 'waiting', reason: result.reason })
    throw new Error(`A message by ${channel.name} has to wait: ${result.reason}`)
  } else {
    await fallOver(context, message, order, result.reason)
  }
}

type Sending = { message: OrderMessage; order: NotifiedOrder; to: string }

const aDay = 24 * 3_600

/** What was not sent is not counted. */
async function sendWithinLimits(
  context: Context,
  channel: PhoneChannel,
  { message, order, to }: Sending,
): Promise<SendResult> {
  const { limits, config, db, log } = context
  const budget = `${channel.name}InADay`
  if (channel.perDay !== null) {
    const { allowed } = await limits.take(budget, 'all', { limit: channel.perDay, windowSeconds: aDay })
    if (!allowed) {
      log.warn({ channel: channel.name, perDay: channel.perDay }, 'The messages of a day are used up')
      return { is: 'refused', reason: 'budget' }
    }
  }
  const { shopName } = await readMailLook(db, config.publicUrl)
  const { words, link } = writeNotification(
    message.notification,
    order,
    config.publicUrl,
    message.amount ?? undefined,
  )
  const send = () => channel.send({ to, shopName, words, link })
  const isLimited = limitedNotifications.includes(message.notification)
  const isCounted = ({ is }: SendResult) => is === 'sent' || is === 'unknown'
  const limited = isLimited ? await sendLimited(context, to, send, isCounted) : await send()
  const result: SendResult = limited ?? { is: 'refused', reason: 'too_many' }
  if (channel.perDay !== null && !isCounted(result)) await limits.giveBack(budget, 'all')
  return result
}

/** The next channel, and after the last one a person: unless a mail tells it anyway, or too many were asked for. */
async function fallOver(
  context: Context,
  message: OrderMessage,
  order: NotifiedOrder,
  reason: FailureReason,
): Promise<void> {
  const channels = openPhoneChannels(context.config)
  const next = channels[channels.findIndex(({ name }) => name === message.channel) + 1]?.name
  await inTransaction(context.db, async (db) => {
    const failed = await change({ ...context, db }, message.id, message.state, { state: 'failed', reason })
    if (failed.length === 0 || reason === 'too_many') return
    if (next === undefined && order.customerEmail !== null) return
    const row = newMessage(context, { ...message, channel: next ?? 'by_hand' })
    await db.insert(orderMessages).values(row)
    if (next) await context.jobs.send(db, jobOf[next], { id: row.id })
  })
}

export async function noteMailOutcome(context: Context, id: string, outcome: MailOutcome): Promise<void> {
  const isSent = outcome === 'sent'
  await change(context, id, 'waiting', isSent ? { state: 'sent' } : { state: 'failed', reason: outcome })
}

/** Asked once, when the owner enters the webhook's address on Meta's pages. */
export function isWebhookOurs({ config }: Context, verifyToken: string): boolean {
  return config.whatsApp !== undefined && isSameSecret(verifyToken, config.whatsApp.verifyToken)
}

/** What WhatsApp says later about messages that it took. False: the call did not come from there, and is believed by nobody. */
export async function receiveReceipts(context: Context, signature: string, body: Buffer): Promise<boolean> {
  const receipts = context.config.whatsApp && readReceipts(context.config.whatsApp, signature, body)
  for (const { providerId, state } of receipts ?? []) await receiveReceipt(context, providerId, state)
  return Boolean(receipts)
}

/** An unknown one is none of ours. */
async function receiveReceipt(context: Context, providerId: string, state: MessageState): Promise<void> {
  const [message] = await context.db
    .select()
    .from(orderMessages)
    .where(eq(orderMessages.providerId, providerId))
    .limit(1)
  if (!message || !isStepForward(message.state, state)) return
  if (state !== 'failed') {
    await change(context, message.id, message.state, { state })
    return
  }
  const order = (await findNotifiedOrders(context.db, [message.orderId])).get(message.orderId)
  if (order) await fallOver(context, message, order, 'bad_number')
}

/** A backup carries no waiting work: what had not gone out when it was made goes out after it was restored. */
export async function resendMessages({ db, jobs, config }: Context, before: Date): Promise<void> {
  const names = openPhoneChannels(config).map(({ name }) => name)
  const missed = await db
    .select({ id: orderMessages.id, channel: orderMessages.channel })
    .from(orderMessages)
    .where(
      and(
        inArray(orderMessages.channel, ['sms', 'whatsapp']),
        inArray(orderMessages.state, ['waiting', 'sending']),
        lt(orderMessages.changedAt, before),
      ),
    )
    .orderBy(desc(orderMessages.changedAt))
    .limit(200)
  for (const { id, channel } of missed) {
    const name = names.find((each) => each === channel)
    if (name) await jobs.send(db, jobOf[name], { id }, { singletonKey: `missed ${id}` })
  }
}
