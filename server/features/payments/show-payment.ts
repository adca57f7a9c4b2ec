import type { ShownPayment } from '#contract/payments.ts'
import { isRefusal } from '#contract/refusals.ts'
import { approvalMinutes, type PaymentState } from '#rules/payment-states.ts'
import { maskPhone } from '#rules/phone-number.ts'
import { getOrderRow } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { isOpenPage } from './abandon-checkout.ts'
import { checkPayment } from './check-payment.ts'
import { checkRefundsOf } from './check-refund.ts'
import { getPayment, listAttempts } from './lock-payment.ts'
import { isInTheWay, refuseUnlessPayable } from './open-attempt.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reasonMessages } from './reasons.ts'
import { later } from './schedule.ts'
import { type Stage, shownStates } from './stages.ts'
import type { PaymentRow } from './tables.ts'

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
    mayRetry: gateway !== null && isPayable && attempts.every((each) => isOutOfTheWay(each, now)),
    mayPayOnDelivery: isPayable && maySwitch(order, attempts),
  }
}

/** For whoever cannot wait until the shop asks by itself. */
export async function checkNow(context: PaymentsContext, reference: string): Promise<ShownPayment> {
  await getPayment(context.db, reference)
  await checkPayment(context, reference)
  await checkRefundsOf(context, reference)
  return await showPayment(context, reference)
}

/** A page of the gateway can be left for a new one; the gateway is asked first. */
function isOutOfTheWay(payment: PaymentRow, now: Date): boolean {
  return isOpenPage(payment) || !isInTheWay(payment, now)
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
export function maySwitch({ paymentMethod }: OrderRow, attempts: readonly PaymentRow[]): boolean {
  return paymentMethod === 'mtn_momo' && attempts.every(({ stage }) => stage !== 'review')
}

/** Money for an order that was cancelled afterwards goes back. */
export function shownState(
  payment: Pick<PaymentRow, 'stage'>,
  order: Pick<OrderRow, 'status'>,
): PaymentState {
  return shownStates[shownStage(payment, order)]
}

export function shownStage(
  { stage }: Pick<PaymentRow, 'stage'>,
  { status }: Pick<OrderRow, 'status'>,
): Stage {
  const isKept = stage === 'succeeded' || stage === 'partially_refunded'
  return isKept && status === 'Cancelled' ? 'refund_due' : stage
}
