import { type ReactNode, useId, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Table } from '#app/ui/table.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { formatDate } from '#rules/dates.ts'
import { formatCedis, formatGhs, toPesewas } from '#rules/money.ts'
import { type OrderStatus, orderStatuses, orderStatusTone } from '#rules/order-status.ts'

type ChartFrameProps = {
  title: string
  /** The same in a sentence. */
  summary: string
  chart: ReactNode
  table: ReactNode
}

/** A picture of numbers that can also be read: as a sentence, and as a table. On a phone it is folded up at first. */
export function ChartFrame({ title, summary, chart, table }: ChartFrameProps) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [isOpen] = useState(() => window.matchMedia('(min-width: 768px)').matches)
  return (
    <details open={isOpen} className="group rounded-card border border-border bg-card p-4">
      <summary className="cursor-pointer rounded-control">
        <h2 className="inline font-sans text-lg font-semibold">{title}</h2>
        <p id={id} className="mt-1 text-sm text-muted-foreground">
          {summary}
        </p>
      </summary>
      <div className="mt-4 grid gap-3">
        {isTable ? (
          <div className="max-h-80 overflow-y-auto">{table}</div>
        ) : (
          <div aria-hidden="true">{chart}</div>
        )}
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 justify-self-start"
          aria-pressed={isTable}
          aria-describedby={id}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
    </details>
  )
}

type Day = DashboardResponse['days'][number]

type DayCurveProps = { values: readonly number[]; days: readonly { day: string }[] }

/** One value for each day, from zero to the next round number above all of them. */
export function DayCurve({ values, days }: DayCurveProps) {
  const end = scaleEnd(Math.max(...values))
  const scaled = { ...box, scale: end }
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted-foreground tabular-nums">
      <span className="self-start">{end}</span>
      <svg
        viewBox={`0 -4 ${box.width} ${box.height + 8}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="row-span-2 h-40 w-full"
      >
        <path d={areaPath(values, scaled)} className="fill-accent" />
        <path
          d={linePath(values, scaled)}
          fill="none"
          vectorEffect="non-scaling-stroke"
          className="stroke-terracotta stroke-2"
        />
        <path
          d={`M0 ${box.height}H${box.width}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-input"
        />
      </svg>
      <span className="self-end">0</span>
      <span className="col-start-2 flex justify-between">
        <span>{dayText(days[0])}</span>
        <span>{dayText(days.at(-1))}</span>
      </span>
    </div>
  )
}

const box = { width: 600, height: 160 }

export function RevenueChart({ days }: { days: Day[] }) {
  return (
    <ChartFrame
      title="Revenue, 30 days"
      summary={summaryOf(days)}
      chart={<DayCurve values={days.map(({ revenue }) => revenue)} days={days} />}
      table={
        <Table
          caption="Revenue of the last 30 days, the latest first"
          dense
          columns={[
            { key: 'day', heading: 'Day', cell: (day) => dayText(day) },
            { key: 'orders', heading: 'Orders', end: true, cell: ({ orders }) => orders },
            {
              key: 'revenue',
              heading: 'Revenue',
              end: true,
              className: 'whitespace-nowrap',
              cell: ({ revenue }) => formatCedis(revenue),
            },
          ]}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      }
    />
  )
}

function summaryOf(days: Day[]): string {
  const sum = days.reduce((before, { revenue }) => before + toPesewas(revenue), 0)
  const orders = days.reduce((before, day) => before + day.orders, 0)
  const best = days.reduce((one, other) => (other.revenue > one.revenue ? other : one))
  if (sum === 0) return 'Nothing was sold in the last 30 days.'
  const placed = orders === 1 ? '1 order was placed' : `${orders} orders were placed`
  return `${formatGhs(sum)} in 30 days; ${placed}. The best day was ${dayText(best)} with ${formatCedis(best.revenue)}.`
}

export function dayText(day: { day: string } | undefined): string {
  return day ? formatDate(new Date(day.day)) : ''
}

const fills = {
  gray: 'fill-gray-ink',
  indigo: 'fill-indigo',
  green: 'fill-success',
  red: 'fill-destructive',
} satisfies Record<(typeof orderStatusTone)[OrderStatus], string>

type StatusChartProps = { counts: DashboardResponse['ordersByStatus'] }

export function StatusChart({ counts }: StatusChartProps) {
  const rows = orderStatuses.map((status) => ({ status, orders: counts[status] ?? 0 }))
  const most = Math.max(...rows.map(({ orders }) => orders), 1)
  return (
    <ChartFrame
      title="Orders by status"
      summary={rows.map(({ status, orders }) => `${orders} ${status.toLowerCase()}`).join(', ')}
      chart={
        <div className="grid gap-3">
          {rows.map(({ status, orders }) => (
            <div key={status} className="grid grid-cols-[5.5rem_1fr_4rem] items-center gap-2 text-sm">
              <span>{status}</span>
              <svg
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-5 w-full rounded-sm bg-muted"
              >
                <rect width={(orders / most) * 100} height="10" className={fills[orderStatusTone[status]]} />
              </svg>
              <span className="text-right tabular-nums">{orders}</span>
            </div>
          ))}
        </div>
      }
      table={
        <Table
          caption="Orders by status"
          dense
          columns={[
            { key: 'status', heading: 'Status', cell: ({ status }) => status },
            { key: 'orders', heading: 'Orders', end: true, cell: ({ orders }) => orders },
          ]}
          rows={rows}
          rowKey={({ status }) => status}
        />
      }
    />
  )
}

type Box = {
  width: number
  height: number
  /** The value at the top. */
  scale?: number
}

type Point = { x: number; y: number }

/** Where each value is in the box, the largest at the top unless there is a scale; zeros are at the bottom. */
export function pointsOf(values: readonly number[], { width, height, scale }: Box): Point[] {
  const most = scale ?? (Math.max(...values, 0) || 1)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, n) => ({ x: round(n * step), y: round(height - (value / most) * height) }))
}

export function linePath(values: readonly number[], box: Box): string {
  return pointsOf(values, box)
    .map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('')
}

/** The line and the area below it, to be filled. */
export function areaPath(values: readonly number[], box: Box): string {
  if (values.length === 0) return ''
  return `${linePath(values, box)}L${box.width} ${box.height}L0 ${box.height}Z`
}

/** The next round number above, for the end of a scale: 1, 2 or 5 with zeros. */
export function scaleEnd(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
