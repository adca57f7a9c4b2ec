import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ClockIcon } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ShownPayment } from '#contract/payments.ts'
import type { PaymentSteps } from './use-payment.ts'

type ApproveStepsProps = { payment: ShownPayment; now: Date; steps: PaymentSteps }

/** What to do on the phone, how much time is left, and a button to check at once. */
export function ApproveSteps({ payment, now, steps }: ApproveStepsProps) {
  const { running, wasInVain, check } = steps
  const isHosted = payment.gateway === 'paystack'
  return (
    <div className="grid gap-5 rounded-card border border-border bg-card p-5 shadow-card">
      <TimeLeft end={payment.expiresAt} now={now} />
      {isHosted ? <GoOnThere payment={payment} /> : <OnYourPhone />}
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

/** For whoever came back from the gateway's page without paying, or whose other tab opened it. */
function GoOnThere({ payment: { paymentUrl } }: { payment: ShownPayment }) {
  if (paymentUrl === null) return null
  return (
    <ButtonLink to={paymentUrl} variant="secondary" wide>
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

/**
 * How long until then, by the shop's clock: phones are often wrong about the time, so only the time that has passed since the
 * shop said "now" is taken from the phone.
 */
function useTimeLeft(end: Date, shopNow: Date): number {
  const arrivedAt = useArrival()
  const [passed, setPassed] = useState(0)
  const left = end.getTime() - shopNow.getTime() - passed
  const isOver = left <= 0
  useEffect(() => {
    if (isOver || arrivedAt === null) return
    const tick = () => setPassed(Math.max(0, Date.now() - arrivedAt))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [isOver, arrivedAt])
  return left
}

/** When this page came from the shop: with the document itself, or just now if another page led here. */
function useArrival(): number | null {
  const isHydrated = useHydrated()
  const [cameByLink] = useState(isHydrated)
  const [arrivedAt, setArrived] = useState<number | null>(null)
  useEffect(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const withDocument = performance.timeOrigin + (document?.responseStart ?? 0)
    setArrived(cameByLink ? Date.now() : withDocument)
  }, [cameByLink])
  return arrivedAt
}

/** `4:12`, and `0:00` once it is over. */
export function showTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
