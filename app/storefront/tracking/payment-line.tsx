import type { OrderPaymentWord } from '../../../rules/payment-states.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { payPath } from '../pay/kept-payments.ts'
import { useKeptPayment } from '../pay/use-kept-payment.ts'
import { useUnpaidHere } from '../pay/use-unpaid-here.ts'
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
