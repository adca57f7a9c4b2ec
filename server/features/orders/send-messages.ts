import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { notificationSettingOf, type Way } from '#rules/notification-settings.ts'
import { type FailureReason, isStepForward } from '#rules/notifications.ts'
import { normaliseTextable } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-workers.ts'
import { readMailLook } from '../brand/brand.ts'
import { receiveAnswers } from '../messages/conversations.ts'
import { noteReplyMail, noteReplyReceipt } from '../messages/replies.ts'
import {
  askLater,
  isCounted,
  isLastQuestion,
  receiptQuestion,
  sendWithinBudget,
} from '../notifications/deliver.ts'
import { type MailOutcome, sendLimited } from '../notifications/outbox.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import type { Outcome, PhoneChannel, SendResult } from '../notifications/phone-message.ts'
import { type Receipt, readWebhook } from '../notifications/whatsapp.ts'
import { readSettings } from '../settings/settings.ts'
import { type NotifiedOrder, writeNotification } from './order-emails.ts'
import {
  askPerson,
  change,
  findNotifiedOrders,
  isSameNotification,
  jobOf,
  limitedNotifications,
  newMessage,
  type OrderMessage,
  planNotification,
  queueMessage,
  receiptJob,
} from './order-messages.ts'
import { orderMessages } from './tables.ts'

const waitingMessage = z.object({ id: z.uuid() })

const timeLimitSeconds = 30

/** Each channel has a queue of its own: a provider that fails delays nobody else. Must be called before the jobs start. */
export function defineMessageJobs(context: Context): void {
  for (const channel of openPhoneChannels(context.config)) {
    const send = ({ id }: z.infer<typeof waitingMessage>, attempt: JobAttempt) =>
      sendMessage(context, channel, id, attempt)
    context.jobs.define(jobOf[channel.name], waitingMessage, send, { timeLimitSeconds, atOnce: 4 })
  }
}

async function sendMessage(
  context: Context,
  channel: PhoneChannel,
  id: string,
  { number }: JobAttempt,
): Promise<void> {
  const message = await readMessage(context, id)
  const order = message && (await findNotifiedOrders(context.db, [message.orderId])).get(message.orderId)
  if (!message || !order) return
  if (message.state === 'sending') return await endInterrupted(context, message, order)
  if (message.state !== 'waiting') return
  const to = normaliseTextable(order.customerPhone)
  if (to === null) return await fallOver(context, message, order, 'bad_number')
  const result = await sendWithinLimits(context, channel, { message, order, to })
  if (result === null) return
  const sending = { ...message, state: 'sending' } as const
  if (result.is === 'sent') {
    await noteSent(context, channel, id, result.providerId)
  } else if (result.is === 'unknown') {
    await fallOver(context, sending, order, 'no_answer')
  } else if (result.is === 'later' && number <= usualOptions.retries) {
    await change(context, id, 'sending', { state: 'waiting', reason: result.reason })
    throw new Error(`A message by ${channel.name} has to wait: ${result.reason}`)
  } else {
    await fallOver(context, (await readMessage(context, id)) ?? sending, order, result.reason)
  }
}

/** Left by a process that was killed: nobody knows whether it has arrived, so it is shown as such instead of being sent twice. */
async function endInterrupted(context: Context, message: OrderMessage, order: NotifiedOrder): Promise<void> {
  const ageSeconds = (context.clock().getTime() - message.changedAt.getTime()) / 1_000
  if (ageSeconds < 2 * timeLimitSeconds) throw new Error('This message is being sent elsewhere')
  await fallOver(context, message, order, 'no_answer')
}

async function readMessage({ db }: Context, id: string): Promise<OrderMessage | undefined> {
  const [message] = await db.select().from(orderMessages).where(eq(orderMessages.id, id))
  return message
}

type Sending = { message: OrderMessage; order: NotifiedOrder; to: string }

const hour = 3_600

/**
 * Null: somebody else sends it. What was not sent is not counted. It is marked as being sent last of all, so that whatever fails
 * before is simply tried again.
 */
async function sendWithinLimits(
  context: Context,
  channel: PhoneChannel,
  { message, order, to }: Sending,
): Promise<SendResult | null> {
  const { config, db } = context
  const { id, notification } = message
  const { shopName } = await readMailLook(db, config.publicUrl)
  const news = notificationSettingOf((await readSettings(db)).news, notification)
  const { publicUrl } = config
  const text = writeNotification(notification, order, { publicUrl, news }, message.amount ?? undefined)
  const phoneMessage = { id, to, shopName, words: text.words, link: text.link }
  const send = async (): Promise<SendResult | null> => {
    const [begun] = await change(context, id, 'waiting', { state: 'sending' })
    return begun ? await channel.send(phoneMessage) : null
  }
  const sendToPerson = async (): Promise<SendResult | null> => {
    if (!limitedNotifications.includes(notification)) return await send()
    const limited = await sendLimited(
      context,
      to,
      async () => ({ result: await send() }),
      ({ result }) => isCounted(result),
    )
    return limited ? limited.result : { is: 'refused', reason: 'too_many' }
  }
  return await sendWithinBudget(context, channel, phoneMessage, sendToPerson)
}

/** Whoever was to tell it by hand need not any more. */
async function noteSent(
  context: Context,
  channel: PhoneChannel,
  id: string,
  providerId: string | null,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const done = { state: 'sent', reason: null, providerId } as const
    const [sent] = await change({ ...context, db }, id, 'sending', done)
    if (!sent) return
    const isByHand = and(eq(orderMessages.channel, 'by_hand'), eq(orderMessages.state, 'waiting'))
    await db.delete(orderMessages).where(and(isSameNotification(sent), isByHand))
    if (channel.ask && providerId !== null) await askLater(context, db, receiptJob, { id, round: 0 })
  })
}

/**
 * The next channel, and after the last one a person. What may have arrived takes no other channel, lest it arrive twice; what too
 * many were asked for is left at that.
 */
async function fallOver(
  context: Context,
  message: OrderMessage,
  order: NotifiedOrder,
  reason: FailureReason,
): Promise<void> {
  await warn(context, message, reason)
  const { news } = await readSettings(context.db)
  const { open, isByHand } = planNotification(context.config, news, order, message.notification)
  const next = open[open.indexOf(message.channel as Way) + 1]
  await inTransaction(context.db, async (db) => {
    const [failed] = await change({ ...context, db }, message.id, message.state, { state: 'failed', reason })
    if (!failed || reason === 'too_many') return
    const isNextFree = next && reason !== 'no_answer'
    const isThere = next && and(isSameNotification(message), eq(orderMessages.channel, next))
    if (!isNextFree || (await db.$count(orderMessages, isThere)) > 0) {
      if (isByHand) await askPerson({ ...context, db }, failed)
      return
    }
    const row = newMessage(context, { ...message, channel: next })
    await db.insert(orderMessages).values(row)
    await queueMessage(context, db, row, order, {
      isLimited: limitedNotifications.includes(message.notification),
    })
  })
}

/** Once an hour for each reason: a provider with a bad day must not fill the log. */
async function warn(
  { limits, log }: Context,
  { channel }: OrderMessage,
  reason: FailureReason,
): Promise<void> {
  const { allowed } = await limits.take('messageWarnings', `${channel} ${reason}`, {
    limit: 1,
    windowSeconds: hour,
  })
  if (allowed) log.warn({ channel, reason }, 'Messages to customers are not sent')
}

export async function noteMailOutcome(context: Context, id: string, outcome: MailOutcome): Promise<void> {
  const message = await readMessage(context, id)
  if (!message) return await noteReplyMail(context, id, outcome)
  if (outcome === 'sent') {
    await change(context, id, 'waiting', { state: 'sent' })
    return
  }
  const order = (await findNotifiedOrders(context.db, [message.orderId])).get(message.orderId)
  if (order) await fallOver(context, message, order, outcome)
}

/** Whatever is tried again by itself has been tried within two hours, and a mail within a day. */
const patienceHours = { phone: 2, email: 24, giveUp: 72 }

const resentAtMost = 200

/**
 * A backup carries no waiting work: what had not gone out when it was made goes out after it was restored, unless it is old news.
 * What waits for a channel that the owner has given up takes the next.
 */
export async function resendMessages(context: Context): Promise<void> {
  const { db, jobs, clock, config } = context
  const names = openPhoneChannels(config).map(({ name }) => name)
  const ago = (hours: number) => new Date(clock().getTime() - hours * hour * 1_000)
  const missed = await db
    .select()
    .from(orderMessages)
    .where(
      and(
        ne(orderMessages.channel, 'by_hand'),
        inArray(orderMessages.state, ['waiting', 'sending']),
        lt(orderMessages.changedAt, ago(patienceHours.phone)),
      ),
    )
    .orderBy(asc(orderMessages.changedAt))
    .limit(resentAtMost)
  const found = await findNotifiedOrders(
    db,
    missed.map(({ orderId }) => orderId),
  )
  for (const message of missed) {
    const name = names.find((each) => each === message.channel)
    const order = found.get(message.orderId)
    if (message.createdAt < ago(patienceHours.giveUp)) {
      await change(context, message.id, message.state, { state: 'failed', reason: 'unreachable' })
    } else if (name) {
      await jobs.send(db, jobOf[name], { id: message.id }, { singletonKey: `missed ${message.id}` })
    } else if (order && (message.channel !== 'email' || message.changedAt < ago(patienceHours.email))) {
      await fallOver(context, message, order, 'unreachable')
    }
  }
}

/** Asked once, when the owner enters the webhook's address on Meta's pages. */
export function isWebhookOurs({ config }: Context, verifyToken: string): boolean {
  return config.whatsApp !== undefined && isSameSecret(verifyToken, config.whatsApp.verifyToken)
}

/**
 * What WhatsApp says later about messages that it took, and what customers write there. False: the call did not come from
 * there, and is believed by nobody.
 */
export async function receiveWhatsApp(
  context: Context,
  signature: string,
  body: Buffer,
  receiveOther: ReceiveReceipt,
): Promise<boolean> {
  const said = context.config.whatsApp && readWebhook(context.config.whatsApp, signature, body)
  if (!said) return false
  for (const receipt of said.receipts) await findAndReceive(context, receipt, receiveOther)
  await receiveAnswers(context, said.answers)
  return true
}

/** Of a message that is neither about an order nor an answer. */
type ReceiveReceipt = (receipt: Receipt) => Promise<void>

async function findAndReceive(
  context: Context,
  { messageId, ...receipt }: Receipt,
  receiveOther: ReceiveReceipt,
): Promise<void> {
  const isIt = messageId ? eq(orderMessages.id, messageId) : eq(orderMessages.providerId, receipt.providerId)
  const [message] = await context.db.select().from(orderMessages).where(isIt).limit(1)
  if (message) await receiveReceipt(context, message, receipt)
  else if (!(await noteReplyReceipt(context, { messageId, ...receipt })))
    await receiveOther({ messageId, ...receipt })
}

/** It may come before the answer that it belongs to, or after that answer got lost. An older try of a message is none of it. */
async function receiveReceipt(
  context: Context,
  message: OrderMessage,
  { providerId, state, reason }: Outcome & { providerId: string },
): Promise<void> {
  if (message.providerId !== null && message.providerId !== providerId) return
  const isLost = message.state === 'failed' && message.reason === 'no_answer'
  if (message.state === 'waiting' || !(isLost || isStepForward(message.state, state))) return
  if (state !== 'failed') {
    await change(context, message.id, message.state, { state, reason: null, providerId })
    return
  }
  const order = (await findNotifiedOrders(context.db, [message.orderId])).get(message.orderId)
  if (order) await fallOver(context, message, order, reason ?? 'undelivered')
}

/** SMS providers are asked what became of a message. Must be called before the jobs start. */
export function defineReceiptJob(context: Context): void {
  context.jobs.define(
    receiptJob,
    receiptQuestion,
    async ({ id, round }) => {
      const message = await readMessage(context, id)
      const channel = openPhoneChannels(context.config).find(({ name }) => name === message?.channel)
      if (message?.state !== 'sent' || message.providerId === null || !channel?.ask) return
      const outcome = await channel.ask(message.providerId)
      if (outcome) await receiveReceipt(context, message, { providerId: message.providerId, ...outcome })
      else if (!isLastQuestion(round))
        await askLater(context, context.db, receiptJob, { id, round: round + 1 })
    },
    { retries: 2, timeLimitSeconds: 30 },
  )
}
