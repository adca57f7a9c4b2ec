import { ButtonLink } from '#app/ui/button.tsx'
import type { OrderPaymentWord } from '#rules/payment-states.ts'
import { payPath, useKeptPayment } from '../pay/saved-payments.ts'
import { useUnpaidHere } from '../pay/unpaid-order.ts'
import type { FollowedOrder } from './look-up.ts'

const unfinished: readonly OrderPaymentWord[] = ['Awaiting payment', 'Not confirmed yet', 'Payment failed']

/** The way back to a payment, for the phone that started it and for no other: a code alone proves too little. */
export function ContinuePayment({ order }: { order: FollowedOrder }) {
  const started = useKeptPayment(order.trackingCode)
  const notStarted = useUnpaidHere(order.trackingCode)
  if (order.status === 'Cancelled' || !unfinished.includes(order.paymentState)) return null
  const path = started ? payPath(started.reference) : notStarted ? '/checkout' : null
  if (path === null) return null
  return (
    <ButtonLink to={path} className="justify-self-start max-sm:w-full">
      {order.paymentState === 'Payment failed' ? 'Try the payment again' : 'Continue payment'}
    </ButtonLink>
  )
}

const moneyBack: Partial<Record<OrderPaymentWord, string>> = {
  'Refund due': 'You get your money for this order back. We tell you as soon as it is sent.',
  'Refund on its way':
    'We have sent money back to where it came from. It usually arrives within minutes, with a card within a few days.',
  'Partly refunded': 'We have sent a part of your money back to where it came from.',
  Refunded: 'We have sent your money back to where it came from.',
}

/** What becomes of money that goes back, in a sentence. */
export function MoneyBack({ state }: { state: OrderPaymentWord }) {
  const words = moneyBack[state]
  return words ? <p>{words}</p> : null
}
