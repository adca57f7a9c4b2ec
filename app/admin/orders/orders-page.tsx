import { type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { InfoIcon, PlusIcon, RefreshIcon, TruckIcon, XIcon } from '#app/ui/icons.tsx'
import { PrinterIcon } from '#app/ui/office-icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { countLabel } from '#rules/count-label.ts'
import { type OrderStatus, orderStatuses, readOrderStatus } from '#rules/order-status.ts'
import { ExportButton } from '../export-button.tsx'
import { useRowShortcuts } from '../row-selection.ts'
import { useShortcuts } from '../shortcuts.tsx'
import type { Route } from './+types/orders-page.ts'
import { isManualOrderDraft, manualOrderDraftName } from './manual-order.ts'
import { ManualOrderForm } from './manual-order-form.tsx'
import type { Drivers } from './order-delivery.tsx'
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
    void navigate(withOrder(search, orderId), { replace, preventScrollReset: true })
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
  const rows = rowsText(screen.list.total, shown.q !== '')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Orders</h1>
      <Button
        size="sm"
        className="min-h-11"
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
          className="max-sm:w-full"
        >
          {/* As wide before they are counted: otherwise the next button moves away from a finger that comes down. */}
          <span className="min-w-18 text-left font-normal tabular-nums">· {rows || '… rows'}</span>
        </ExportButton>
      )}
      <Button size="sm" className="min-h-11 max-sm:w-full" onClick={onAdd}>
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

const noDriver = 'none'

/** What can be done with all ticked orders at once. */
function BulkBar({ screen }: { screen: OrdersScreen }) {
  const { list, selection, slips } = screen
  const [dialog, setDialog] = useState<'status' | 'driver' | null>(null)
  const button = { size: 'sm', variant: 'secondary', className: 'min-h-11' } as const
  const print = () => slips.print(list.orders.filter(({ id }) => selection.has(id)))
  return (
    <section
      aria-label="Selected orders"
      data-sticky-bar=""
      className="sticky bottom-0 z-30 -mx-gutter flex flex-wrap items-center gap-2 border-t border-border bg-card px-gutter pt-2 pb-[calc(.5rem+env(safe-area-inset-bottom))] shadow-sheet print:hidden"
    >
      <div className="mr-auto flex items-center gap-1 max-md:w-full max-md:justify-between">
        <p role="status" className="font-semibold tabular-nums">
          {selection.ids.length} selected
        </p>
        <IconButton label="Clear the selection" onClick={selection.clear}>
          <XIcon size={20} />
        </IconButton>
      </div>
      <Button {...button} onClick={() => setDialog('status')}>
        Set status
      </Button>
      <Button {...button} onClick={() => setDialog('driver')}>
        <TruckIcon size={20} className="max-md:hidden" />
        Assign driver
      </Button>
      <Button {...button} onClick={print}>
        <PrinterIcon size={20} className="max-md:hidden" />
        Print packing slips
      </Button>
      <StatusChoice screen={screen} open={dialog === 'status'} onClose={() => setDialog(null)} />
      <DriverChoice screen={screen} open={dialog === 'driver'} onClose={() => setDialog(null)} />
    </section>
  )
}

type BulkChoiceProps = { screen: OrdersScreen; open: boolean; onClose(): void }

function StatusChoice({ screen: { bulk, selection }, open, onClose }: BulkChoiceProps) {
  const count = selection.ids.length
  return (
    <ChoiceDialog
      open={open}
      title={`Set the status of ${count === 1 ? '1 order' : `${count} orders`}`}
      label="New status"
      confirm="Set status"
      busy={bulk.isBusy}
      cards={orderStatuses.map((status) => ({ value: status, title: status, explanation: effectOf(status) }))}
      onClose={onClose}
      onChoose={async (value) => {
        const status = readOrderStatus(value)
        if (status) await bulk.setStatus(selection.ids, status)
        onClose()
      }}
    />
  )
}

function DriverChoice({ screen: { drivers, selection }, open, onClose }: BulkChoiceProps) {
  const count = selection.ids.length
  return (
    <ChoiceDialog
      open={open}
      title={`Who brings ${count === 1 ? 'this order' : `these ${count} orders`}?`}
      label="Driver"
      confirm="Assign driver"
      busy={drivers.isBusy}
      cards={[...driverCards(drivers), { value: noDriver, title: 'Nobody', explanation: 'Take them back.' }]}
      onClose={onClose}
      onChoose={async (value) => {
        await drivers.assign(selection.ids, value === noDriver ? null : value)
        onClose()
      }}
    />
  )
}

function driverCards({ drivers }: Drivers) {
  return (drivers ?? []).map(({ id, name, email, open_orders }) => ({
    value: id,
    title: name,
    explanation: email,
    aside: open_orders === 1 ? '1 order' : `${open_orders} orders`,
  }))
}

function effectOf(status: OrderStatus): ReactNode {
  return status === 'Cancelled'
    ? 'Puts the products back on the shelf.'
    : status === 'Pending'
      ? 'Cancelled orders take their products off the shelf again.'
      : undefined
}

type ChoiceDialogProps = {
  open: boolean
  title: string
  label: string
  confirm: string
  busy: boolean
  cards: { value: string; title: string; explanation?: ReactNode; aside?: ReactNode }[]
  onClose(): void
  onChoose(value: string): Promise<void>
}

/** A choice of one of several, in a dialog. */
function ChoiceDialog({ open, title, label, confirm, busy, cards, onClose, onChoose }: ChoiceDialogProps) {
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const choose = () => {
    if (chosen === '') setError('Please choose one')
    else void onChoose(chosen)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={choose}>
            {confirm}
          </Button>
        </>
      }
    >
      <RadioCards
        label={label}
        hideLabel
        name={label}
        cards={cards}
        value={chosen}
        error={error}
        onChange={(value) => {
          setChosen(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
