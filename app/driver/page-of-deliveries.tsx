import { useRef, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon, TruckIcon } from '../ui/icons.tsx'
import { pageRange } from '../ui/page-range.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { type Delivery, pageSize } from './shown-deliveries.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export type Paging = { page: number; onPage(page: number): void }

type PageOfDeliveriesProps = Paging & { rows: Delivery[]; total: number; hasAny: boolean }

/** One page of the list: a table where there is room, cards for the thumb where there is not. */
export function PageOfDeliveries({ rows, total, page, onPage, hasAny }: PageOfDeliveriesProps) {
  const isWide = useSyncExternalStore(watchWidth, () => wide().matches)
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list)
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
