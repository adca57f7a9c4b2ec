import { formatDate } from '#rules/dates.ts'
import { OrderBadge } from '../components/order-badge.tsx'
import { AmountToCollect } from './amount-to-collect.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { DeliveryAction } from './delivery-action.tsx'
import type { Delivery } from './shown-deliveries.ts'

/** One order on a phone: what, where, how much, and one button for the thumb. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const { tracking_code, customer_name, created_at, shipping_address, items, note, shownStatus } = delivery
  return (
    <article
      data-delivery=""
      tabIndex={-1}
      aria-label={`Order ${tracking_code}`}
      className="focus-inside grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-border bg-card p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <h3 className="font-sans text-xl font-semibold tracking-wide">{tracking_code}</h3>
        <OrderBadge status={shownStatus} />
      </div>
      <div className="grid gap-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold wrap-anywhere">{customer_name}</span>
          <time dateTime={created_at} className="text-muted-foreground">
            {formatDate(new Date(created_at))}
          </time>
        </p>
        <p className="wrap-anywhere">{shipping_address}</p>
        <p className="text-sm text-muted-foreground">
          {items.map(({ product_name, quantity }) => `${quantity} × ${product_name}`).join(', ')}
        </p>
        {note !== '' && <p className="rounded-control bg-warning-soft px-3 py-2 text-warning">{note}</p>}
      </div>
      <AmountToCollect delivery={delivery} />
      <ContactButtons delivery={delivery} />
      <DeliveryAction delivery={delivery} />
    </article>
  )
}
