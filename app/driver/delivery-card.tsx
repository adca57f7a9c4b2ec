import { formatDate } from '#rules/dates.ts'
import { formatDay, formatDeliveryDay } from '#rules/days.ts'
import { attemptsText } from '#rules/delivery-attempts.ts'
import { formatCedis } from '#rules/money.ts'
import { chatLink, diallablePhone, normalisePhone } from '#rules/phone-number.ts'
import { OrderBadge } from '../components/order-badge.tsx'
import { useShopFacts } from '../data/shop-facts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CircleCheckIcon, MapPinIcon, PhoneIcon, WhatsAppIcon } from '../ui/icons.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { type Delivery, isUnread } from './deliveries.ts'
import { DeliveryAction } from './delivery-action.tsx'
import { OrderRefusals } from './notices.tsx'
import { useDriver } from './use-dashboard.ts'

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
      <OrderRefusals delivery={delivery} />
      <EditedNote delivery={delivery} />
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
        <AttemptNote delivery={delivery} />
      </div>
      <AmountToCollect delivery={delivery} />
      <ContactButtons delivery={delivery} />
      <DeliveryAction delivery={delivery} />
    </article>
  )
}

const columns: TableColumn<Delivery>[] = [
  { key: 'order', heading: 'Order #', part: 'title', cell: ({ tracking_code }) => tracking_code },
  {
    key: 'customer',
    heading: 'Customer',
    cell: (delivery) => (
      <div className="grid max-w-80 gap-1 py-2">
        <span className="font-semibold wrap-anywhere">{delivery.customer_name}</span>
        <span className="text-sm wrap-anywhere">{delivery.shipping_address}</span>
        {delivery.note !== '' && <span className="text-sm text-warning">{delivery.note}</span>}
        <AttemptNote delivery={delivery} />
      </div>
    ),
  },
  {
    key: 'date',
    heading: 'Date',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap">
        {formatDate(new Date(created_at))}
      </time>
    ),
  },
  { key: 'status', heading: 'Status', cell: ({ shownStatus }) => <OrderBadge status={shownStatus} /> },
  {
    key: 'actions',
    heading: 'Actions',
    part: 'actions',
    cell: (delivery) => (
      <div className="grid min-w-72 max-w-96 gap-2 py-2">
        <OrderRefusals delivery={delivery} />
        <EditedNote delivery={delivery} />
        <AmountToCollect delivery={delivery} />
        <ContactButtons delivery={delivery} />
        <DeliveryAction delivery={delivery} />
      </div>
    ),
  },
]

export function DeliveryTable({ rows }: { rows: Delivery[] }) {
  return (
    <Table
      caption="Delivery Assignments"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowProps={() => ({ ...{ 'data-delivery': '' }, tabIndex: -1, className: 'focus-inside' })}
    />
  )
}

/** The parcel may no longer be what the driver has packed or knows by heart. */
function EditedNote({ delivery }: { delivery: Delivery }) {
  const { readEdits = {}, understand } = useDriver()
  if (!isUnread(delivery, readEdits)) return null
  return (
    <div className="flex items-center justify-between gap-3 rounded-control bg-warning-soft py-1 pr-1 pl-3 text-warning">
      <p>
        <strong className="font-semibold">Changed.</strong> Look at what is in it.
      </p>
      <Button
        variant="secondary"
        aria-label={`Understood: ${delivery.tracking_code} was changed`}
        onClick={() => understand(delivery)}
      >
        Understood
      </Button>
    </div>
  )
}

/** When to bring it; that somebody came in vain, what the customer said to it, and when to come again. */
function AttemptNote({ delivery }: { delivery: Delivery }) {
  const { attempts, last_attempt, to_decide_since, deliver_on, answer_day, answer_note, shownStatus } =
    delivery
  const isOver = shownStatus === 'Delivered' || shownStatus === 'Cancelled'
  const bring = deliver_on !== null && !isOver && (
    <p className="font-semibold">Bring it on {formatDeliveryDay(deliver_on, delivery.deliver_slot)}</p>
  )
  if (shownStatus !== 'Shipped' || last_attempt === null) return bring
  return (
    <div className="grid gap-1 rounded-control bg-muted px-3 py-2 text-sm">
      {bring}
      <p>
        {attemptsText(attempts, last_attempt)}
        {to_decide_since !== null && '. The office decides what follows.'}
      </p>
      {answer_day !== null && (
        <p className="wrap-anywhere">
          The customer asked for {formatDay(answer_day)}
          {answer_note !== '' && `: “${answer_note}”`}
        </p>
      )}
    </div>
  )
}

/** The number that matters at the door, large enough for bright sun. */
function AmountToCollect({ delivery }: { delivery: Delivery }) {
  const { amount_to_collect, collected, paid_by, payment_state, shownStatus } = delivery
  if (shownStatus === 'Cancelled') {
    return <p className="text-xl font-semibold">Collect nothing</p>
  }
  if (amount_to_collect === 0) {
    return (
      <p className="flex items-center gap-2 justify-self-start rounded-full bg-success-soft px-4 py-1 text-xl font-semibold text-success">
        <CircleCheckIcon size={20} />
        {payment_state === 'Paid' ? 'PAID' : payment_state}
      </p>
    )
  }
  return (
    <p className="text-xl font-semibold tabular-nums">
      {collected === null
        ? `Collect ${formatCedis(amount_to_collect)}`
        : `Collected ${formatCedis(collected)}${paid_by === 'mobile_money' ? ' by mobile money' : ''}`}
    </p>
  )
}

/** Three ways to the customer. They leave the page as ordinary links do, so they work whatever the page is busy with. */
function ContactButtons({ delivery }: { delivery: Delivery }) {
  const { shopName } = useShopFacts()
  const { customer_phone, customer_name, tracking_code, shipping_address } = delivery
  const onMyWay = `Hello ${customer_name}, I am on my way with your ${shopName} order ${tracking_code}.`
  const linkClass = classNames(buttonClass({ variant: 'secondary' }), 'flex-auto gap-1.5 px-1! text-sm')
  const place = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(shipping_address)}`
  return (
    <div className="flex gap-2">
      <a
        href={`tel:${diallablePhone(customer_phone)}`}
        className={linkClass}
        aria-label={`Call ${customer_name}`}
      >
        <PhoneIcon size={20} />
        Call
      </a>
      {normalisePhone(customer_phone) !== null && (
        <a
          href={chatLink(customer_phone, onMyWay)}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
          aria-label={`WhatsApp ${customer_name}: I am on my way`}
        >
          <WhatsAppIcon size={20} />
          WhatsApp
        </a>
      )}
      {shipping_address !== '' && (
        <a
          href={place}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
          aria-label={`Map to ${customer_name}`}
        >
          <MapPinIcon size={20} />
          Map
        </a>
      )}
    </div>
  )
}
