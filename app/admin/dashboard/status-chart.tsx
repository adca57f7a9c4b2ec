import { Table } from '#app/ui/table.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { type OrderStatus, orderStatuses, orderStatusTone } from '#rules/order-status.ts'
import { ChartFrame } from './chart-frame.tsx'

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
