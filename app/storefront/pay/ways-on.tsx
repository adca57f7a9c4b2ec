import { trackingPath } from '#app/components/tracking-path.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { WhatsAppIcon } from '#app/ui/icons.tsx'
import type { ShownPayment } from '#contract/payments.ts'
import { isWaiting } from './payment-messages.ts'
import { TryAgain } from './try-again.tsx'
import type { PaymentSteps } from './use-payment-steps.ts'

/** No state of a payment is a dead end. */
export function WaysOn({ payment, steps }: { payment: ShownPayment; steps: PaymentSteps }) {
  const { order, mayRetry, mayPayOnDelivery } = payment
  const isOver = order.status === 'Cancelled'
  const mustWait = isWaiting(payment) && !order.isPaidAtDoor
  return (
    <div className="grid gap-3">
      {mayRetry && <TryAgain payment={payment} steps={steps} />}
      {mayPayOnDelivery && (
        <Button
          wide
          variant={mustWait ? 'ghost' : 'secondary'}
          busy={steps.running === 'pay on delivery'}
          onClick={steps.payOnDelivery}
        >
          <WhatsAppIcon size={20} />
          Pay on delivery by WhatsApp instead
        </Button>
      )}
      {isOver && (
        <ButtonLink to="/shop" wide>
          Continue Shopping
        </ButtonLink>
      )}
      {!mustWait && (
        <ButtonLink
          to={trackingPath(order.trackingCode)}
          variant={mayRetry || isOver ? 'ghost' : 'primary'}
          wide
        >
          Follow your order
        </ButtonLink>
      )}
      {mustWait && (
        <p className="text-center text-sm text-muted-foreground">
          Order <strong className="font-semibold tracking-widest">{order.trackingCode}</strong>. You can close
          this page and come back to it.
        </p>
      )}
    </div>
  )
}
