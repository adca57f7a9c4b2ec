import type { ShownPayment } from '#contract/payments.ts'
import { formatGhs } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'

export type PaymentMessages = {
  title: string
  /** Another mark than that of the state. */
  mark?: PaymentState
  /** How it stands, in one line that is read out when it changes. */
  status: string
  /** What that means and what becomes of the order. */
  meaning: string
}

/** What the page says in each state. */
export function paymentMessages(payment: ShownPayment): PaymentMessages {
  // A number that is cut in two at the end of a line is hard to recognise.
  const shown = { ...payment, phone: payment.phone.replaceAll(' ', '\u00a0') }
  const isLeft = payment.order.isPaidAtDoor && isWaiting(payment)
  return isLeft ? atTheDoor(shown) : messages[payment.state](shown)
}

/** Nobody has answered for the customer yet. */
export function isWaiting({ state }: Pick<ShownPayment, 'state'>): boolean {
  return state === 'awaiting' || state === 'not_confirmed'
}

/** Whoever changed their mind may still find a prompt on the phone. */
function atTheDoor({ gateway, order }: ShownPayment): PaymentMessages {
  const leave =
    gateway === 'paystack'
      ? 'Leave the payment page unpaid.'
      : 'If a prompt is still on your phone, decline it.'
  return {
    title: 'You pay on delivery',
    mark: 'review',
    status: 'Pay on delivery',
    meaning: `Order ${order.trackingCode} is placed. ${leave} If you pay online after all, you pay nothing at the door.`,
  }
}

const safe = ({ order }: ShownPayment) =>
  `If money left your wallet, it is safe: order ${order.trackingCode}.`

const orderNote = ({ order, mayRetry, mayPayOnDelivery }: ShownPayment) => {
  const code = order.trackingCode
  if (order.status === 'Cancelled') return `Order ${code} was cancelled, because it was not paid in time.`
  return mayRetry || mayPayOnDelivery ? `Your order ${code} is still kept for you.` : `Your order is ${code}.`
}

/** What is said depends on whether the gateway has the payment at all. */
const awaiting = ({ gateway, isSent, phone }: ShownPayment): PaymentMessages => {
  if (gateway === 'paystack') {
    return isSent
      ? {
          title: 'Finish your payment',
          status: 'Waiting for your payment',
          meaning: 'This page changes by itself as soon as your payment has arrived.',
        }
      : {
          title: 'The payment page has not opened yet',
          mark: 'not_confirmed',
          status: 'Waiting for the payment page',
          meaning: 'Nothing was paid. Wait a moment, or try again.',
        }
  }
  return isSent
    ? {
        title: 'Approve the payment on your phone',
        status: 'Waiting for your approval',
        meaning: `Prompt sent to ${phone}`,
      }
    : {
        title: 'MTN has not answered yet',
        mark: 'not_confirmed',
        status: 'Waiting for MTN',
        meaning: `We keep asking for the prompt to ${phone}. If it comes, approve it. Trying again never charges you twice.`,
      }
}

const messages = {
  awaiting,
  not_confirmed: (payment) => ({
    title: 'We have not seen your approval yet',
    status: 'Not confirmed yet',
    meaning: safe(payment),
  }),
  paid: ({ order }) => ({
    title: 'Payment received',
    status: 'Paid',
    meaning: `Thank you! We now prepare your order ${order.trackingCode}.`,
  }),
  failed: (payment) => ({
    title: 'The payment did not go through',
    status: 'Payment failed',
    meaning: [payment.reason, orderNote(payment)].filter(Boolean).join(' '),
  }),
  expired: (payment) => ({
    title: 'The time to approve is over',
    status: 'Expired',
    meaning: `${payment.reason ?? 'The prompt was not approved in time.'} ${orderNote(payment)}`,
  }),
  review: ({ order }) => ({
    title: 'We are checking your payment',
    status: 'Under review',
    meaning: `You need not do anything more. We look into it and call you about order ${order.trackingCode}.`,
  }),
  questioned: ({ order }) => ({
    title: 'There is a question about your payment',
    status: 'In question',
    meaning: `Your bank or wallet has told us something about this payment. We look into it and call you about order ${order.trackingCode}.`,
  }),
  refund_due: ({ amount, refunded, phone, order }) => ({
    title: 'Your money comes back to you',
    status: 'Refund due',
    meaning: `Order ${order.trackingCode} cannot use your payment. We send ${formatGhs(amount - refunded)} back to ${phone}.`,
  }),
  refund_pending: ({ order }) => ({
    title: 'Your money is on its way back',
    status: 'Refund on its way',
    meaning: `We have sent money for order ${order.trackingCode} back to where it came from. It usually arrives within minutes, with a card within a few days.`,
  }),
  partially_refunded: ({ amount, refunded, order }) => ({
    title: 'A part of your money was sent back',
    status: 'Partly refunded',
    meaning: `We have sent ${formatGhs(refunded)} of your ${formatGhs(amount)} for order ${order.trackingCode} back to where it came from.`,
  }),
  refunded: ({ refunded }) => ({
    title: 'Your money was sent back',
    status: 'Refunded',
    meaning: `We have sent ${formatGhs(refunded)} back to where it came from.`,
  }),
} satisfies Record<PaymentState, (payment: ShownPayment) => PaymentMessages>
