import { type ComponentType, useEffect, useState } from 'react'
import { data, useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { shopContext } from '#app/data/shop-context.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  ClockIcon,
  type IconProps,
  OfflineIcon,
  PhoneIcon,
  SearchIcon,
  UndoIcon,
} from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ShownPayment } from '#contract/payments.ts'
import { formatGhs } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import type { Route } from './+types/pay-page.ts'
import { TestAnswers, WaysOn } from './payment-actions.tsx'
import { forgetUnpaid, isUnpaid } from './unpaid-order.ts'
import {
  isWaiting,
  type PaymentMessages,
  type PaymentSteps,
  paymentMessages,
  useLivePayment,
  usePaymentSteps,
} from './use-payment.ts'

export const handle: PageHandle = { header: 'quiet' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const payment = await shop.payments.find(params.referenceId).catch(nullIfUnknown)
  return data({ payment, now: shop.now() }, { status: payment ? 200 : 404 })
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'payment_not_found') return null
  throw error
}

export function meta(args: Route.MetaArgs) {
  const payment = args.loaderData?.payment
  const title = payment ? `Approve payment – ${formatGhs(payment.amount)}` : 'Payment not found'
  return pageMeta(args, { title, description: 'Where the payment of your order stands.', hidden: true })
}

export default function PayPage({ loaderData: { payment, now } }: Route.ComponentProps) {
  if (!payment) return <PaymentNotFound />
  return <PaymentPanel key={payment.reference} first={payment} now={now} />
}

/** Where a payment is approved, and where everything that can become of it is said. */
function PaymentPanel({ first, now }: { first: ShownPayment; now: Date }) {
  const live = useLivePayment(first)
  const steps = usePaymentSteps(live)
  const { payment, isOutOfReach } = live
  const messages = paymentMessages(payment)
  const isOpen = isWaiting(payment)
  useFollowWhenPaid(payment)
  useEffect(() => {
    if (!isUnpaid(payment)) forgetUnpaid(payment.order.trackingCode)
  }, [payment])
  return (
    <div className="mx-auto grid w-full max-w-128 grid-cols-1 gap-6 px-gutter pt-6 pb-section [font-variant-ligatures:none] lg:pt-10">
      {payment.isTest && (
        <p className="rounded-card border border-warning bg-warning-soft p-3 text-center font-semibold text-warning">
          Test payment, no money moves
        </p>
      )}
      <Summary payment={payment} messages={messages} />
      {isOutOfReach && <OutOfReach />}
      {payment.gateway === 'test' && isOpen && <TestAnswers steps={steps} />}
      {isOpen && payment.isSent && !payment.order.isPaidAtDoor && (
        <ApproveSteps payment={payment} now={now} steps={steps} />
      )}
      {steps.failure && <ErrorPanel title={steps.failure.title}>{steps.failure.text}</ErrorPanel>}
      <WaysOn payment={payment} steps={steps} />
    </div>
  )
}

function Summary({ payment, messages }: { payment: ShownPayment; messages: PaymentMessages }) {
  const { shopName } = useShopFacts()
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <PaymentMark state={messages.mark ?? payment.state} />
      <h1 tabIndex={-1} className="lg:text-h2">
        {messages.title}
      </h1>
      <p className="text-2xl font-semibold tabular-nums">
        {formatGhs(payment.amount)} <span className="text-base font-normal">to {shopName}</span>
      </p>
      <p role="status" className="sr-only">
        {messages.status}. {messages.title}
      </p>
      <p className="max-w-prose text-muted-foreground">{messages.meaning}</p>
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

type Mark = { icon: ComponentType<IconProps>; variant: string }

const waiting = 'bg-accent text-link'
const good = 'bg-success-soft text-success'
const bad = 'bg-destructive-soft text-destructive-ink'

const marks = {
  awaiting: { icon: PhoneIcon, variant: waiting },
  not_confirmed: { icon: ClockIcon, variant: waiting },
  paid: { icon: CircleCheckIcon, variant: good },
  failed: { icon: CircleAlertIcon, variant: bad },
  expired: { icon: ClockIcon, variant: bad },
  review: { icon: ClockIcon, variant: waiting },
  questioned: { icon: ClockIcon, variant: waiting },
  refund_due: { icon: UndoIcon, variant: waiting },
  refund_pending: { icon: UndoIcon, variant: waiting },
  partially_refunded: { icon: CircleCheckIcon, variant: good },
  refunded: { icon: UndoIcon, variant: good },
} satisfies Record<PaymentState, Mark>

/** How the payment stands, at a glance; the text beside it says the same. */
function PaymentMark({ state }: { state: PaymentState }) {
  const { icon: Icon, variant } = marks[state]
  return (
    <span className={`grid size-16 place-items-center rounded-full ${variant}`}>
      <Icon size={32} />
    </span>
  )
}

function PaymentNotFound() {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <SearchIcon size={40} />
      </span>
      <h1>Payment not found</h1>
      <p className="text-lg text-muted-foreground">
        The link may be incomplete. With your tracking code you see how your order and its payment stand.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/track-order">Track your order</ButtonLink>
        <ButtonLink variant="secondary" to="/shop">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  )
}

type ApproveStepsProps = { payment: ShownPayment; now: Date; steps: PaymentSteps }

/** What to do on the phone, how much time is left, and a button to check at once. */
function ApproveSteps({ payment, now, steps }: ApproveStepsProps) {
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
