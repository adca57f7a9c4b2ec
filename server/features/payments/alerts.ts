import { formatGhs } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'
import { postMail } from '../notifications/outbox.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import type { LockedPayment } from './find-payment.ts'
import { countWaiting } from './list-payments.ts'
import { isOwnTrouble } from './stages.ts'
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
  if (stage === 'refund_due') {
    return `${what} arrived, but the order is cancelled, sold out or paid already. Please pay it back.`
  }
  if (stage !== 'failed' || reason === null || !isOwnTrouble(reason)) return null
  return `The gateway refused ${what} for a reason that lies with us or with it: ${reason}.`
}

/** A refund that the gateway refuses, or that waits there for a person. */
export async function alertOfRefund(
  context: Context,
  db: Database,
  { order }: LockedPayment,
  { amount, stage, reason }: RefundRow,
): Promise<void> {
  const what = `${formatGhs(amount)} for order #${order.id} (${order.trackingCode})`
  const text =
    stage === 'failed'
      ? `The gateway did not pay back ${what}: ${reason}. Nothing was sent. Please pay it back again, or another way.`
      : `The refund of ${what} waits for you on the pages of the gateway: ${reason}.`
  const subject = `Refund for order ${order.trackingCode} needs your eyes`
  await postMail(context, db, {
    to: context.config.mail.to,
    subject,
    text: `${text}\n\n${paymentsPage(context)}`,
  })
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
