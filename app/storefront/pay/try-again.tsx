import { Button } from '#app/ui/button.tsx'
import { RefreshIcon } from '#app/ui/icons.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { ShownPayment } from '#contract/payments.ts'
import { isWaiting } from './payment-messages.ts'
import type { PaymentSteps } from './use-payment-steps.ts'

const loadAnotherNumber = async () => (await import('./another-number.tsx')).AnotherNumber

/** The same number with one press; another one for whoever has the money there. */
export function TryAgain({ payment, steps }: { payment: ShownPayment; steps: PaymentSteps }) {
  const { Component: AnotherNumber, fetchComponent } = useLazyComponent(loadAnotherNumber)
  const isHosted = payment.gateway === 'paystack'
  return (
    <>
      <Button
        wide
        variant={isWaiting(payment) ? 'secondary' : 'primary'}
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
      {AnotherNumber && <AnotherNumber steps={steps} />}
    </>
  )
}
