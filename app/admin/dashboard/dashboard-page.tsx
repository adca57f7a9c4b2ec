import { type ReactNode, useEffect } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ArrowRightIcon, RefreshIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { formatCedis } from '#rules/money.ts'
import { PaymentList, PaymentOrderLink } from '../payments/payment-list.tsx'
import { countLeft, useSetup } from '../setup-state.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { linePath, RevenueChart, StatusChart } from './charts.tsx'
import { BestSellers, LowStock, OrdersToDecide, RecentOrders } from './dashboard-lists.tsx'

export const middleware: Route.MiddlewareFunction[] = [
  async ({ params }, next) => {
    const response = await next()
    return params['*'] ? new Response(response.body, { status: 404, headers: response.headers }) : response
  },
]

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.params['*'] ? 'Page Not Found' : 'Dashboard', hidden: true })
}

export default function DashboardPage({ params }: Route.ComponentProps) {
  return params['*'] ? <NoSuchPage /> : <Dashboard />
}

function NoSuchPage() {
  return (
    <div className="grid justify-items-start gap-4">
      <h1>Page Not Found</h1>
      <p className="text-muted-foreground">The back office has no page at this address.</p>
      <ButtonLink to="/admin">Go to the dashboard</ButtonLink>
    </div>
  )
}

function Dashboard() {
  const { data, error, isLoading, refetch } = useFetch<DashboardResponse>('/api/dashboard')
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: an error of the dashboard is logged, and the log of a page is the console.
    if (error) console.warn('The dashboard could not be loaded', error)
  }, [error])
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Dashboard</h1>
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          busy={isLoading}
          busyLabel="Refresh"
          onClick={refetch}
        >
          <RefreshIcon size={20} />
          Refresh
        </Button>
      </div>
      <NotOpenYet />
      {error && (
        <ErrorPanel title="The dashboard could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      <FigureCards dashboard={data} />
      {!data && isLoading && <LoadingDetails />}
      {data && <DashboardDetails dashboard={data} onChanged={refetch} />}
    </div>
  )
}

/** An owner who signs in to a new shop wants to know what comes first. */
function NotOpenYet() {
  const { setup } = useSetup()
  if (setup === null || setup.is_open) return null
  const left = countLeft(setup)
  return (
    <section
      aria-labelledby="not-open-yet"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-border bg-card p-5"
    >
      <div>
        <h2 id="not-open-yet" className="font-sans text-xl font-semibold tracking-normal">
          Your shop is not open yet
        </h2>
        <p className="text-muted-foreground">
          {left === 0 ? 'Everything is done.' : `${left} of ${setup.items.length} things are left to do.`}
        </p>
      </div>
      <ButtonLink to="/admin/start">{left === 0 ? 'Open the shop' : 'Continue'}</ButtonLink>
    </section>
  )
}

/** Without credit, customers wait for a word that never comes. */
function SmsNearlyUsedUp({ left }: { left: number }) {
  return (
    <p
      role="note"
      className="flex items-start gap-3 rounded-card border border-warning bg-warning-soft p-4 font-medium text-warning"
    >
      <WarningIcon />
      <span>
        {left > 0
          ? `The credit at your SMS provider is enough for ${left} more SMS.`
          : 'The credit at your SMS provider is used up: no SMS goes out.'}{' '}
        Please top it up there.
      </span>
    </p>
  )
}

function DashboardDetails({ dashboard, onChanged }: { dashboard: DashboardResponse; onChanged(): void }) {
  return (
    <>
      {dashboard.smsLeft !== null && <SmsNearlyUsedUp left={dashboard.smsLeft} />}
      <OrdersToDecide orders={dashboard.ordersToDecide} count={dashboard.ordersToDecideCount} />
      {dashboard.paymentsToReview > 0 && <PaymentsToReview onChanged={onChanged} />}
      <div className="grid items-start gap-3 xl:grid-cols-[3fr_2fr]">
        <RevenueChart days={dashboard.days} />
        <StatusChart counts={dashboard.ordersByStatus} />
      </div>
      <RecentOrders orders={dashboard.recentOrders} />
      <div className="grid gap-8 lg:grid-cols-2">
        <LowStock {...dashboard} onChanged={onChanged} />
        <div className="grid content-start gap-8">
          <UnreadMessages count={dashboard.unreadMessages} />
          <BestSellers sellers={dashboard.bestSellers} />
        </div>
      </div>
    </>
  )
}

function LoadingDetails() {
  return (
    <LoadingArea label="Loading the dashboard" className="grid gap-6">
      <Skeleton className="h-60" />
      <Skeleton className="h-80" />
    </LoadingArea>
  )
}

/** The numbers on top. Until they are loaded they show a dash, never a wrong zero. */
function FigureCards({ dashboard }: { dashboard: DashboardResponse | null }) {
  const days = dashboard?.days ?? []
  return (
    <ul className="grid grid-cols-3 gap-3">
      <FigureCard
        name="Total Orders"
        value={dashboard?.totalOrders}
        to="/admin/orders"
        spark={days.map(({ orders }) => orders)}
      />
      <FigureCard name="Pending Orders" value={dashboard?.pendingOrders} to="/admin/orders?status=Pending" />
      <FigureCard name="Total Products" value={dashboard?.totalProducts} to="/admin/products" />
      <FigureCard
        name="Total Revenue"
        isMoney
        value={dashboard && formatCedis(dashboard.totalRevenue)}
        hint="Not cancelled, less refunds"
        spark={days.map(({ revenue }) => revenue)}
      />
      <FigureCard
        name="Received"
        isMoney
        value={dashboard && formatCedis(dashboard.received)}
        hint="Came in, less what went back"
      />
      <FigureCard
        name="Still to come"
        isMoney
        value={dashboard && formatCedis(dashboard.stillToCome)}
        hint="Ordered and not paid yet"
      />
    </ul>
  )
}

type FigureCardProps = {
  name: string
  value: ReactNode
  /** Needs the width of a phone: an amount stays on one line with its currency. */
  isMoney?: boolean
  /** What the number means. */
  hint?: string
  to?: string
  /** The last thirty days; the charts below have the same as text. */
  spark?: readonly number[]
}

const sparkBox = { width: 120, height: 24 }

function FigureCard({ name, value, isMoney, hint, to, spark }: FigureCardProps) {
  return (
    <li
      className={classNames(
        'relative grid content-between gap-2 rounded-card border border-border bg-card p-3 has-[a:hover]:bg-muted md:p-4',
        isMoney && 'max-md:col-span-full',
      )}
    >
      <div>
        <h2 className="font-sans text-sm font-semibold text-muted-foreground">
          {to ? (
            <Link to={to} className="after:absolute after:inset-0">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="text-xl font-semibold whitespace-nowrap tabular-nums md:text-2xl xl:text-3xl">
          {value ?? '–'}
        </p>
        {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      </div>
      {spark && spark.length > 0 && (
        <svg
          viewBox={`0 -2 ${sparkBox.width} ${sparkBox.height + 4}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-7 w-full"
        >
          <path
            d={linePath(spark, sparkBox)}
            fill="none"
            vectorEffect="non-scaling-stroke"
            className="stroke-terracotta stroke-2"
          />
        </svg>
      )}
    </li>
  )
}

function UnreadMessages({ count }: { count: number }) {
  return (
    <section aria-labelledby="unread-messages" className="grid content-start gap-3">
      <h2 id="unread-messages">Unanswered messages</h2>
      {count === 0 ? (
        <p className="text-muted-foreground">Every message was read.</p>
      ) : (
        <Link
          to="/admin/messages"
          className="flex min-h-14 items-center justify-between gap-3 rounded-card border border-border bg-card px-4 font-medium hover:bg-muted"
        >
          {count === 1 ? '1 unread message' : `${count} unread messages`}
          <ArrowRightIcon size={20} />
        </Link>
      )}
    </section>
  )
}

type PaymentsToReviewProps = { onChanged(): void }

/** Money that came, but not as it should have: a person decides. */
function PaymentsToReview({ onChanged }: PaymentsToReviewProps) {
  return (
    <section aria-labelledby="payments-to-review" className="grid content-start gap-3">
      <h2 id="payments-to-review">Payments to review</h2>
      <Payments state="review" onChanged={onChanged} />
      <Payments state="questioned" onChanged={onChanged} />
      <Payments state="refund_due" onChanged={onChanged} />
    </section>
  )
}

function Payments({
  state,
  onChanged,
}: PaymentsToReviewProps & {
  state: 'review' | 'questioned' | 'refund_due'
}) {
  const { data, total, error, isLoading, refetch } = useFetch<{ payments: AdminPaymentResponse[] }>(
    `/api/payments?state=${state}&limit=10`,
  )
  if (error) {
    return (
      <ErrorPanel title="The payments could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data || data.payments.length === 0) return null
  const others = total - data.payments.length
  return (
    <>
      <PaymentList
        payments={data.payments}
        heading={({ order }) => <PaymentOrderLink order={order} />}
        onChanged={() => {
          refetch()
          onChanged()
        }}
      />
      {others > 0 && (
        <Link to={`/admin/payments?state=${state}`} className="text-link underline underline-offset-3">
          and {others} more
        </Link>
      )}
    </>
  )
}
