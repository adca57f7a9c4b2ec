import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { MoneyLineResponse, OrderDetailResponse, OrderLedgerResponse } from '#contract/admin-orders.ts'
import { longestReference } from '#rules/cash-book.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis, formatGhs, fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import {
  checkEntry,
  type MoneyKind,
  type MoneyMistakes,
  moneyWayLabels,
  type OfficeWay,
  officeWays,
} from '#rules/order-ledger.ts'
import { AmountField } from '../amount-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useOnChange } from './order-payments-and-receipts.tsx'

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

type Done = {
  orderId: number
  onClose(): void
  onSaved(ledger: OrderLedgerResponse): void
  /** Somebody else has entered money meanwhile. */
  onStale(): void
}

const wayOptions = officeWays.map((value) => ({ value, label: moneyWayLabels[value] }))

type MoneyDialogProps = Done & { kind: MoneyKind; ledger: OrderLedgerResponse }

/** Money that somebody of the shop was given, or has paid back. */
function MoneyDialog({ kind, ledger, orderId, ...done }: MoneyDialogProps) {
  const isReceipt = kind === 'receipt'
  const open = toPesewas(ledger.open)
  const toPayBack = toPesewas(ledger.to_pay_back)
  const byHand = toPesewas(ledger.by_hand)
  const expected = isReceipt ? open : Math.min(toPayBack, byHand)
  const { text: typed, type: typeAmount } = useTypedText(
    `money-${kind}-${orderId}-${ledger.last_line}`,
    expected > 0 ? plainCedis(expected) : '',
  )
  const reference = useTypedText(`money-reference-${kind}-${orderId}`, '')
  const note = useTypedText(`money-note-${kind}-${orderId}`, '')
  const [way, setWay] = useState<OfficeWay>('cash')
  const [mistakes, setMistakes] = useState<MoneyMistakes>({})
  // One key for one entry: a press that the network repeats counts once.
  const [key] = useState(() => crypto.randomUUID())
  const { submit, isBusy } = useSubmit()
  const amount = fromCedis(typed.trim())
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entry = {
      kind,
      way,
      amount,
      reference: way === 'cash' ? '' : reference.text.trim(),
      note: note.text.trim(),
    }
    const wrong = checkEntry(entry, { open, toPayBack, byHand })
    setMistakes(wrong)
    if (amount === null || Object.keys(wrong).length > 0) return
    const onFailure = ({ code }: ApiProblem) => {
      if (code === 'money_changed') done.onStale()
    }
    const failed = 'The money was not saved'
    void submit({ failed, refuse: setMistakes, onFailure }, async () => {
      const body = { ...entry, amount: toCedis(amount), last_line: ledger.last_line }
      const address = `/api/orders/${orderId}/money`
      done.onSaved(await api.post<OrderLedgerResponse>(address, { body, idempotencyKey: key }))
      return { title: `${formatGhs(amount)} ${isReceipt ? 'received' : 'paid back'}` }
    })
  }
  return (
    <FormDialog
      title={isReceipt ? 'Money received' : 'Money paid back'}
      isBusy={isBusy}
      onSubmit={send}
      onClose={done.onClose}
    >
      <p>
        {isReceipt
          ? `Still open: ${formatGhs(open)}.`
          : `To go back: ${formatGhs(toPayBack)}. The shop sends nothing: pay it first, then enter it.`}
      </p>
      <SelectField
        label="How"
        options={wayOptions}
        value={way}
        onChange={({ currentTarget: { value } }) =>
          setWay(officeWays.find((each) => each === value) ?? 'cash')
        }
      />
      <AmountField label="Amount" error={mistakes.amount} value={typed} onType={typeAmount} />
      {way !== 'cash' && <ReferenceField error={mistakes.reference} {...reference} />}
      <TextField
        label={`Note (needed for more than is ${isReceipt ? 'open' : 'to go back'})`}
        autoComplete="off"
        maxLength={300}
        error={mistakes.note}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
      />
    </FormDialog>
  )
}

type ReferenceFieldProps = { error: string | undefined; text: string; type(typed: string): void }

export function ReferenceField({ error, text, type }: ReferenceFieldProps) {
  return (
    <TextField
      label="Reference"
      help="By which the transfer is found again."
      autoComplete="off"
      maxLength={longestReference}
      error={error}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

type TakeBackDialogProps = Done & { line: MoneyLineResponse }

/** A wrong line stays, and one more takes it back. */
function TakeBackDialog({ line, orderId, ...done }: TakeBackDialogProps) {
  const { submit, isBusy, failure } = useSubmit()
  const { text, type } = useTypedText(`take-back-${line.id}`, '')
  const [mistake, setMistake] = useState<string>()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = text.trim()
    if (note === '') return setMistake('Please say what was wrong')
    setMistake(undefined)
    const onFailure = ({ code }: ApiProblem) => {
      if (code === 'money_changed') done.onStale()
    }
    void submit({ onFailure }, async () => {
      const address = `/api/orders/${orderId}/money/${line.id}/take-back`
      done.onSaved(await api.post<OrderLedgerResponse>(address, { body: { note } }))
      return { title: 'The line is taken back' }
    })
  }
  return (
    <FormDialog title="Take this line back?" isBusy={isBusy} onSubmit={send} onClose={done.onClose}>
      <p>
        {line.kind === 'receipt' ? 'Received' : 'Paid back'}: {formatCedis(line.amount)},{' '}
        {moneyWayLabels[line.way]}. It stays in the list, with a line that takes it back.
      </p>
      <TextField
        label="What was wrong?"
        autoComplete="off"
        maxLength={300}
        error={mistake ?? failure ?? undefined}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </FormDialog>
  )
}
