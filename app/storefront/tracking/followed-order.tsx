import { Amount, Amounts } from '#app/components/amounts.tsx'
import { OrderBadge } from '#app/components/order-badge.tsx'
import { OrderLines } from '#app/components/order-lines.tsx'
import { OrderProgress } from '#app/components/order-progress.tsx'
import { Price } from '#app/components/price.tsx'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { formatDate } from '#rules/dates.ts'
import { formatGhs } from '#rules/money.ts'
import { shippingPolicy } from '#rules/shop-facts.ts'
import type { FollowedOrder as Order } from './look-up.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { ContinuePayment, MoneyBack } from './payment-line.tsx'

export function FollowedOrder({ order, now }: { order: Order; now: Date }) {
  const isUnderWay = order.status !== 'Delivered' && order.status !== 'Cancelled'
  return (
    <div className="grid grid-cols-1 gap-8">
      <section
        aria-labelledby="order-number"
        className="grid gap-6 rounded-card border border-border bg-card p-5 shadow-card md:p-6"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="order-number" tabIndex={-1} className="rounded-control">
            Order #{order.id}
          </h2>
          <OrderBadge status={order.status} />
        </div>
        <dl className="grid gap-3 sm:grid-cols-2 md:grid-cols-4">
          <Fact label="Placed">
            <time dateTime={order.createdAt.toISOString()}>{formatDate(order.createdAt)}</time>
          </Fact>
          <Fact label="Shipping to">{order.customerName}</Fact>
          <Fact label="Payment">{order.paymentState}</Fact>
          <Fact label="Last updated">
            <RelativeTime at={order.updatedAt} now={now} />
          </Fact>
        </dl>
        <ContinuePayment order={order} />
        <MoneyBack state={order.paymentState} />
        <OrderProgress status={order.status} />
        {isUnderWay && (
          <p className="text-sm text-muted-foreground">
            Usually {shippingPolicy.processing} to process, {shippingPolicy.standard.time} to arrive.
          </p>
        )}
        <OrderActions order={order} />
      </section>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:gap-10">
        <section aria-labelledby="order-items">
          <h3 id="order-items" className="mb-1">
            Items
          </h3>
          <OrderLines lines={order.lines} />
          <Bill order={order} />
        </section>
        <OrderTimeline history={order.history} />
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

function Bill({ order }: { order: Order }) {
  return (
    <Amounts className="border-t border-border pt-4">
      <Amount label="Subtotal">{formatGhs(order.subtotal)}</Amount>
      <Amount label="Delivery">{formatGhs(order.deliveryFee)}</Amount>
      <Amount label="Total" isTotal>
        <Price amount={order.total} size="total" />
      </Amount>
      {order.refunded > 0 && <Amount label="Paid back to you">{formatGhs(order.refunded)}</Amount>}
    </Amounts>
  )
}
