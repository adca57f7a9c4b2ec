import { isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Pesewas } from '../../../rules/money.ts'
import { type OrderPaymentWord, orderPaymentWords } from '../../../rules/payment-states.ts'
import { orders } from './tables.ts'
import type { OrderRow } from './write-order.ts'

type PaymentFacts = Pick<OrderRow, 'status' | 'paymentMethod' | 'paymentState' | 'paidAt'>

/** Whoever has paid for an order that will not come gets the money back. */
export function paymentState({
  status,
  paymentMethod,
  paymentState,
  paidAt,
}: PaymentFacts): OrderPaymentWord {
  if (paidAt !== null) return status === 'Cancelled' ? 'Refund due' : 'Paid'
  const isDecided = paymentState === 'review' || paymentState === 'refund_due' || paymentState === 'refunded'
  if (paymentMethod === 'whatsapp' && !isDecided) return 'Pay on delivery'
  return orderPaymentWords[paymentState ?? 'awaiting']
}

/** What the driver asks for at the door. */
export function amountToCollect({ paidAt, total }: Pick<OrderRow, 'paidAt' | 'total'>): Pesewas {
  return paidAt === null ? total : 0
}

/** Paid, or to be paid on delivery: what can be packed. An online order that nobody has paid for is no driver's business yet. */
export const isPaidOrOnDelivery: SQL = sql`(${or(isNotNull(orders.paidAt), ne(orders.paymentMethod, 'mtn_momo'))})`

/** What counts as income. */
export const countsAsRevenue: SQL = sql`(${ne(orders.status, 'Cancelled')} and ${isPaidOrOnDelivery})`
