import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { InfoIcon, PlusIcon, RefreshIcon } from '#app/ui/icons.tsx'
import { countLabel } from '#rules/count-label.ts'
import { ExportButton } from '../export-button.tsx'
import { useRowShortcuts } from '../row-selection.ts'
import { useShortcuts } from '../shortcuts.tsx'
import type { Route } from './+types/orders-page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { isManualOrderDraft, manualOrderDraftName } from './manual-order.ts'
import { ManualOrderForm } from './manual-order-form.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import {
  exportAddress,
  OrderSearch,
  readOpenOrder,
  readShownOrders,
  type ShownOrders,
  StatusChips,
  withOrder,
} from './order-filters.tsx'
import { OrderList, rowId } from './order-list.tsx'
import { type OrdersScreen, useOrdersScreen } from './orders-screen.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Orders', hidden: true })
}

export default function OrdersPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = readShownOrders(search)
  const openId = readOpenOrder(search)
  const screen = useOrdersScreen(shown)
  const { ids, refresh, selection, slips } = screen
  // A manual order that was being entered when the session expired is on the screen again.
  const { kept } = useDraft(manualOrderDraftName, isManualOrderDraft)
  const [isAdding, setAdding] = useState(kept !== null)
  const add = () => setAdding(true)
  const [atCounter, setAtCounter] = useState<{ id: number; pin: string } | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const open = (orderId: number | null, replace = false) =>
    void navigate({ search: withOrder(search, orderId) }, { replace, preventScrollReset: true })
  useRowShortcuts({ ids, rowId, selection, onOpen: open })
  useShortcuts({ '/': () => searchField.current?.focus(), n: add })

  const showNewest = () => {
    void navigate({ search: '' })
    refresh()
  }
  return (
    <div className="grid gap-5">
      <OrdersHeading shown={shown} screen={screen} onAdd={add} />
      <StatusChips shown={shown} counts={screen.counts} />
      <OrderSearch shown={shown} searchField={searchField} />
      <NewOrdersNote count={screen.newer} onShow={showNewest} />
      <OrderList shown={shown} screen={screen} onOpen={open} onAdd={add} />
      {selection.ids.length > 0 && <BulkBar screen={screen} />}
      {openId !== null && (
        <OrderDrawer
          orderId={openId}
          screen={screen}
          knownPin={atCounter?.id === openId ? atCounter.pin : undefined}
          onShow={(orderId) => open(orderId, true)}
        />
      )}
      {isAdding && (
        <ManualOrderForm
          onClose={() => setAdding(false)}
          onPlaced={({ id, delivery_option, delivery_pin }, isAtCounter) => {
            setAdding(false)
            const isHandedOver = isAtCounter && delivery_option === 'pickup' && delivery_pin !== null
            setAtCounter(isHandedOver ? { id, pin: delivery_pin } : null)
            refresh()
            open(id)
          }}
        />
      )}
      {slips.shown}
    </div>
  )
}

type OrdersHeadingProps = { shown: ShownOrders; screen: OrdersScreen; onAdd(): void }

function OrdersHeading({ shown, screen, onAdd }: OrdersHeadingProps) {
  const button = { size: 'sm', className: 'min-h-11' } as const
  const rows = rowsText(screen.list.total, shown.q !== '')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Orders</h1>
      <Button
        {...button}
        variant="secondary"
        busy={screen.list.isLoading}
        busyLabel="Refresh"
        onClick={screen.refresh}
      >
        <RefreshIcon size={20} />
        Refresh
      </Button>
      {!shown.isUntold && !shown.isToDecide && !shown.hasOpenReturn && (
        <ExportButton
          path={exportAddress(shown)}
          texts={{ done: 'Your browser is saving the orders', failed: 'The orders could not be exported' }}
          description={rows}
          size="sm"
        >
          {/* As wide before they are counted: otherwise the next button moves away from a finger that comes down. */}
          <span className="min-w-18 text-left font-normal tabular-nums">· {rows || '… rows'}</span>
        </ExportButton>
      )}
      <Button {...button} onClick={onAdd}>
        <PlusIcon size={20} />
        New order
      </Button>
    </div>
  )
}

/** The file has them all, also where they were not counted to the end. */
function rowsText(total: number, isSearch: boolean): string {
  if (Number.isNaN(total)) return ''
  return total === 1 ? '1 row' : `${countLabel(total, isSearch)} rows`
}

type NewOrdersNoteProps = { count: number; onShow(): void }

/** The list does not jump while somebody works in it; new orders wait until they are requested. */
function NewOrdersNote({ count, onShow }: NewOrdersNoteProps) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-card border border-link bg-accent px-4 py-1 text-link">
          <InfoIcon size={20} />
          <span className="font-semibold">
            {count >= 100 ? '100 or more new orders' : count === 1 ? '1 new order' : `${count} new orders`}
          </span>
          <Button variant="ghost" size="sm" className="min-h-11 text-link underline" onClick={onShow}>
            Show
          </Button>
        </p>
      )}
    </div>
  )
}
