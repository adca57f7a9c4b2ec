import { eq } from 'drizzle-orm'
import { isStepForward } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { receiveAnswers } from '../messages/answers.ts'
import { noteReplyReceipt } from '../messages/replies.ts'
import { askLater, isLastQuestion, receiptQuestion } from '../notifications/deliver.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import type { Outcome } from '../notifications/phone-message.ts'
import { type Receipt, readWebhook } from '../notifications/whatsapp.ts'
import { change, findNotifiedOrders, type OrderMessage, receiptJob } from './order-messages.ts'
import { fallOver, readMessage } from './send-messages.ts'
import { orderMessages } from './tables.ts'

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
