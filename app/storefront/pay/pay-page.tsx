import { type ComponentType, useEffect } from 'react'
import { data, useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { shopContext } from '#app/data/shop-context.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import type { PageHandle } from '#app/layout/page-frame.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { IconProps } from '#app/ui/create-icon.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  ClockIcon,
  OfflineIcon,
  PhoneIcon,
  SearchIcon,
  UndoIcon,
} from '#app/ui/icons.tsx'
import type { ShownPayment } from '#contract/payments.ts'
import { formatGhs } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import type { Route } from './+types/pay-page.ts'
import { ApproveSteps } from './approve-steps.tsx'
import { TestAnswers, WaysOn } from './payment-actions.tsx'
import { isWaiting, type PaymentMessages, paymentMessages } from './payment-messages.ts'
import { forgetUnpaid, isUnpaid } from './unpaid-order.ts'
import { useLivePayment, usePaymentSteps } from './use-payment.ts'

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
