import { Table } from '#app/ui/table.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import { ChartFrame } from './chart-frame.tsx'
import { areaPath, linePath, scaleEnd } from './chart-shapes.ts'

type Day = DashboardResponse['days'][number]

const box = { width: 600, height: 160 }

export function RevenueChart({ days }: { days: Day[] }) {
  const end = scaleEnd(Math.max(...days.map(({ revenue }) => revenue)))
  const values = days.map(({ revenue }) => revenue)
  const scaled = { ...box, scale: end }
  return (
    <ChartFrame
      title="Revenue, 30 days"
      summary={summaryOf(days)}
      chart={
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
            <span>{dayWords(days[0])}</span>
            <span>{dayWords(days.at(-1))}</span>
          </span>
        </div>
      }
      table={
        <Table
          caption="Revenue of the last 30 days, the latest first"
          dense
          columns={[
            { key: 'day', heading: 'Day', cell: (day) => dayWords(day) },
            { key: 'orders', heading: 'Orders', end: true, cell: ({ orders }) => orders },
            { key: 'revenue', heading: 'Revenue', end: true, cell: ({ revenue }) => ghs(revenue) },
          ]}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      }
    />
  )
}

function summaryOf(days: Day[]): string {
  const sum = days.reduce((before, { revenue }) => before + (fromCedis(revenue) ?? 0), 0)
  const orders = days.reduce((before, day) => before + day.orders, 0)
  const best = days.reduce((one, other) => (other.revenue > one.revenue ? other : one))
  if (sum === 0) return 'Nothing was sold in the last 30 days.'
  const placed = orders === 1 ? '1 order was placed' : `${orders} orders were placed`
  return `${formatGhs(sum)} in 30 days; ${placed}. The best day was ${dayWords(best)} with ${ghs(best.revenue)}.`
}

function dayWords(day: Day | undefined): string {
  return day ? formatDate(new Date(day.day)) : ''
}

function ghs(cedis: number): string {
  return formatGhs(fromCedis(cedis) ?? 0)
}
