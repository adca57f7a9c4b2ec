import type { Tools } from '#server/platform/tools.ts'
import type { OrderRow } from '../orders/write-order.ts'
import type {
  Gateway,
  GatewayWord,
  PaymentFacts,
  RefundFacts,
  RefundStart,
  RefundWord,
  StartAnswer,
} from './gateways/gateway.ts'
import type { PaymentRow, RefundRow } from './tables.ts'

/** What the payments room works with. Null: this shop takes no money online. */
export type Room = { tools: Tools; gateway: Gateway | null }

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

export function toRefundWord(answer: RefundStart): RefundWord {
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
export function toWord(answer: StartAnswer): GatewayWord {
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
