import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { DriverDayResponse } from '#contract/delivery.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { useFetch } from '../data/use-fetch.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ChevronLeftIcon, ChevronRightIcon, TruckIcon } from '../ui/icons.tsx'
import { pageRange } from '../ui/page-range.ts'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import {
  countOthers,
  type Delivery,
  type DeliveryFilter,
  filterDeliveries,
  isAllOnPhone,
  mostOnPhone,
  pageSize,
  toDeliveries,
} from './deliveries.ts'
import { DeliveryCard, DeliveryTable } from './delivery-card.tsx'
import { Problems } from './notices.tsx'
import { useDriver } from './use-dashboard.ts'
import type { Day } from './use-day.ts'

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
  const isHere = !isOnline || isAllOnPhone(filter.status, deliveries)
  const here = filterDeliveries(deliveries, filter)
  const rows = here.slice((page - 1) * pageSize, page * pageSize)
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={headingId} className="font-sans text-xl font-semibold">
        Delivery Assignments
      </h2>
      <Others
        others={countOthers(deliveries, filter.status)}
        onShow={() => narrow({ status: 'all', q: '' })}
      />
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
      <Problems besides={isHere ? rows : []} />
      {day.cached === null && day.error === null && <Waiting />}
      {day.cached !== null && isHere && (
        <PageOfDeliveries
          rows={rows}
          total={here.length}
          page={page}
          onPage={setPage}
          hasAny={deliveries.length > 0}
        />
      )}
      {day.cached !== null && !isHere && <FromShop filter={filter} page={page} onPage={setPage} />}
      {!isOnline && deliveries.length === mostOnPhone && (
        <p className="text-sm text-muted-foreground">
          Without a network this phone knows {mostOnPhone} orders.
        </p>
      )}
    </section>
  )
}

type OthersProps = { others: ReturnType<typeof countOthers>; onShow(): void }

/** Nobody drives home because the list that is shown is empty while others wait. */
function Others({ others, onShow }: OthersProps) {
  const total = others.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const names = others.map(([status, count]) => `${count}\u00a0${status}`).join(', ')
  return (
    <p className="flex items-center justify-between gap-3 md:justify-start">
      <span>
        {total === 1 ? '1 other assignment waits' : `${total} other assignments wait`} ({names})
      </span>
      <Button variant="secondary" className="shrink-0" onClick={onShow}>
        Show all
      </Button>
    </p>
  )
}

/** Old deliveries that are not on the phone. */
function FromShop({ filter, ...paging }: Paging & { filter: DeliveryFilter }) {
  const { queue } = useDriver()
  const query = new URLSearchParams({ ...filter, page: String(paging.page), limit: String(pageSize) })
  const { data, total, error } = useFetch<DriverDayResponse>(`/api/orders/driver?${query}`)
  if (data === null) return error ? <p role="alert">{error.message}</p> : <Waiting />
  return <PageOfDeliveries rows={toDeliveries(data.orders, queue)} total={total} hasAny {...paging} />
}

function Waiting() {
  return (
    <LoadingArea label="Loading your orders" className="grid gap-3">
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </LoadingArea>
  )
}

type Paging = { page: number; onPage(page: number): void }

type PageOfDeliveriesProps = Paging & { rows: Delivery[]; total: number; hasAny: boolean }

/** One page of the list: a table on a wide screen, cards for the thumb on a phone. */
function PageOfDeliveries({ rows, total, page, onPage, hasAny }: PageOfDeliveriesProps) {
  const isWide = useSyncExternalStore(watchWidth, () => wide().matches)
  const list = useRef<HTMLDivElement>(null)
  useFocusPlace(list)
  if (total === 0) {
    return (
      <EmptyState icon={TruckIcon} title="No deliveries found" action={null}>
        {hasAny
          ? 'Try adjusting your search or filter criteria.'
          : 'You have no assigned deliveries at the moment.'}
      </EmptyState>
    )
  }
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isWide ? (
        <DeliveryTable rows={rows} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {rows.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryCard delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      <Footer page={page} onPage={onPage} total={total} />
    </div>
  )
}

function Footer({ page, onPage, total }: Paging & { total: number }) {
  const { from, to, pages } = pageRange(page, pageSize, total)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted-foreground tabular-nums">
        Showing {from} to {to} of {total} results
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon size={20} className="-ml-1" />
          Previous
        </Button>
        <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRightIcon size={20} className="-mr-1" />
        </Button>
      </div>
    </nav>
  )
}

const wide = () => window.matchMedia('(min-width: 768px)')

function watchWidth(changed: () => void): () => void {
  const query = wide()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const deliverySelector = '[data-delivery]'

/**
 * A card goes when its order is delivered, and its button changes with every step. The keyboard must not lose its place:
 * it goes on in the same card, or in the one that has moved up to it.
 */
function useFocusPlace(list: RefObject<HTMLElement | null>): void {
  const place = useRef<number | null>(null)
  useEffect(() => {
    const around = list.current
    if (around === null) return
    const enter = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest(deliverySelector) : null
      place.current = card === null ? null : [...around.querySelectorAll(deliverySelector)].indexOf(card)
    }
    const leave = ({ target }: FocusEvent) => {
      // What was taken out of the page was not left by the person.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected) place.current = null
      })
    }
    around.addEventListener('focusin', enter)
    around.addEventListener('focusout', leave)
    return () => {
      around.removeEventListener('focusin', enter)
      around.removeEventListener('focusout', leave)
    }
  }, [list])

  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const cards = list.current?.querySelectorAll<HTMLElement>(deliverySelector)
    cards?.[Math.min(place.current, cards.length - 1)]?.focus({ preventScroll: true })
  })
}
