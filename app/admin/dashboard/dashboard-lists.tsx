import type { SubmitEvent } from 'react'
import { OrderBadge } from '#app/components/order-badge.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { controlClass } from '#app/ui/field.tsx'
import { ArrowRightIcon, CircleAlertIcon, UndoIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Thumbnail } from '#app/ui/picture.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ProductsChangeResponse } from '#contract/catalogue-forms.ts'
import type { DashboardResponse, OrderMark } from '#contract/dashboard.ts'
import { formatDate } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'

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
    cell: ({ order_total }) => <span className="whitespace-nowrap">{formatCedis(order_total)}</span>,
  },
  {
    key: 'status',
    heading: 'Status',
    cell: ({ order_status, delivery_option }) => (
      <OrderBadge status={order_status} option={delivery_option} />
    ),
  },
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
        <ButtonLink to="/admin/orders" variant="ghost" size="sm">
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

const marks = {
  not_delivered: { label: 'Not delivered', icon: WarningIcon },
  to_confirm: { label: 'To confirm', icon: WarningIcon },
  paid_twice: { label: orderPaymentLabels.paid_twice, icon: CircleAlertIcon },
  to_pay_back: { label: 'To pay back', icon: UndoIcon },
} satisfies Record<OrderMark, { label: string; icon: typeof WarningIcon }>

type OrdersToDecideProps = { orders: DashboardResponse['ordersToDecide']; count: number }

/** Orders that somebody has to ring about, send out again, or pay money back for. */
export function OrdersToDecide({ orders, count }: OrdersToDecideProps) {
  if (orders.length === 0) return null
  const others = count - orders.length
  return (
    <section aria-labelledby="orders-to-decide" className="grid content-start gap-3">
      <h2 id="orders-to-decide">Orders to decide</h2>
      <ul className="divide-y divide-border rounded-card border border-border bg-card">
        {orders.map((order) => (
          <li
            key={order.id}
            className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 has-[a:hover]:bg-muted"
          >
            <span className="min-w-40 flex-1">
              <Link
                to={`/admin/orders?order=${order.id}`}
                className="font-medium text-link underline underline-offset-3 after:absolute after:inset-0"
              >
                Order {order.tracking_code}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted-foreground">
                {order.customer_name}, {formatDate(new Date(order.created_at))}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              {order.marks.map((mark) => (
                <Badge key={mark} tone="red" icon={marks[mark].icon}>
                  {marks[mark].label}
                </Badge>
              ))}
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatCedis(order.order_total)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="text-muted-foreground">and {others} more, once these are decided</p>}
    </section>
  )
}

type BestSellersProps = { sellers: DashboardResponse['bestSellers'] }

export function BestSellers({ sellers }: BestSellersProps) {
  return (
    <section aria-labelledby="best-sellers" className="grid content-start gap-3">
      <h2 id="best-sellers">Best sellers, 30 days</h2>
      {sellers.length === 0 ? (
        <p className="text-muted-foreground">Nothing was sold in the last 30 days.</p>
      ) : (
        <ol className="divide-y divide-border rounded-card border border-border bg-card px-4">
          {sellers.map(({ product_id, product_name, quantity, image }) => (
            <li key={product_id} className="flex min-h-14 items-center gap-3 py-2">
              <span className="w-10 flex-none">
                <Thumbnail address={image ?? undefined} className="rounded-control" />
              </span>
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{product_name}</span>
              <span className="tabular-nums">{quantity} sold</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type LowStockProduct = DashboardResponse['lowStock'][number]

type LowStockProps = Pick<DashboardResponse, 'lowStock' | 'lowStockCount' | 'lowStockLevel'> & {
  onChanged(): void
}

/** What runs out, with the number to correct on the spot. */
export function LowStock({ lowStock, lowStockCount, lowStockLevel, onChanged }: LowStockProps) {
  const others = lowStockCount - lowStock.length
  return (
    <section aria-labelledby="low-stock" className="grid content-start gap-3">
      <h2 id="low-stock">Low stock</h2>
      {lowStock.length === 0 ? (
        <p className="text-muted-foreground">Every product has more than {lowStockLevel} in stock.</p>
      ) : (
        <ul className="divide-y divide-border rounded-card border border-border bg-card px-4">
          {lowStock.map((product) => (
            <LowStockRow
              key={`${product.id} ${product.stock_quantity}`}
              product={product}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Link to="/admin/products?low_stock=1" className="text-link underline underline-offset-3">
          {others === 1 ? '1 more product' : `${others} more products`}
        </Link>
      )}
    </section>
  )
}

function LowStockRow({ product, onChanged }: { product: LowStockProduct; onChanged(): void }) {
  const { id, name, image, stock_quantity } = product
  const { submit, isBusy } = useSubmit()
  const { text, type, ...stock } = useTypedText(`stock-${id}`, String(stock_quantity))
  const seen = Number(stock.seen)
  const isChanged = /^\d{1,6}$/.test(text) && Number(text) !== seen
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isChanged) return
    void submit({ failed: 'The stock was not saved' }, async () => {
      await api.post<ProductsChangeResponse>('/api/products/bulk', {
        body: { action: 'set_stock', stock_quantity: Number(text), products: [{ id, seen_stock: seen }] },
      })
      onChanged()
      return { title: 'Stock saved', description: name }
    })
  }
  return (
    <li className="py-2">
      <form className="flex flex-wrap items-center gap-3" onSubmit={save}>
        <span className="w-10 flex-none">
          <Thumbnail address={image ?? undefined} className="rounded-control" />
        </span>
        <span className="min-w-32 flex-1 font-medium wrap-anywhere">{name}</span>
        <span className="ml-auto flex items-center gap-3">
          <span className="w-24 flex-none">
            <input
              type="number"
              inputMode="numeric"
              min={0}
              max={999999}
              aria-label={`Stock of ${name}`}
              value={text}
              onChange={({ target }) => type(target.value)}
              className={`${controlClass} min-h-11 text-right tabular-nums`}
            />
          </span>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="min-h-11"
            busy={isBusy}
            disabled={!isChanged}
            aria-label={`Save the stock of ${name}`}
          >
            Save
          </Button>
        </span>
      </form>
    </li>
  )
}
