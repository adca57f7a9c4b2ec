/** How one payment stands, as its page shows it. */
export const paymentStates = [
  'awaiting',
  'not_confirmed',
  'paid',
  'failed',
  'expired',
  'review',
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
  review: 'Under review',
  refund_due: 'Refund due',
  refund_pending: 'Refund on its way',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const satisfies Record<OrderPaymentState | 'on_delivery', string>

export type OrderPaymentWord = (typeof orderPaymentLabels)[keyof typeof orderPaymentLabels]

/** The customer approves within five minutes; two more pass before the shop calls it not confirmed. */
export const approvalMinutes = 5
export const notConfirmedAfterMinutes = 7

/** So long the jars of an unpaid online order stay on its shelf, and the longest while a payment is under way. */
export const holdMinutes = 15
export const longestHoldMinutes = 30
