import type { DeliveryOption } from './delivery-fee.ts'
import type { OrderStatus } from './order-status.ts'

/** How one payment stands, as its page shows it. */
export const paymentStates = [
  'awaiting',
  'not_confirmed',
  'paid',
  'failed',
  'expired',
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const

export type PaymentState = (typeof paymentStates)[number]

/** How the payments of an order stand together. */
export const orderPaymentStates = [
  'awaiting',
  'not_confirmed',
  'failed',
  'paid',
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const

export type OrderPaymentState = (typeof orderPaymentStates)[number]

/** How an order stands with its money, as people read it. */
export const orderPaymentLabels = {
  on_delivery: 'Pay on delivery',
  awaiting: 'Awaiting payment',
  not_confirmed: 'Not confirmed yet',
  failed: 'Payment failed',
  paid: 'Paid',
  partly_paid: 'Partly paid',
  review: 'Under review',
  questioned: 'Money in question',
  refund_due: 'Refund due',
  refund_pending: 'Refund on its way',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  paid_twice: 'Paid twice',
} as const satisfies Record<OrderPaymentState | 'on_delivery' | 'partly_paid' | 'paid_twice', string>

export type OrderPaymentWord = (typeof orderPaymentLabels)[keyof typeof orderPaymentLabels]

export type OrderToPay = { status: OrderStatus; paymentState: string }

/** Nobody is asked for the money of an order that will not come. */
export function paymentTextForStaff({ status, paymentState }: OrderToPay): string {
  const isOpen =
    paymentState === orderPaymentLabels.on_delivery || paymentState === orderPaymentLabels.awaiting
  return status === 'Cancelled' && isOpen ? 'Nothing to pay' : paymentState
}

/** The same for the customer. */
export function paymentTextOf(order: OrderToPay & { deliveryOption: DeliveryOption }): string {
  const text = paymentTextForStaff(order)
  const isCollected = order.deliveryOption === 'pickup'
  return isCollected && text === orderPaymentLabels.on_delivery ? 'Pay when you collect it' : text
}

/** The customer approves within five minutes; two more pass before the shop calls it not confirmed. */
export const approvalMinutes = 5
export const notConfirmedAfterMinutes = 7

/** So long the jars of an unpaid online order stay on its shelf, and the longest while a payment is under way. */
export const holdMinutes = 15
export const longestHoldMinutes = 30

export const paymentMethods = ['whatsapp', 'mtn_momo'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const defaultPaymentMethod: PaymentMethod = 'whatsapp'

export const paymentMethodTexts = {
  whatsapp: {
    label: 'Order via WhatsApp, pay on delivery',
    explanation: 'We confirm on WhatsApp. Pay the rider.',
    inMessage: 'Pay on delivery by WhatsApp',
  },
  mtn_momo: {
    label: 'Order Online',
    explanation: 'Approve the prompt on your phone.',
    inMessage: 'Online payment',
  },
} satisfies Record<PaymentMethod, { label: string; explanation: string; inMessage: string }>

export function readPaymentMethod(text: string | null | undefined): PaymentMethod | null {
  return paymentMethods.find((method) => method === text) ?? null
}
