import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ClockIcon } from '#app/ui/icons.tsx'
import type { ShownPayment } from '#contract/payments.ts'
import { showTimeLeft } from './time-left.ts'
import { useKeptPayment } from './use-kept-payment.ts'
import type { PaymentSteps } from './use-payment-steps.ts'
import { useTimeLeft } from './use-time-left.ts'

type ApproveStepsProps = { payment: ShownPayment; now: Date; steps: PaymentSteps }

/** What to do on the phone, how much time is left, and a look at the answer for whoever cannot wait for it. */
export function ApproveSteps({ payment, now, steps }: ApproveStepsProps) {
  const { running, wasInVain, check } = steps
  const isHosted = payment.gateway === 'paystack'
  return (
    <div className="grid gap-5 rounded-card border border-border bg-card p-5 shadow-card">
      <TimeLeft end={payment.expiresAt} now={now} />
      {isHosted ? <GoOnThere code={payment.order.trackingCode} /> : <OnYourPhone />}
      <Button wide size="lg" busy={running === 'check'} busyLabel="Checking..." onClick={check}>
        {isHosted ? 'I have paid' : 'I have approved'}
      </Button>
      <p role="status" className={wasInVain ? undefined : 'sr-only'}>
        {wasInVain &&
          `We have not seen your approval yet. If money left your wallet, it is safe: order ${payment.order.trackingCode}.`}
      </p>
    </div>
  )
}

/** Whoever came back from the gateway's page without paying; only the phone that started it knows the way. */
function GoOnThere({ code }: { code: string }) {
  const kept = useKeptPayment(code)
  if (kept === null || kept.address.startsWith('/')) return null
  return (
    <ButtonLink to={kept.address} variant="secondary" wide>
      Go on to the payment page
    </ButtonLink>
  )
}

/** Not read out each second: whoever wants to know moves there. */
function TimeLeft({ end, now }: { end: Date; now: Date }) {
  const left = useTimeLeft(end, now)
  return (
    <p role="timer" className="flex items-center justify-center gap-2 text-xl font-semibold tabular-nums">
      <ClockIcon size={20} />
      {left > 0 ? `${showTimeLeft(left)} left` : 'The time to approve is over. We look once more.'}
    </p>
  )
}

const onThePhone = ['Unlock your phone', 'Open the MTN MoMo prompt', 'Enter your MoMo PIN to approve']

function OnYourPhone() {
  return (
    <>
      <ol className="grid gap-3">
        {onThePhone.map((step, place) => (
          <li key={step} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 flex-none place-items-center rounded-full bg-momo font-semibold text-momo-ink"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted-foreground">
        No prompt? Dial{' '}
        <a href="tel:*170%23" className="font-semibold text-link underline underline-offset-3">
          *170#
        </a>
        , then <strong className="font-semibold">My Wallet</strong>,{' '}
        <strong className="font-semibold">My Approvals</strong>.
      </p>
    </>
  )
}
