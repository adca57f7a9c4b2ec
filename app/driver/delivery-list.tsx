import { useId, useState } from 'react'
import type { DriverDayResponse } from '#contract/delivery.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { useFetch } from '../data/use-fetch.ts'
import { SelectField } from '../ui/select-field.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useDriverWork } from './driver-work.ts'
import { PageOfDeliveries, type Paging } from './page-of-deliveries.tsx'
import {
  type Delivery,
  type DeliveryFilter,
  filterDeliveries,
  isAllOnPhone,
  pageSize,
  toDeliveries,
} from './shown-deliveries.ts'
import { type Day, mostOnPhone } from './use-day.ts'

type DeliveryListProps = { day: Day; deliveries: Delivery[]; isOnline: boolean }

const statuses = [
  { value: 'all', label: 'All' },
  ...orderStatuses.map((status) => ({ value: status, label: status })),
]

export function DeliveryList({ day, deliveries, isOnline }: DeliveryListProps) {
  const headingId = useId()
  const [filter, setFilter] = useState<DeliveryFilter>({ status: 'Shipped', q: '' })
  const [page, setPage] = useState(1)
  const narrow = (change: Partial<DeliveryFilter>) => {
    setFilter({ ...filter, ...change })
    setPage(1)
  }
  const total = day.kept?.day.counts.total ?? 0
  const isHere = !isOnline || isAllOnPhone(filter.status, day.kept?.day.orders ?? [], total)
  const here = filterDeliveries(deliveries, filter)
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={headingId}>Delivery Assignments</h2>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:max-w-form">
        <TextField
          label="Search orders"
          hideLabel
          type="search"
          placeholder="Search orders..."
          value={filter.q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ currentTarget }) => narrow({ q: currentTarget.value })}
        />
        <SelectField
          label="Status"
          hideLabel
          options={statuses}
          value={filter.status}
          onChange={({ currentTarget }) => narrow({ status: currentTarget.value })}
        />
      </div>
      {day.kept === null && day.error === null && <Waiting />}
      {day.kept !== null && isHere && (
        <PageOfDeliveries
          rows={here.slice((page - 1) * pageSize, page * pageSize)}
          total={here.length}
          page={page}
          onPage={setPage}
          hasAny={deliveries.length > 0}
        />
      )}
      {day.kept !== null && !isHere && <FromShop filter={filter} page={page} onPage={setPage} />}
      {!isOnline && total > mostOnPhone && (
        <p className="text-sm text-muted-foreground">
          Without a network this phone knows {mostOnPhone} orders.
        </p>
      )}
    </section>
  )
}

/** Old deliveries that the phone does not keep. */
function FromShop({ filter, ...paging }: Paging & { filter: DeliveryFilter }) {
  const { queue } = useDriverWork()
  const query = new URLSearchParams({ ...filter, page: String(paging.page), limit: String(pageSize) })
  const { answer, total, error } = useFetch<DriverDayResponse>(`/api/orders/driver?${query}`)
  if (answer === null) return error ? <p role="alert">{error.message}</p> : <Waiting />
  return <PageOfDeliveries rows={toDeliveries(answer.orders, queue)} total={total} hasAny {...paging} />
}

function Waiting() {
  return (
    <LoadingArea label="Loading your orders" className="grid gap-3">
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </LoadingArea>
  )
}
