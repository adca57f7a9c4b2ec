import { useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { MoneyLineResponse, OrderDetailResponse, OrderLedgerResponse } from '#contract/admin-orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { type MoneyKind, moneyWayLabels } from '#rules/order-ledger.ts'
import { MoneyDialog, TakeBackDialog } from './money-dialogs.tsx'
import { useOnChange } from './order-payments.tsx'

type OrderLedgerProps = { order: OrderDetailResponse; onChanged(): void }

/** All money of an order: what came in, what went back, what is still open or to go back. */
export function OrderLedger({ order, onChanged }: OrderLedgerProps) {
  const { data, error, isLoading, refetch, replace } = useFetch<OrderLedgerResponse>(
    `/api/orders/${order.id}/money`,
  )
  const [entering, setEntering] = useState<MoneyKind | null>(null)
  const [takingBack, setTakingBack] = useState<MoneyLineResponse | null>(null)
  useOnChange(`${order.payment_state} ${order.updated_at} ${order.cash?.collected}`, refetch)
  if (error) {
    return (
      <ErrorPanel title="The money could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data) return null
  const close = () => {
    setEntering(null)
    setTakingBack(null)
  }
  const dialog = {
    orderId: order.id,
    onClose: close,
    onSaved: (saved: OrderLedgerResponse) => {
      close()
      replace(saved)
      onChanged()
    },
    // Somebody else was faster: the list shows what they entered.
    onStale: () => {
      close()
      refetch()
      onChanged()
    },
  }
  const button = { variant: 'secondary', size: 'sm', className: 'min-h-11' } as const
  return (
    <div className="grid gap-3">
      <ToPayBack ledger={data} />
      {data.lines.length > 0 && (
        <ol aria-label="Money of this order" className="divide-y divide-border border-y border-border">
          {data.lines.map((line) => (
            <MoneyLine key={line.id} line={line} onTakeBack={() => setTakingBack(line)} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <Button {...button} onClick={() => setEntering('receipt')}>
          Enter money received
        </Button>
        {data.by_hand > 0 && (
          <Button {...button} onClick={() => setEntering('repayment')}>
            Enter money paid back
          </Button>
        )}
      </div>
      {entering && <MoneyDialog key={entering} kind={entering} ledger={data} {...dialog} />}
      {takingBack && <TakeBackDialog line={takingBack} {...dialog} />}
    </div>
  )
}

function ToPayBack({ ledger: { to_pay_back, by_hand } }: { ledger: OrderLedgerResponse }) {
  if (to_pay_back === 0) return null
  return (
    <p className="rounded-card border border-warning bg-warning-soft p-3 text-warning">
      <strong className="tabular-nums">{formatCedis(to_pay_back)}</strong>{' '}
      {by_hand > 0
        ? 'has to go back to the customer. Pay it back, then enter here how.'
        : 'has to go back to the customer. Pay it back with its payment.'}
    </p>
  )
}

type MoneyLineProps = { line: MoneyLineResponse; onTakeBack(): void }

function MoneyLine({ line, onTakeBack }: MoneyLineProps) {
  const { kind, way, source, amount, reference, note, by, at, corrected_by, may_take_back } = line
  const isBack = kind === 'repayment'
  return (
    <li className="grid gap-1 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {isBack ? 'Paid back' : 'Received'} · {moneyWayLabels[way]}
          {source === 'door' && ' at the door'}
        </span>
        <span className={classNames('tabular-nums', corrected_by !== null && 'line-through')}>
          {formatCedis(isBack ? -amount : amount)}
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        <time dateTime={at}>{formatDateAndTime(new Date(at))}</time>
        {by !== null && ` · ${by}`}
        {reference !== '' && ` · ${reference}`}
        {note !== '' && ` · ${note}`}
        {line.corrects !== null && ' · takes an earlier line back'}
        {corrected_by !== null && ' · taken back'}
      </p>
      {may_take_back && (
        <Button variant="ghost" size="sm" className="min-h-11 justify-self-start" onClick={onTakeBack}>
          <span>
            This is wrong<span className="sr-only">: {formatCedis(amount)}</span>
          </span>
        </Button>
      )}
    </li>
  )
}
