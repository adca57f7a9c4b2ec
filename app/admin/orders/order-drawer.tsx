import { useEffect, useRef, useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/icons.tsx'
import { PrinterIcon } from '#app/ui/office-icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { useUnsaved } from '../unsaved.tsx'
import { EditOrderForm, useWasEditing } from './edit-order-form.tsx'
import { OrderDetail } from './order-detail.tsx'
import { rowId } from './order-list.tsx'
import type { OrdersScreen } from './orders-screen.tsx'
import { UnpaidQuestion, useStatusChange } from './status-changes.tsx'

const sheetId = 'order-drawer'

type OrderDrawerProps = {
  orderId: number
  screen: OrdersScreen
  /** Of an order that was just taken at the counter: it is handed over at once. */
  knownPin?: string | undefined
  /** Null closes the drawer. */
  onShow(orderId: number | null): void
}

/** Everything about one order, beside the list. */
export function OrderDrawer({ orderId, screen, knownPin, onShow }: OrderDrawerProps) {
  const { ids, drivers, slips } = screen
  const { data, error, isLoading, refetch, replace } = useFetch<OrderDetailResponse>(`/api/orders/${orderId}`)
  const [outdated, setOutdated] = useState<OrderDetailResponse | null>(null)
  const order = data?.id === orderId && data !== outdated ? data : null
  const { patch } = screen.list
  useEffect(() => {
    if (data) patch(data.id, sharedWithRow(data))
  }, [data, patch])
  const changes = useStatusChange({
    patch: (id, change) => {
      screen.list.patch(id, change)
      if (order?.id === id) replace({ ...order, ...change })
    },
    onChanged: () => {
      refetch()
      screen.afterChange()
    },
  })
  const { leave, question, onUnsavedChange, hasUnsaved } = useUnsaved(
    'What you wrote in the note is lost then.',
  )
  useRowFocus(orderId)
  const at = ids.indexOf(orderId)
  const [previous, next] = [ids[at - 1], at === -1 ? undefined : ids[at + 1]]
  const go = (to: number | undefined) => {
    if (to !== undefined) leave(() => onShow(to))
  }
  useShortcuts({ j: () => go(next), k: () => go(previous) }, sheetId)
  const [isEditing, setEditing] = useState(useWasEditing(orderId))

  if (isEditing && order) {
    return (
      <EditOrderForm
        // What somebody else has saved opens the form anew.
        key={order.updated_at}
        order={order}
        onSaved={() => {
          setEditing(false)
          refetch()
          screen.afterChange()
        }}
        onReload={() => {
          // Nobody may type into a form that is about to be replaced.
          setOutdated(order)
          refetch()
        }}
        onClose={() => setEditing(false)}
      />
    )
  }
  return (
    <Sheet
      id={sheetId}
      open
      place="right"
      title={order ? `Order ${order.tracking_code}` : 'Order'}
      onClose={() => onShow(null)}
      mayClose={() => {
        if (hasUnsaved()) leave(() => onShow(null))
        return !hasUnsaved()
      }}
      footer={
        <DrawerFooter
          onPrevious={previous === undefined ? null : () => go(previous)}
          onNext={next === undefined ? null : () => go(next)}
          onPrint={order && (() => slips.print([order]))}
        />
      }
    >
      {error && (
        <ErrorPanel
          title="The order could not be loaded"
          onRetry={refetch}
          retrying={isLoading}
          className="mb-4"
        >
          {error.message}
        </ErrorPanel>
      )}
      {!order && !error && <LoadingOrder />}
      {order && (
        <OrderDetail
          key={order.id}
          order={order}
          changes={changes}
          drivers={drivers}
          knownPin={knownPin}
          onChanged={refetch}
          onTold={screen.afterChange}
          onDecided={() => {
            refetch()
            screen.afterChange()
          }}
          onUnsaved={onUnsavedChange}
          onEdit={() => leave(() => setEditing(true))}
          onPrintReturn={(back) => slips.printReturn(order, back)}
          sheetId={sheetId}
        />
      )}
      {question}
      <UnpaidQuestion changes={changes} />
    </Sheet>
  )
}

/** What the row beside the drawer shows too: it must not say anything else. */
function sharedWithRow(order: OrderDetailResponse): Partial<AdminOrderResponse> {
  const { order_status, updated_at, payment_state, amount_to_collect, cash, to_confirm } = order
  const {
    customer_name,
    customer_phone,
    order_total,
    attempts,
    last_attempt,
    to_decide_since,
    return_state,
  } = order
  return {
    ...{ order_status, updated_at, payment_state, amount_to_collect, cash, to_confirm },
    ...{ customer_name, customer_phone, order_total, attempts, last_attempt, to_decide_since, return_state },
  }
}

type DrawerFooterProps = {
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onPrint: (() => void) | null
}

function DrawerFooter({ onPrevious, onNext, onPrint }: DrawerFooterProps) {
  const button = { variant: 'secondary', size: 'sm', className: 'min-h-11' } as const
  return (
    <>
      <Button {...button} disabled={!onPrevious} onClick={onPrevious ?? undefined}>
        <ChevronLeftIcon size={20} className="-ml-1" />
        Previous
      </Button>
      <Button {...button} disabled={!onNext} onClick={onNext ?? undefined}>
        Next
        <ChevronRightIcon size={20} className="-mr-1" />
      </Button>
      {onPrint && (
        <Button variant="ghost" size="sm" className="ml-auto min-h-11" onClick={onPrint}>
          <PrinterIcon size={20} />
          <span>
            Print <span className="max-sm:sr-only">packing slip</span>
          </span>
        </Button>
      )}
    </>
  )
}

/** Closing the drawer focuses the row of the order that was shown last. */
function useRowFocus(orderId: number): void {
  const seen = useRef(orderId)
  seen.current = orderId
  useEffect(
    () => () => {
      const row = rowId(seen.current)
      requestAnimationFrame(() => document.getElementById(row)?.focus())
    },
    [],
  )
}

function LoadingOrder() {
  return (
    <LoadingArea label="Loading the order" className="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-30" />
      <Skeleton className="h-40" />
      <Skeleton className="h-30" />
    </LoadingArea>
  )
}
