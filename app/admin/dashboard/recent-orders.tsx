import { Link } from 'react-router'
import { OrderBadge } from '#app/components/order-badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ArrowRightIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'

type RecentOrder = DashboardResponse['recentOrders'][number]

const columns: TableColumn<RecentOrder>[] = [
  {
    key: 'id',
    heading: 'ID',
    part: 'title',
    cell: ({ id, tracking_code }) => (
      <Link
        to={`/admin/orders?order=${id}`}
        className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-3"
      >
        {id}
        <span className="text-sm font-normal text-muted-foreground">{tracking_code}</span>
      </Link>
    ),
  },
  {
    key: 'customer',
    heading: 'Customer',
    cell: ({ customer_name }) => (
      <span className="text-right wrap-anywhere md:text-left">{customer_name}</span>
    ),
  },
  {
    key: 'amount',
    heading: 'Amount',
    end: true,
    cell: ({ order_total }) => (
      <span className="whitespace-nowrap">{formatGhs(fromCedis(order_total) ?? 0)}</span>
    ),
  },
  { key: 'status', heading: 'Status', cell: ({ order_status }) => <OrderBadge status={order_status} /> },
  {
    key: 'date',
    heading: 'Date',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap tabular-nums">
        {formatDate(new Date(created_at))}
      </time>
    ),
  },
]

export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <section aria-labelledby="recent-orders" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent-orders">Recent Orders</h2>
        <ButtonLink to="/admin/orders" variant="ghost" size="sm" className="min-h-11">
          View All Orders
          <ArrowRightIcon size={20} />
        </ButtonLink>
      </div>
      {orders.length === 0 ? (
        <p className="rounded-card border border-border bg-card p-6 text-center text-muted-foreground">
          No orders yet
        </p>
      ) : (
        <Table caption="Recent Orders" columns={columns} rows={orders} rowKey={({ id }) => id} />
      )}
    </section>
  )
}
