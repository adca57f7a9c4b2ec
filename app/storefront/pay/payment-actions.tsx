import { trackingPath } from '#app/components/page-addresses.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { RefreshIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { ShownPayment } from '#contract/payments.ts'
import { isWaiting, type PaymentSteps } from './use-payment.ts'

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

const loadAnotherNumber = async () => (await import('./another-number.tsx')).AnotherNumber

/** The same number with one press; another one for whoever has the money there. */
function TryAgain({ payment, steps }: { payment: ShownPayment; steps: PaymentSteps }) {
  const { Component: AnotherNumber, fetchComponent } = useLazyComponent(loadAnotherNumber)
  const isHosted = payment.gateway === 'paystack'
  return (
    <>
      <Button
        wide
        variant={isWaiting(payment) && payment.isSent ? 'secondary' : 'primary'}
        busy={steps.running === 'retry'}
        onClick={() => steps.retry(null)}
      >
        <RefreshIcon size={20} />
        {isHosted ? 'Try again on a new page' : `Try again with ${payment.phone}`}
      </Button>
      {!isHosted && !AnotherNumber && (
        <Button variant="secondary" wide onClick={fetchComponent}>
          Use another number
        </Button>
      )}
      {AnotherNumber && <AnotherNumber onSend={steps.retry} isBusy={steps.running === 'retry'} />}
    </>
  )
}

/** A fake of the customer's phone, in a shop without a real gateway. */
export function TestAnswers({ steps: { running, answerTest } }: { steps: PaymentSteps }) {
  return (
    <section
      aria-labelledby="test-phone"
      className="grid gap-3 rounded-card border border-dashed border-warning p-4"
    >
      <h2 id="test-phone" className="font-sans text-base font-semibold">
        What the phone would answer
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button
          className="flex-1"
          variant="secondary"
          busy={running === 'approve'}
          onClick={() => answerTest('approve')}
        >
          Approve
        </Button>
        <Button
          className="flex-1"
          variant="secondary"
          busy={running === 'decline'}
          onClick={() => answerTest('decline')}
        >
          Decline
        </Button>
      </div>
    </section>
  )
}
