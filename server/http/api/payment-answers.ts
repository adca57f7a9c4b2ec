import type { AdminPaymentAnswer, PaymentAnswer, ShownPayment } from '../../../contract/payments.ts'
import { toCedis } from '../../../rules/money.ts'
import { showPhone } from '../../../rules/phone-number.ts'
import type { AdminPayment } from '../../features/payments/list-payments.ts'
import { reasonWords } from '../../features/payments/reasons.ts'
import { shownStage, shownState } from '../../features/payments/show-payment.ts'

export function toPaymentAnswer(payment: ShownPayment): PaymentAnswer {
  const { order } = payment
  return {
    referenceId: payment.reference,
    state: payment.state,
    reason: payment.reason,
    amount: toCedis(payment.amount),
    currency: payment.currency,
    phone: payment.phone,
    gateway: payment.gateway,
    is_test: payment.isTest,
    order: { id: order.id, tracking_code: order.trackingCode, order_status: order.status },
    created_at: payment.createdAt.toISOString(),
    expires_at: payment.expiresAt.toISOString(),
    hold_until: payment.holdUntil?.toISOString() ?? null,
    may_retry: payment.mayRetry,
    may_pay_on_delivery: payment.mayPayOnDelivery,
  }
}

export function toAdminPaymentAnswer({ payment, order }: AdminPayment): AdminPaymentAnswer {
  return {
    referenceId: payment.reference,
    state: shownState(payment, order),
    reason: reasonWords(shownStage(payment, order), payment.reason),
    reason_code: payment.reason,
    amount: toCedis(payment.amount),
    currency: payment.currency,
    told_amount: payment.toldAmount === null ? null : toCedis(payment.toldAmount),
    told_currency: payment.toldCurrency,
    transaction_id: payment.transactionId,
    phone: showPhone(payment.phone),
    gateway: payment.gateway,
    is_test: payment.isTest,
    is_late: payment.isLate,
    attempt: payment.attempt,
    note: payment.note,
    order: {
      id: order.id,
      tracking_code: order.trackingCode,
      order_status: order.status,
      customer_name: order.customerName,
    },
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.stageAt.toISOString(),
  }
}
