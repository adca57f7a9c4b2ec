import type { PaymentsContext } from './payments-context.ts'
import type { PaymentRow } from './tables.ts'
import { leftOf } from './write-refund.ts'

/** There is money of it that can still go back, and none is on its way. */
export function isRefundable(payment: PaymentRow): boolean {
  const hasMoney = ['succeeded', 'review', 'refund_due', 'partially_refunded'].includes(payment.stage)
  return hasMoney && leftOf(payment) > 0
}

/** What came in another currency, or in an amount that nobody could read, is for a person to pay back. */
export function isRefundableByGateway({ gateway }: PaymentsContext, payment: PaymentRow): boolean {
  const isClear = payment.reportedAmount !== null && payment.reportedCurrency === payment.currency
  return isClear && gateway?.name === payment.gateway && gateway.refunds !== null
}
