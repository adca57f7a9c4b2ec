import { classNames } from '#app/ui/class-names.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import type { FollowedOrder } from './look-up.ts'

const meanings = {
  Pending: 'We have received your order.',
  Processing: 'We are packing it.',
  Shipped: 'It is on its way to you.',
  Delivered: 'It has arrived.',
  Cancelled: 'This order will not be delivered.',
} satisfies Record<OrderStatus, string>

/** What happened when, the newest first. */
export function OrderTimeline({ history }: Pick<FollowedOrder, 'history'>) {
  const newestFirst = history.toReversed()
  return (
    <section aria-labelledby="order-timeline">
      <h3 id="order-timeline" className="mb-4">
        Timeline
      </h3>
      <ol className="ml-2 border-l-2 border-border">
        {newestFirst.map(({ status, at }, place) => (
          <li key={`${at.toISOString()} ${status}`} className="relative pb-5 pl-6 last:pb-0">
            <span
              className={classNames(
                'absolute top-1 -left-[9px] size-4 rounded-full border-2 border-card',
                place > 0 && 'bg-input',
                place === 0 && (status === 'Cancelled' ? 'bg-destructive' : 'bg-primary'),
              )}
            />
            <p className="font-semibold">{status}</p>
            <p className="text-sm">{meanings[status]}</p>
            <time dateTime={at.toISOString()} className="text-sm text-muted-foreground">
              {formatDateAndTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
