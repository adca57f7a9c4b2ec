import { useId, useState } from 'react'
import { useWasInterrupted } from '#app/session/use-draft.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { CashDeliveryResponse, DriverCashResponse } from '#contract/cash-book.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs } from '#rules/money.ts'
import { ConfirmHandOver, countedName } from './confirm-hand-over.tsx'

type DriverCashProps = { book: DriverCashResponse; onConfirmed(): void }

const columns: TableColumn<CashDeliveryResponse>[] = [
  { key: 'order', heading: 'Order #', part: 'title', cell: ({ tracking_code }) => tracking_code },
  {
    key: 'customer',
    heading: 'Customer',
    cell: ({ customer_name }) => <span className="wrap-anywhere">{customer_name}</span>,
  },
  { key: 'at', heading: 'Delivered', cell: ({ at }) => formatDateAndTime(new Date(at)) },
  { key: 'due', heading: 'Due', end: true, cell: ({ due }) => inCedis(due) },
  { key: 'collected', heading: 'Collected', end: true, cell: (delivery) => <Collected {...delivery} /> },
  {
    key: 'reason',
    heading: 'Reason',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span>,
  },
]

/** One driver's book since the last hand-over. */
export function DriverCash({ book, onConfirmed }: DriverCashProps) {
  const headingId = useId()
  const [isConfirming, setConfirming] = useState(useWasInterrupted(countedName(book)))
  const { driver, in_hand, due, collected, open, deliveries } = book
  return (
    <section aria-labelledby={headingId} className="grid gap-4 rounded-card border border-border bg-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={headingId} className="font-sans text-lg font-semibold wrap-anywhere">
            {driver.name}
          </h2>
          <p className="text-sm text-muted-foreground wrap-anywhere">{driver.email}</p>
        </div>
        <p className="text-2xl font-semibold tabular-nums">{inCedis(in_hand)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {[
          ['Due', due],
          ['Collected', collected],
          ['Open', open],
        ].map(([name, amount]) => (
          <div key={name}>
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="font-semibold tabular-nums">{inCedis(Number(amount))}</dd>
          </div>
        ))}
      </dl>
      {deliveries.length === 0 ? (
        <p className="text-muted-foreground">Left from the last hand-over.</p>
      ) : (
        <Table
          caption={`Cash of ${driver.name}`}
          columns={columns}
          rows={deliveries}
          rowKey={({ order_id }) => order_id}
        />
      )}
      <Button
        className="justify-self-start"
        disabled={in_hand <= 0}
        aria-label={`Confirm hand-over of ${driver.name}`}
        onClick={() => setConfirming(true)}
      >
        <CheckIcon size={20} />
        Confirm hand-over
      </Button>
      {isConfirming && (
        <ConfirmHandOver book={book} onConfirmed={onConfirmed} onClose={() => setConfirming(false)} />
      )}
    </section>
  )
}

function Collected({ collected, due }: CashDeliveryResponse) {
  if (collected === null) {
    return (
      <Badge tone="amber" icon={WarningIcon}>
        Not entered
      </Badge>
    )
  }
  return (
    <span className={collected === due ? undefined : 'font-semibold text-warning'}>{inCedis(collected)}</span>
  )
}

function inCedis(amount: number): string {
  return formatGhs(Math.round(amount * 100))
}
