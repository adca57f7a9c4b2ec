import type { Context } from '#server/platform/context.ts'
import type { OrderRow } from '../orders/tables.ts'
import type {
  Gateway,
  GatewayStatus,
  PaymentFacts,
  RefundFacts,
  RefundStart,
  RefundStatus,
  StartResult,
} from './gateways/gateway.ts'
import type { PaymentRow, RefundRow } from './tables.ts'

/** What the use cases of payments work with. Null: this shop takes no money online. */
export type PaymentsContext = Context & { gateway: Gateway | null }

export function factsOf(payment: PaymentRow, order: OrderRow): PaymentFacts {
  const { reference, amount, currency, phone, createdAt, testAnswer } = payment
  const { trackingCode, customerEmail: email } = order
  return { reference, amount, currency, phone, createdAt, testAnswer, trackingCode, email }
}

export function refundFactsOf(refund: RefundRow, payment: PaymentRow, order: OrderRow): RefundFacts {
  const { reference, amount, gatewayId } = refund
  const { currency, transactionId } = payment
  return {
    reference,
    amount,
    currency,
    payment: payment.reference,
    transactionId,
    gatewayId,
    trackingCode: order.trackingCode,
  }
}

export function toRefundStatus(answer: RefundStart): RefundStatus {
  switch (answer.is) {
    case 'accepted':
      return { is: 'pending', ...(answer.gatewayId === null ? {} : { gatewayId: answer.gatewayId }) }
    case 'refused':
      return { is: 'failed', reason: answer.reason, raw: '' }
    case 'unknown':
      return { is: 'no_answer' }
  }
}

/** A start is one more word of the gateway. */
export function toGatewayStatus(answer: StartResult): GatewayStatus {
  switch (answer.is) {
    case 'accepted':
      return { is: 'pending' }
    case 'refused':
      return { is: 'failed', reason: answer.reason, raw: '' }
    case 'unknown':
      return { is: 'no_answer' }
  }
}

/** Only while nobody knows whether the gateway has it. */
export function isUnsent({ stage }: Pick<PaymentRow, 'stage'>): boolean {
  return stage === 'created' || stage === 'unknown'
}
