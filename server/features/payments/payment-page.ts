import { and, eq, isNull } from 'drizzle-orm'
import type { ShownPayment } from '#contract/payments.ts'
import { isRefusal, Refusal } from '#contract/refusals.ts'
import { approvalMinutes } from '#rules/payment-states.ts'
import { maskPhone } from '#rules/phone-number.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { switchToPayOnDelivery } from '../orders/receive-money.ts'
import type { OrderRow } from '../orders/tables.ts'
import { checkPayment, wakePayment } from './check-payment.ts'
import {
  getNamedOrder,
  getPayment,
  isBeingSent,
  listAttempts,
  lockAttempts,
  type NamedOrder,
} from './find-payment.ts'
import { isHosted, isUnsent, isWithoutPage, type PaymentsContext } from './payments-context.ts'
import { later } from './schedule.ts'
import { checkRefundsOf } from './settle-refund.ts'
import { isOpen, reasonMessages, shownStage, shownState } from './stages.ts'
import { isInTheWay, isOpenPage, refuseUnlessPayable } from './start-payment.ts'
import { type PaymentRow, payments } from './tables.ts'

/** What whoever has the reference may see. */
export async function showPayment(context: PaymentsContext, reference: string): Promise<ShownPayment> {
  const { gateway, db } = context
  const payment = await getPayment(db, reference)
  const order = await getOrderRow(db, payment.orderId)
  const attempts = await listAttempts(db, payment.orderId)
  const now = context.clock()
  const isPayable = isStillPayable(order, now)
  const { id, trackingCode, status } = order
  return {
    reference,
    state: shownState(payment, order),
    reason: reasonMessages(shownStage(payment, order), payment.reason),
    amount: payment.amount,
    currency: payment.currency,
    phone: maskPhone(payment.phone),
    gateway: payment.gateway,
    isTest: payment.isTest,
    refunded: payment.refundedAmount,
    order: { id, trackingCode, status, isPaidAtDoor: order.paymentMethod === 'whatsapp' },
    createdAt: payment.createdAt,
    expiresAt: later(payment.createdAt, approvalMinutes * 60),
    holdUntil: order.holdUntil,
    isSent: isHosted(payment)
      ? payment.hostedUrl !== null
      : payment.takenAt !== null || payment.stage === 'pending',
    paymentUrl: isOpen(payment.stage) ? payment.hostedUrl : null,
    mayRetry: gateway !== null && isPayable && attempts.every((each) => isOutOfTheWay(each, now)),
    mayPayOnDelivery: isPayable && maySwitch(order, attempts),
  }
}

/** Far more than anybody presses, and a fifth of what the gateway is asked in a minute. */
const presses: Limit = { limit: 60, windowSeconds: 60 }

/**
 * For whoever cannot wait until the shop asks by itself. Whoever presses for ever and ever waits for the shop's own questions;
 * what finds no turn is asked about before them.
 */
export async function checkNow(context: PaymentsContext, reference: string): Promise<ShownPayment> {
  const { share } = await getPayment(context.db, reference)
  const { allowed } = await context.limits.take('paymentChecks', String(share), presses)
  if (allowed) {
    if (!(await checkPayment(context, reference))) await wakePayment(context, context.db, reference)
    await checkRefundsOf(context, reference)
  }
  return await showPayment(context, reference)
}

/**
 * A page of the gateway can be left for a new one, and what the gateway may not have can be sent again under the same reference;
 * the gateway is asked first.
 */
function isOutOfTheWay(payment: PaymentRow, now: Date): boolean {
  if (isOpenPage(payment) || !isInTheWay(payment, now)) return true
  return (isUnsent(payment) || isWithoutPage(payment)) && !isBeingSent(payment, now)
}

function isStillPayable(order: OrderRow, now: Date): boolean {
  try {
    refuseUnlessPayable(order, now)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Money that somebody has to look at must be settled first. */
function maySwitch({ paymentMethod }: OrderRow, attempts: readonly PaymentRow[]): boolean {
  return paymentMethod === 'mtn_momo' && attempts.every(({ stage }) => stage !== 'review')
}

/**
 * The customer pays at the door instead, even while a prompt is on the phone: whoever approves it after all has paid, and the
 * driver then collects nothing. What is approved after the door was paid at goes back.
 */
export async function payOnDelivery(context: PaymentsContext, reference: string): Promise<Switched> {
  const { orderId } = await getPayment(context.db, reference)
  return await switchOrder(context, orderId)
}

/** For whoever could not even start a payment. */
export async function payOrderOnDelivery(
  context: PaymentsContext,
  address: string,
  named: NamedOrder,
): Promise<Switched> {
  const { id } = await getNamedOrder(context, address, named)
  return await switchOrder(context, id)
}

type Switched = { id: number; trackingCode: string }

/** Nobody waits for a gateway here: it is asked right afterwards, and a prompt that was approved a moment ago has paid the order. */
async function switchOrder(context: PaymentsContext, orderId: number): Promise<Switched> {
  return await inTransaction(context.db, async (db) => {
    const { order, attempts } = await lockAttempts(db, orderId)
    const { id, trackingCode, paymentMethod } = order
    refuseUnlessPayable(order, context.clock())
    if (paymentMethod === 'whatsapp') return { id, trackingCode }
    if (!maySwitch(order, attempts)) throw new Refusal('payment_running')
    await switchToPayOnDelivery(db, id)
    for (const { reference, stage } of attempts) {
      if (isOpen(stage)) await wakePayment(context, db, reference)
    }
    return { id, trackingCode }
  })
}

/** What somebody pressed on the page of a test payment. The first answer counts, as on a phone. */
export async function answerTest(
  context: PaymentsContext,
  reference: string,
  testAnswer: 'approve' | 'decline',
): Promise<void> {
  const { db } = context
  const payment = await getPayment(db, reference)
  if (context.gateway?.name !== 'test' || payment.gateway !== 'test') throw new Refusal('payment_not_found')
  await db
    .update(payments)
    .set({ testAnswer, askedAt: null })
    .where(and(eq(payments.reference, reference), isNull(payments.testAnswer)))
  await checkPayment(context, reference)
}
