import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'
import { postMail } from '../notifications/outbox.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import type { LockedPayment } from './find-payment.ts'
import { countWaiting } from './list-payments.ts'
import { isOwnTrouble, questionMessage, refundedElsewhere } from './stages.ts'
import type { RefundRow } from './tables.ts'

/** What needs a person's eyes: money that fits nothing, money to give back, and a gateway that refuses the shop itself. */
export async function alertOwner(context: Context, db: Database, locked: LockedPayment): Promise<void> {
  const text = alertText(locked)
  if (text === null || (await wasAlertedLately(context, db, locked))) return
  const subject = `Payment for order ${locked.order.trackingCode} needs your eyes`
  const page = paymentsPage(context)
  await postMail(context, db, { to: context.config.mail.to, subject, text: `${text}\n\n${page}` })
}

function alertText({ order, payment: { amount, stage, reason } }: LockedPayment): string | null {
  const what = `${formatGhs(amount)} for order #${order.id} (${order.trackingCode})`
  if (stage === 'review') {
    return `The gateway reports a payment that is not what we asked for: we asked for ${what}. Nothing is sent before you have looked.`
  }
  if (stage === 'questioned') {
    return `${what} was paid. ${questionMessage(reason)} Nothing more is delivered for it before you have decided.`
  }
  if (stage === 'refunded' && reason === refundedElsewhere) {
    return `${what} was paid, and all of it has gone back on the pages of the gateway, without a word from the shop.`
  }
  if (stage === 'refund_due') {
    return `${what} arrived, but the order is cancelled, sold out or paid already. Please pay it back.`
  }
  if (stage !== 'failed' || reason === null || !isOwnTrouble(reason)) return null
  return `The gateway refused ${what} for a reason that lies with us or with it: ${reason}.`
}

/** A refund that the gateway refuses, that waits there for a person or takes too long, or that went out although it was not due any more. */
export async function alertOfRefund(
  context: Context,
  db: Database,
  { order }: LockedPayment,
  refund: RefundRow,
): Promise<void> {
  const what = `${formatGhs(refund.amount)} for order #${order.id} (${order.trackingCode})`
  const text = refundText(what, refund)
  const subject = `Refund for order ${order.trackingCode} needs your eyes`
  await postMail(context, db, {
    to: context.config.mail.to,
    subject,
    text: `${text}\n\n${paymentsPage(context)}`,
  })
}

function refundText(what: string, { stage, reason, uncertainUntil, isDouble }: RefundRow): string {
  if (isDouble) {
    return `${what} was paid back twice: an earlier refund of the same money has gone out after all. Ask the customer for it, then write down how it was settled.`
  }
  if (stage === 'failed' && uncertainUntil !== null) {
    return `The gateway says that it did not pay back ${what}: ${reason}. It may still do so: the shop keeps asking, and the money can be sent another way from ${formatDateAndTime(uncertainUntil)} on.`
  }
  if (stage === 'failed') {
    return `The gateway did not pay back ${what}: ${reason}. Nothing was sent. Please pay it back again, or another way.`
  }
  if (reason !== null) return `The refund of ${what} waits for you on the pages of the gateway: ${reason}.`
  return `The refund of ${what} has been on its way for more than a day. Look at the pages of the gateway, then decide whether it went out.`
}

/** About money the owner is alerted each time; the same trouble with the gateway once an hour, however many customers meet it. */
async function wasAlertedLately(
  { clock }: Context,
  db: Database,
  { payment: { stage, reason } }: LockedPayment,
): Promise<boolean> {
  if (stage !== 'failed') return false
  const limits = openRateLimits(db, clock)
  const { allowed } = await limits.take('paymentTrouble', reason ?? '', { limit: 1, windowSeconds: 3_600 })
  return !allowed
}

/** Every morning, while money waits for a decision. */
export async function remindOwner(context: Context): Promise<void> {
  const { review, refundDue } = await countWaiting(context.db)
  if (review + refundDue === 0) return
  const text = `Payments to look at: ${review}. Payments to pay back: ${refundDue}.\n\n${paymentsPage(context)}`
  await postMail(context, context.db, { to: context.config.mail.to, subject: 'Payments wait for you', text })
}

function paymentsPage({ config }: Context): string {
  return `${config.publicUrl}/admin/payments`
}

export async function notifyCustomer(
  context: Context,
  db: Database,
  { order, payment: { stage } }: LockedPayment,
): Promise<void> {
  if (stage === 'refund_due') await postOrderNotification(context, db, order.id, stage)
}
