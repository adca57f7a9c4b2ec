import { useId } from 'react'
import type { DriverDayResponse } from '#contract/delivery.ts'
import { formatCedis, formatGhs, type Pesewas, toPesewas } from '#rules/money.ts'
import { type ActionQueue, waitingCash } from '#rules/offline-action-queue.ts'
import { Button } from '../ui/button.tsx'
import type { Delivery } from './deliveries.ts'
import { useDriver } from './use-dashboard.ts'

type CashSectionProps = { cash: DriverDayResponse['cash']; deliveries: Delivery[]; queue: ActionQueue }

/** What the driver has in the pocket since the last hand-over, and how it came together. */
export function CashSection({ cash, deliveries, queue }: CashSectionProps) {
  const headingId = useId()
  const { openSheet } = useDriver()
  const known = new Map(cash.deliveries.map((each) => [each.order_id, toPesewas(each.collected ?? 0)]))
  const waiting = waitingCash(queue, (id) => known.get(id) ?? 0)
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card border border-border bg-card p-4">
      <h2 id={headingId} className="font-sans text-lg font-semibold">
        Cash to hand over
      </h2>
      <p className="text-3xl font-semibold tabular-nums">{formatGhs(toPesewas(cash.in_hand) + waiting)}</p>
      {waiting !== 0 && (
        <p className="text-sm text-warning">{formatGhs(waiting)} of it is not sent to the shop yet.</p>
      )}
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <Sum name="Due" amount={toPesewas(cash.due)} />
        <Sum name="Collected" amount={toPesewas(cash.collected)} />
        <Sum name="Open" amount={toPesewas(cash.open)} />
      </dl>
      {cash.deliveries.length === 0 && waiting === 0 && (
        <p className="text-muted-foreground">Nothing collected since the last hand-over.</p>
      )}
      <ul className="grid gap-2">
        {cash.deliveries.map((each) => {
          const delivery = deliveries.find(({ id }) => id === each.order_id)
          return (
            <li
              key={each.order_id}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-2"
            >
              <span className="min-w-0">
                <strong>{each.tracking_code}</strong> {each.customer_name}
                {each.reason !== '' && (
                  <span className="block text-sm text-muted-foreground wrap-anywhere">{each.reason}</span>
                )}
              </span>
              <span className="tabular-nums">
                {each.collected === null
                  ? `Not entered, ${formatCedis(each.due)} due`
                  : formatCedis(each.collected)}
              </span>
              {delivery && each.collected === null && (
                <Button variant="secondary" wide onClick={() => openSheet(delivery)}>
                  Enter cash: {each.tracking_code}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-muted-foreground">
        The shop counts it with you and confirms; then this list starts again.
      </p>
    </section>
  )
}

function Sum({ name, amount }: { name: string; amount: Pesewas }) {
  return (
    <div>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-semibold tabular-nums">{formatGhs(amount)}</dd>
    </div>
  )
}
