import { formatDate } from '#rules/dates.ts'
import { OrderBadge } from '../components/order-badge.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { AmountToCollect } from './amount-to-collect.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { DeliveryAction } from './delivery-action.tsx'
import type { Delivery } from './shown-deliveries.ts'

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
      <div className="grid min-w-72 gap-2 py-2">
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
