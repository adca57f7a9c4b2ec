import { CircleCheckIcon } from '#app/ui/icons.tsx'
import type { OrderPaymentWord } from '#rules/payment-states.ts'
import type { FollowedOrder } from './look-up.ts'

/** Thanks whoever comes straight from the checkout. */
export function JustPlaced({ order: { trackingCode, paymentState } }: { order: FollowedOrder }) {
  return (
    <div className="flex gap-3 rounded-card bg-success-soft p-5 text-success">
      <CircleCheckIcon />
      <div>
        <p className="font-semibold">{paymentState === 'Paid' ? 'Payment received' : 'Order placed'}</p>
        <p>
          Keep your tracking code <strong className="font-semibold tracking-widest">{trackingCode}</strong>.{' '}
          {nextStep(paymentState)}
        </p>
      </div>
    </div>
  )
}

function nextStep(paymentState: OrderPaymentWord): string {
  if (paymentState === 'Paid') return 'We now prepare your order.'
  return paymentState === 'Pay on delivery'
    ? 'If you have not sent the message on WhatsApp yet, the button below opens it again.'
    : 'We prepare your order as soon as your payment has arrived.'
}
