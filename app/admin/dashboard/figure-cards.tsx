import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import { linePath } from './chart-shapes.ts'

/** The four numbers on top. Without an answer they show a dash, never a wrong zero. */
export function FigureCards({ dashboard }: { dashboard: DashboardResponse | null }) {
  const days = dashboard?.days ?? []
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
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
        value={dashboard && formatGhs(fromCedis(dashboard.totalRevenue) ?? 0)}
        spark={days.map(({ revenue }) => revenue)}
      />
    </ul>
  )
}

type FigureCardProps = {
  name: string
  value: ReactNode
  to?: string
  /** The last thirty days; the charts below say the same in words. */
  spark?: readonly number[]
}

const sparkBox = { width: 120, height: 24 }

function FigureCard({ name, value, to, spark }: FigureCardProps) {
  return (
    <li className="relative grid content-between gap-2 rounded-card border border-border bg-card p-4 has-[a:hover]:bg-muted">
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
        <p className="text-2xl font-semibold wrap-anywhere tabular-nums md:text-3xl">{value ?? '–'}</p>
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
