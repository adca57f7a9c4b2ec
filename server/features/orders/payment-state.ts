import { isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import { type OrderPaymentState, type OrderPaymentWord, orderPaymentLabels } from '#rules/payment-states.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

type PaymentFacts = Pick<OrderRow, 'status' | 'paymentMethod' | 'paymentState' | 'paidAt'>

/** Money came in or went back, whatever is paid at the door. */
const decided: readonly OrderPaymentState[] = ['review', 'refund_due', 'refund_pending', 'refunded']

/** Whoever has paid for an order that will not come gets the money back. */
export function paymentState({
  status,
  paymentMethod,
  paymentState,
  paidAt,
}: PaymentFacts): OrderPaymentWord {
  if (paidAt !== null) {
    if (paymentState === 'refund_pending') return orderPaymentLabels.refund_pending
    if (status === 'Cancelled') return orderPaymentLabels.refund_due
    return orderPaymentLabels[paymentState === 'partially_refunded' ? paymentState : 'paid']
  }
  if (paymentMethod === 'whatsapp' && !decided.some((state) => state === paymentState))
    return 'Pay on delivery'
  return orderPaymentLabels[paymentState ?? 'awaiting']
}

/** What the driver asks for at the door. Nobody owes what was paid and then given back. */
export function amountToCollect({
  paidAt,
  total,
  refunded,
}: Pick<OrderRow, 'paidAt' | 'total' | 'refunded'>): Pesewas {
  return paidAt === null && refunded === 0 ? total : 0
}

/** Paid, or to be paid on delivery: what can be packed. An online order that nobody has paid for is no driver's business yet. */
export const isPaidOrOnDelivery: SQL = sql`(${or(isNotNull(orders.paidAt), ne(orders.paymentMethod, 'mtn_momo'))})`

/** What counts as income. */
export const countsAsRevenue: SQL = sql`(${ne(orders.status, 'Cancelled')} and ${isPaidOrOnDelivery})`
