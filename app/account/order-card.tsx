import { Link } from 'react-router'
import type { OwnOrderResponse } from '#contract/orders.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import { OrderBadge } from '../components/order-badge.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { BuyAgain } from './buy-again.tsx'

const shownPictures = 3

/** The whole card leads to tracking; the link is its heading, so that it is read out once. */
export function OrderCard({ order }: { order: OwnOrderResponse }) {
  const { items } = order
  const more = items.length - shownPictures
  return (
    <article className="relative grid gap-3 rounded-card border border-border bg-card p-4 shadow-card transition-colors hover:border-input">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="font-sans text-xl font-semibold">
            <Link
              to={`/track-order?code=${encodeURIComponent(order.tracking_code)}`}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              Order #{order.id}
            </Link>
          </h2>
          <p className="text-sm text-muted-foreground">
            <time dateTime={order.created_at}>{formatDate(new Date(order.created_at))}</time> ·{' '}
            {order.tracking_code}
          </p>
        </div>
        <OrderBadge status={order.order_status} />
      </div>
      <div className="flex items-center gap-2">
        {items.slice(0, shownPictures).map(({ product_id, image }) => (
          <span key={product_id} className="w-14 flex-none">
            <Thumbnail address={image ?? undefined} className="rounded-control" />
          </span>
        ))}
        {more > 0 && <span className="text-sm text-muted-foreground">+{more}</span>}
        <p className="sr-only">{items.map(({ product_name }) => product_name).join(', ')}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="text-lg font-semibold tabular-nums">{formatGhs(fromCedis(order.order_total) ?? 0)}</p>
          <p className="text-sm text-muted-foreground">
            {order.payment_state}
            {order.refunded > 0 && ` · ${formatGhs(fromCedis(order.refunded) ?? 0)} paid back`}
          </p>
        </div>
        <BuyAgain order={order} />
      </div>
    </article>
  )
}

export function OrderCardsLoading() {
  return (
    <LoadingArea className="grid gap-4">
      {[1, 2, 3].map((card) => (
        <div key={card} className="grid gap-3 rounded-card border border-border bg-card p-4">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-18 w-44" />
          <Skeleton className="h-7 w-28" />
        </div>
      ))}
    </LoadingArea>
  )
}
