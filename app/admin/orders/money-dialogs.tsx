import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { MoneyLineResponse, OrderLedgerResponse } from '#contract/admin-orders.ts'
import { longestReference } from '#rules/cash-book.ts'
import { formatCedis, formatGhs, fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import {
  checkEntry,
  type MoneyKind,
  type MoneyMistakes,
  moneyWayLabels,
  type OfficeWay,
  officeWays,
} from '#rules/order-ledger.ts'
import { FormDialog } from '../form-dialog.tsx'

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
export function MoneyDialog({ kind, ledger, orderId, ...done }: MoneyDialogProps) {
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
      <TextField
        label="Amount"
        prefix="Ghs"
        inputMode="decimal"
        autoComplete="off"
        error={mistakes.amount}
        value={typed}
        onChange={({ currentTarget }) => typeAmount(currentTarget.value)}
      />
      {way !== 'cash' && (
        <TextField
          label="Reference"
          help="By which the transfer is found again."
          autoComplete="off"
          maxLength={longestReference}
          error={mistakes.reference}
          value={reference.text}
          onChange={({ currentTarget }) => reference.type(currentTarget.value)}
        />
      )}
      <TextField
        label="Note"
        optional
        autoComplete="off"
        maxLength={300}
        error={mistakes.note}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
      />
    </FormDialog>
  )
}

type TakeBackDialogProps = Done & { line: MoneyLineResponse }

/** A wrong line stays, and one more takes it back. */
export function TakeBackDialog({ line, orderId, ...done }: TakeBackDialogProps) {
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
