import { type ReactNode, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { TruckIcon, XIcon } from '#app/ui/icons.tsx'
import { PrinterIcon } from '#app/ui/office-icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { type OrderStatus, orderStatuses, readOrderStatus } from '#rules/order-status.ts'
import type { Drivers } from './order-delivery.tsx'
import type { OrdersScreen } from './orders-screen.tsx'

const noDriver = 'none'

/** What can be done with all ticked orders at once. */
export function BulkBar({ screen }: { screen: OrdersScreen }) {
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
