import type {
  AdminPaymentResponse,
  PaymentResponse,
  RefundResponse,
  ShownPayment,
} from '#contract/payments.ts'
import { toCedis } from '#rules/money.ts'
import { showPhone } from '#rules/phone-number.ts'
import type { AdminPayment } from '#server/features/payments/list-payments.ts'
import { shownStage, shownState } from '#server/features/payments/payment-page.ts'
import { reasonMessages, refundReasonMessages } from '#server/features/payments/stages.ts'
import type { RefundRow } from '#server/features/payments/tables.ts'
import { leftOf } from '#server/features/payments/write-refund.ts'

export function toPaymentResponse(payment: ShownPayment): PaymentResponse {
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
    refunded: toCedis(payment.refunded),
    order: {
      id: order.id,
      tracking_code: order.trackingCode,
      order_status: order.status,
      pays_on_delivery: order.isPaidAtDoor,
    },
    created_at: payment.createdAt.toISOString(),
    expires_at: payment.expiresAt.toISOString(),
    hold_until: payment.holdUntil?.toISOString() ?? null,
    may_retry: payment.mayRetry,
    may_pay_on_delivery: payment.mayPayOnDelivery,
  }
}

export function toAdminPaymentResponse(found: AdminPayment): AdminPaymentResponse {
  const { payment, order, refunds, mayRefund } = found
  return {
    referenceId: payment.reference,
    state: shownState(payment, order),
    reason: reasonMessages(shownStage(payment, order), payment.reason),
    reason_code: payment.reason,
    amount: toCedis(payment.amount),
    currency: payment.currency,
    told_amount: payment.reportedAmount === null ? null : toCedis(payment.reportedAmount),
    told_currency: payment.reportedCurrency,
    transaction_id: payment.transactionId,
    phone: showPhone(payment.phone),
    gateway: payment.gateway,
    is_test: payment.isTest,
    is_late: payment.isLate,
    attempt: payment.attempt,
    refunded: toCedis(payment.refundedAmount),
    refundable: mayRefund.byHand ? toCedis(leftOf(payment)) : 0,
    may_refund_online: mayRefund.byGateway,
    refunds: refunds.map(toRefundResponse),
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

const refundStates = {
  created: 'under_way',
  pending: 'under_way',
  unknown: 'under_way',
  succeeded: 'paid_back',
  failed: 'failed',
} as const

function toRefundResponse(refund: RefundRow): RefundResponse {
  return {
    reference: refund.reference,
    amount: toCedis(refund.amount),
    state: refundStates[refund.stage],
    by_hand: refund.way === 'by_hand',
    reason: refundReasonMessages(refund.reason),
    note: refund.note,
    created_at: refund.createdAt.toISOString(),
  }
}
