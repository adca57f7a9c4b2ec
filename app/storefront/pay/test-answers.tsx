import { Button } from '#app/ui/button.tsx'
import type { PaymentSteps } from './use-payment-steps.ts'

/** Stands in for the customer's phone in a shop without a real gateway. */
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
