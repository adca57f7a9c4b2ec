import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/tracking-path.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { OfflineIcon } from '#app/ui/icons.tsx'
import type { ShownPayment } from '#contract/payments.ts'
import { formatGhs } from '#rules/money.ts'
import { ApproveSteps } from './approve-steps.tsx'
import { PaymentMark } from './payment-mark.tsx'
import { isWaiting, type PaymentMessages, paymentMessages } from './payment-messages.ts'
import { TestAnswers } from './test-answers.tsx'
import { useLivePayment } from './use-live-payment.ts'
import { usePaymentSteps } from './use-payment-steps.ts'
import { WaysOn } from './ways-on.tsx'

/** Where a payment is approved, and where everything that can become of it is said. */
export function PaymentPanel({ first, now }: { first: ShownPayment; now: Date }) {
  const live = useLivePayment(first)
  const steps = usePaymentSteps(live)
  const { payment, isOutOfReach } = live
  const words = paymentMessages(payment)
  const isOpen = isWaiting(payment)
  useFollowWhenPaid(payment)
  return (
    <div className="mx-auto grid w-full max-w-128 grid-cols-1 gap-6 px-gutter pt-6 pb-section [font-variant-ligatures:none] lg:pt-10">
      {payment.isTest && (
        <p className="rounded-card border border-warning bg-warning-soft p-3 text-center font-semibold text-warning">
          Test payment, no money moves
        </p>
      )}
      <Summary payment={payment} words={words} />
      {isOutOfReach && <OutOfReach />}
      {payment.gateway === 'test' && isOpen && <TestAnswers steps={steps} />}
      {isOpen && !payment.order.isPaidAtDoor && <ApproveSteps payment={payment} now={now} steps={steps} />}
      {steps.failure && <ErrorPanel title={steps.failure.title}>{steps.failure.text}</ErrorPanel>}
      <WaysOn payment={payment} steps={steps} />
    </div>
  )
}

function Summary({ payment, words }: { payment: ShownPayment; words: PaymentMessages }) {
  const { shopName } = useShopFacts()
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <PaymentMark state={words.mark ?? payment.state} />
      <h1 tabIndex={-1} className="lg:text-h2">
        {words.title}
      </h1>
      <p className="text-2xl font-semibold tabular-nums">
        {formatGhs(payment.amount)} <span className="text-base font-normal">to {shopName}</span>
      </p>
      <p role="status" className="sr-only">
        {words.status}. {words.title}
      </p>
      <p className="max-w-prose text-muted-foreground">{words.meaning}</p>
    </div>
  )
}

function OutOfReach() {
  return (
    <p role="status" className="flex gap-2 rounded-card bg-warning-soft p-4 text-warning">
      <OfflineIcon />
      We cannot reach the shop at the moment. This is how your payment stood last; we keep looking, and
      nothing is lost.
    </p>
  )
}

const timeToReadMs = 2_000

function useFollowWhenPaid({ state, order: { trackingCode } }: ShownPayment): void {
  const navigate = useNavigate()
  const isPaid = state === 'paid'
  useEffect(() => {
    if (!isPaid) return
    const follow = () => void navigate(trackingPath(trackingCode), { replace: true })
    const timer = setTimeout(follow, timeToReadMs)
    return () => clearTimeout(timer)
  }, [navigate, isPaid, trackingCode])
}
