import { useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Link } from '#app/ui/link.tsx'
import { ChartIcon } from '#app/ui/office-icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { VisitsResponse } from '#contract/dashboard.ts'
import { direct, otherSource } from '#rules/visits.ts'
import { ChartFrame, DayCurve, dayText } from '../dashboard/charts.tsx'
import { addressWith } from '../list-frame.tsx'
import type { Route } from './+types/visits-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Visits', hidden: true })
}

const spans = ['7', '30', '90']

/** How many came, from where, and how far they went. */
export default function VisitsPage() {
  const [search] = useSearchParams()
  const asked = search.get('days') ?? ''
  const days = spans.includes(asked) ? asked : '30'
  const { data, error, isLoading, refetch } = useFetch<VisitsResponse>(`/api/visits?days=${days}`)
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1>Visits</h1>
        <p className="max-w-prose text-muted-foreground">
          Counted without cookies and without storing anything about a person. Robots are left out, and so are
          devices on which somebody has opened this back office.
        </p>
      </div>
      <nav aria-label="Days" className="flex flex-wrap gap-2">
        {spans.map((span) => (
          <ChipLink
            key={span}
            to={addressWith(search, { days: span })}
            selected={span === days}
            preventScrollReset
          >
            {span} days
          </ChipLink>
        ))}
      </nav>
      {error && (
        <ErrorPanel title="The visits could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {data === null && isLoading && (
        <LoadingArea label="Loading the visits" className="grid gap-6">
          <Skeleton className="h-60" />
          <Skeleton className="h-60" />
        </LoadingArea>
      )}
      {data && <Visits visits={data} />}
    </div>
  )
}

function Visits({ visits: { days, sources } }: { visits: VisitsResponse }) {
  if (sources.length === 0)
    return (
      <EmptyState
        icon={ChartIcon}
        title="Nobody was counted yet"
        action={<ButtonLink to="/">Visit Store</ButtonLink>}
      >
        Share a link to your shop. Add <span className="break-all">?utm_source=flyer</span> to its end, and
        the visits that it brings have a row of their own here.
      </EmptyState>
    )
  return (
    <>
      <Funnel days={days} />
      <ByDay days={days} />
      <Sources sources={sources} />
    </>
  )
}

type Days = VisitsResponse['days']

function Funnel({ days }: { days: Days }) {
  const total = sumUp(days)
  return (
    <section aria-labelledby="funnel" className="grid gap-4 rounded-card border border-border bg-card p-4">
      <div>
        <h2 id="funnel" className="font-sans text-lg font-semibold tracking-normal">
          From visit to order
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">
          {formatCount(total.visits)} visits with {formatCount(total.page_views)} page views
        </p>
      </div>
      <ol className="grid gap-4">
        {funnelOf(total).map(({ name, count, share, width }) => (
          <li key={name} className="grid gap-1">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{name}</span>
              <span className="text-sm text-muted-foreground">{share}</span>
              <span className="ml-auto font-semibold tabular-nums">{formatCount(count)}</span>
            </span>
            <svg
              viewBox="0 0 100 10"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-4 w-full rounded-sm bg-muted"
            >
              <rect width={width} height="10" className="fill-indigo" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ByDay({ days }: { days: Days }) {
  const best = days.reduce((one, other) => (other.visits > one.visits ? other : one))
  return (
    <ChartFrame
      title={`Visits, ${days.length} days`}
      summary={`Most came on ${dayText(best)}: ${formatCount(best.visits)}.`}
      chart={<DayCurve values={days.map(({ visits }) => visits)} days={days} />}
      table={
        <Table
          caption="Visits by day, the latest first"
          dense
          columns={[
            { key: 'day', heading: 'Day', part: 'title', cell: (day) => dayText(day) },
            ...countColumns<Days[number]>(),
          ]}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      }
    />
  )
}

function Sources({ sources }: Pick<VisitsResponse, 'sources'>) {
  return (
    <section aria-labelledby="sources" className="grid gap-3">
      <div>
        <h2 id="sources">Where they came from</h2>
        <p className="mt-1 max-w-prose text-muted-foreground">
          A link with <code>utm_source</code>, <code>utm_medium</code> and <code>utm_campaign</code> is named
          by them, any other by the site that it stands on. Orders that you take by phone are not among them;
          all are under{' '}
          <Link to="/admin/orders" className="text-link underline underline-offset-3">
            Orders
          </Link>
          .
        </p>
      </div>
      <Table
        caption="Sources, those with most visits first"
        columns={[
          {
            key: 'source',
            heading: 'Source',
            part: 'title',
            cell: ({ source }) => <span className="wrap-anywhere">{sourceLabel(source)}</span>,
          },
          ...countColumns<VisitsResponse['sources'][number]>(),
        ]}
        rows={sources}
        rowKey={({ source }) => source}
      />
    </section>
  )
}

type Counted = Omit<Days[number], 'day'>

function countColumns<Row extends Counted>(): TableColumn<Row>[] {
  const columns: [keyof Counted, string][] = [
    ['visits', 'Visits'],
    ['page_views', 'Page views'],
    ['product_views', 'Product views'],
    ['adds', 'Adds to cart'],
    ['checkouts', 'Checkouts'],
    ['orders', 'Orders'],
  ]
  return columns.map(([key, heading]) => ({
    key,
    heading,
    end: true,
    cell: (row) => formatCount(row[key]),
  }))
}

type Counts = Omit<VisitsResponse['days'][number], 'day'>

export function sumUp(days: VisitsResponse['days']): Counts {
  const sum = { visits: 0, page_views: 0, product_views: 0, adds: 0, checkouts: 0, orders: 0 }
  for (const day of days) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += day[name]
  return sum
}

type FunnelStep = {
  name: string
  count: number
  /** How many of the step before, in words; empty for the first one. */
  share: string
  /** Of the widest step, in per cent. */
  width: number
}

const steps = [
  ['visits', 'Visits', 'visit'],
  ['product_views', 'Product views', 'product view'],
  ['adds', 'Adds to cart', 'add to cart'],
  ['checkouts', 'Checkouts', 'checkout'],
  ['orders', 'Orders', 'order'],
] as const satisfies [keyof Counts, string, string][]

export function funnelOf(counts: Counts): FunnelStep[] {
  const most = Math.max(...steps.map(([key]) => counts[key]), 1)
  return steps.map(([key, name], n) => {
    const before = steps[n - 1]
    const share = before ? shareOf(counts[key], counts[before[0]], before) : ''
    return { name, count: counts[key], share, width: (counts[key] / most) * 100 }
  })
}

/** A visit may look at three products: more than all is no share any more. */
function shareOf(count: number, before: number, [, many, one]: (typeof steps)[number]): string {
  if (before === 0) return ''
  const ratio = count / before
  if (ratio > 1) return `${ratio.toFixed(1)} for each ${one}`
  const percent = ratio * 100
  const text = percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)
  return `${text}% of ${many.toLowerCase()}`
}

function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}

export function sourceLabel(source: string): string {
  if (source === direct) return 'Direct, or not known'
  return source === otherSource ? 'Other sources' : source
}
