import { eq } from 'drizzle-orm'
import type { ShownPayment } from '../../../contract/payments.ts'
import { isRefusal } from '../../../contract/refusals.ts'
import { approvalMinutes, type PaymentState } from '../../../rules/payment-states.ts'
import { maskPhone } from '../../../rules/phone-number.ts'
import { orders } from '../orders/tables.ts'
import type { OrderRow } from '../orders/write-order.ts'
import { getPayment, listAttempts } from './hold-payment.ts'
import { isInTheWay, refuseUnlessPayable } from './open-attempt.ts'
import { reasonWords } from './reasons.ts'
import type { Room } from './room.ts'
import { later } from './schedule.ts'
import { isLive, type Stage, shownStates } from './stages.ts'
import type { PaymentRow } from './tables.ts'

/** What whoever has the reference may see. */
export async function showPayment({ tools, gateway }: Room, reference: string): Promise<ShownPayment> {
  const { db } = tools
  const payment = await getPayment(db, reference)
  const [order] = await db.select().from(orders).where(eq(orders.id, payment.orderId))
  if (order === undefined) throw new Error(`There is a payment for the unknown order ${payment.orderId}`)
  const attempts = await listAttempts(db, payment.orderId)
  const now = tools.clock()
  const isPayable = isStillPayable(order, now)
  const { id, trackingCode, status } = order
  return {
    reference,
    state: shownState(payment, order),
    reason: reasonWords(shownStage(payment, order), payment.reason),
    amount: payment.amount,
    currency: payment.currency,
    phone: maskPhone(payment.phone),
    gateway: payment.gateway,
    isTest: payment.isTest,
    order: { id, trackingCode, status },
    createdAt: payment.createdAt,
    expiresAt: later(payment.createdAt, approvalMinutes * 60),
    holdUntil: order.holdUntil,
    mayRetry: gateway !== null && isPayable && !attempts.some((each) => isInTheWay(each, now)),
    mayPayOnDelivery: isPayable && maySwitch(order, attempts),
  }
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

/** While a prompt is on the phone, the money could come and the driver would collect it once more. */
export function maySwitch({ paymentMethod }: OrderRow, attempts: readonly PaymentRow[]): boolean {
  const isFree = attempts.every(({ stage }) => !isLive(stage) && stage !== 'review')
  return paymentMethod === 'mtn_momo' && isFree
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
  return stage === 'succeeded' && status === 'Cancelled' ? 'refund_due' : stage
}
