import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import type { UnpaidOrder } from '../pay/unpaid-order.ts'
import type { OrderFailure } from './send-order.ts'

const timeToAnswerMs = 30_000
const noConnection = 'Could not connect to payment gateway.'

/** Starts the payment of an order. Asked twice, the shop answers with the same payment. */
export function startPayment(
  order: UnpaidOrder,
  shopName: string,
): Promise<Partial<StartedPaymentResponse> | null> {
  return api.post('/api/payments/mtn_momo', {
    body: {
      amount: order.amount,
      customerName: order.name,
      customerEmail: order.email,
      customerPhone: order.phone,
      orderId: order.id,
      description: `${shopName} order ${order.code}`,
    },
    timeoutMs: timeToAnswerMs,
    otherwise: noConnection,
    quietWhenSignedOut: true,
  })
}

export function paymentFailure(error: unknown): OrderFailure {
  const wasReached = !isApiProblem(error) || error.status > 0
  const text = wasReached && error instanceof Error ? error.message : noConnection
  return { title: 'Payment failed', text }
}

/** The payment that was refused, where the shop has written it down: its order can still be paid on delivery. */
export function refusedReference(error: unknown): string | null {
  const { referenceId } = isApiProblem(error) ? error.details : {}
  return typeof referenceId === 'string' ? referenceId : null
}
