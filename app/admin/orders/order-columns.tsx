import { Link } from 'react-router'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { PhoneIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import type { TableColumn } from '#app/ui/table.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import { showPhone } from '#rules/phone-number.ts'
import { callAddress, chatAddress } from './contact-customer.ts'
import { MoneyBadge } from './money-badge.tsx'
import { withOrder } from './shown-orders.ts'
import { StatusSelect } from './status-select.tsx'
import type { Selection } from './use-selection.ts'
import type { StatusChanges } from './use-status-change.ts'

export function orderColumns(
  selection: Selection,
  changes: StatusChanges,
  search: URLSearchParams,
): TableColumn<AdminOrderResponse>[] {
  return [
    {
      key: 'select',
      heading: 'Select',
      part: 'title',
      className: 'max-md:absolute max-md:top-2 max-md:right-2',
      cell: ({ id, tracking_code }) => (
        <Checkbox
          label={`Select ${tracking_code}`}
          hideLabel
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      ),
    },
    {
      key: 'code',
      heading: 'Code',
      part: 'title',
      cell: (order) => (
        <>
          <Link
            to={{ search: withOrder(search, order.id) }}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link underline underline-offset-3"
          >
            {order.tracking_code}
          </Link>
          <span className="block text-sm font-normal whitespace-nowrap text-muted-foreground xl:hidden">
            <Placed at={order.created_at} />
          </span>
        </>
      ),
    },
    {
      key: 'customer',
      heading: 'Customer',
      cell: ({ customer_name, customer_phone, driver_name }) => (
        <span className="text-right wrap-anywhere md:text-left">
          {customer_name}
          <span className="block text-sm text-muted-foreground tabular-nums xl:hidden">
            {showPhone(customer_phone)}
          </span>
          {driver_name && <span className="block text-sm text-muted-foreground">Driver: {driver_name}</span>}
        </span>
      ),
    },
    {
      key: 'phone',
      heading: 'Phone',
      only: 'wide',
      cell: ({ customer_phone }) => (
        <span className="text-sm whitespace-nowrap tabular-nums">{showPhone(customer_phone)}</span>
      ),
    },
    { key: 'items', heading: 'Items', only: 'wide', end: true, cell: ({ items }) => countItems(items) },
    {
      key: 'total',
      heading: 'Total',
      end: true,
      cell: (order) => (
        <span className="inline-grid justify-items-end gap-1 whitespace-nowrap">
          {formatGhs(fromCedis(order.order_total) ?? 0)}
          <MoneyBadge {...order} />
        </span>
      ),
    },
    {
      key: 'status',
      heading: 'Status',
      cell: (order) => (
        <StatusSelect
          code={order.tracking_code}
          status={order.order_status}
          busy={changes.isBusy(order.id)}
          onChange={(to) => void changes.change(order, to)}
        />
      ),
    },
    {
      key: 'date',
      heading: 'Date',
      only: 'wide',
      cell: ({ created_at }) => (
        <span className="text-sm whitespace-nowrap">
          <Placed at={created_at} />
        </span>
      ),
    },
    {
      key: 'contact',
      heading: 'Contact',
      part: 'actions',
      only: 'cards',
      cell: (order) => <Contact order={order} />,
    },
  ]
}

/** On a laptop the drawer has the same; a column for it would only take room. */
function Contact({ order }: { order: AdminOrderResponse }) {
  const { shopName } = useShopFacts()
  const [call, chat] = [callAddress(order), chatAddress(order, shopName)]
  return (
    <>
      {call && (
        <ButtonLink to={call} variant="secondary" aria-label={`Call ${order.customer_name}`}>
          <PhoneIcon size={20} />
          Call
        </ButtonLink>
      )}
      {chat && (
        <ButtonLink
          to={chat}
          target="_blank"
          variant="secondary"
          aria-label={`Write to ${order.customer_name} on WhatsApp`}
        >
          <WhatsAppIcon size={20} />
          WhatsApp
        </ButtonLink>
      )}
    </>
  )
}

function Placed({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDate(new Date(at))}
    </time>
  )
}

function countItems(items: AdminOrderResponse['items']): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
