import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { OrderReturnResponse, OrderReturnsResponse } from '#contract/returns.ts'
import { referenceMistake } from '#rules/cash-book.ts'
import { formatGhs, fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import { moneyWayLabels } from '#rules/order-ledger.ts'
import { arrivalMistake, type RepaymentWay, repaymentFor, repaymentWays } from '#rules/returns.ts'
import { AmountField } from '../amount-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { isStale, type ReturnDialogProps } from './open-return-dialog.tsx'
import { ReferenceField } from './order-ledger.tsx'

type Arrived = { productId: number; toShelf: string; writtenOff: string }

/** Each piece that arrived goes back on the shelf, or is written off. */
export function ReceiveReturnDialog(props: ReturnDialogProps & { back: OrderReturnResponse }) {
  const { order, returns, back, onSaved, onClose, onStale } = props
  const [arrived, setArrived] = useState<readonly Arrived[]>(() => back.items.map(firstGuess))
  const [mistake, setMistake] = useState<string>()
  const { submit, isBusy } = useSubmit()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const counted = arrived.map(({ productId, toShelf, writtenOff }) => ({
      productId,
      toShelf: readPieces(toShelf),
      writtenOff: readPieces(writtenOff),
    }))
    const asked = back.items.map((item) => ({
      productId: item.product_id,
      quantity: item.quantity,
      toShelf: 0,
      writtenOff: 0,
    }))
    const wrong = arrivalMistake(asked, counted)
    setMistake(wrong ?? undefined)
    if (wrong !== null) return
    const onFailure = (problem: ApiProblem) => {
      if (isStale(problem)) return onStale()
      setMistake(problem.message)
      return true
    }
    void submit({ onFailure }, async () => {
      const items = counted.map(({ productId, toShelf, writtenOff }) => ({
        product_id: productId,
        to_shelf: toShelf,
        written_off: writtenOff,
      }))
      const address = `/api/orders/${order.id}/returns/${back.id}/receive`
      const body = { items, expected: returns.expected }
      onSaved(await api.post<OrderReturnsResponse>(address, { body }))
      return { title: 'The return is received' }
    })
  }
  const change = (productId: number, part: Partial<Arrived>) =>
    setArrived(arrived.map((line) => (line.productId === productId ? { ...line, ...part } : line)))
  return (
    <FormDialog
      title={`Receive return ${back.id}`}
      confirm="Receive"
      isBusy={isBusy}
      onSubmit={send}
      onClose={onClose}
    >
      <p>What is as new goes back on the shelf and can be sold. Anything else is written off.</p>
      {back.items.map((item, n) => (
        <fieldset key={item.product_id} className="grid grid-cols-2 items-end gap-3">
          <legend className="mb-2 text-sm font-semibold wrap-anywhere">
            {item.quantity} × {item.product_name}
          </legend>
          <PiecesField
            label="Back on the shelf"
            value={arrived[n]?.toShelf ?? ''}
            onChange={(toShelf) => change(item.product_id, { toShelf })}
          />
          <PiecesField
            label="Written off"
            value={arrived[n]?.writtenOff ?? ''}
            onChange={(writtenOff) => change(item.product_id, { writtenOff })}
          />
        </fieldset>
      ))}
      {mistake && (
        <p role="alert" className="text-sm font-semibold text-destructive">
          {mistake}
        </p>
      )}
    </FormDialog>
  )
}

/** What nobody has opened can be sold again; what was used cannot. */
function firstGuess(item: OrderReturnResponse['items'][number]): Arrived {
  const isNew = item.condition === 'unopened' && item.reason !== 'damaged'
  const [toShelf, writtenOff] = isNew ? [item.quantity, 0] : [0, item.quantity]
  return { productId: item.product_id, toShelf: String(toShelf), writtenOff: String(writtenOff) }
}

function readPieces(typed: string): number {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
}

type PiecesFieldProps = { label: string; value: string; onChange(value: string): void }

function PiecesField({ label, value, onChange }: PiecesFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const wayOptions = repaymentWays.map((value) => ({
  value,
  label: value === 'later' ? 'Later, with the money of the order' : moneyWayLabels[value],
}))

/** How much less the order costs, and how the money goes back. */
export function SettleReturnDialog(props: ReturnDialogProps & { back: OrderReturnResponse }) {
  const { order, returns, back, onSaved, onClose, onStale } = props
  const { data: ledger } = useFetch<OrderLedgerResponse>(`/api/orders/${order.id}/money`)
  const [typed, setTyped] = useState(() => plainCedis(toPesewas(back.most)))
  const [chosen, setWay] = useState<RepaymentWay | null>(null)
  const reference = useTypedText(`return-reference-${back.id}`, '')
  const note = useTypedText(`return-settled-${back.id}`, '')
  const [mistakes, setMistakes] = useState<{ amount?: string; reference?: string; way?: string }>({})
  const { submit, isBusy } = useSubmit()
  const most = toPesewas(back.most)
  const amount = fromCedis(typed.trim())
  const byHand = toPesewas(ledger?.by_hand ?? 0)
  const online = toPesewas(ledger?.kept ?? 0) - byHand
  // What came in online goes back the same way, unless somebody decides otherwise.
  const way = chosen ?? (online > 0 ? 'gateway' : byHand > 0 ? 'cash' : 'later')
  const available = way === 'later' ? 0 : way === 'gateway' ? online : byHand + online
  const money = { cost: toPesewas(ledger?.cost ?? 0), kept: byHand + online }
  const goesBack = repaymentFor(amount ?? 0, money, available)
  const needsReference = way === 'mobile_money' || way === 'wallet' || way === 'bank'
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTooMuch = amount === null || amount > most
    const wrong = {
      ...(isTooMuch && { amount: `Please enter at most ${formatGhs(most)}, or 0` }),
      ...(needsReference && goesBack > 0 && reference.text.trim() === '' && { reference: referenceMistake }),
    }
    setMistakes(wrong)
    if (amount === null || Object.keys(wrong).length > 0) return
    const onFailure = (problem: ApiProblem) => {
      if (isStale(problem)) return onStale()
      if (Object.keys(problem.fields).length === 0) setMistakes({ way: problem.message })
      return true
    }
    void submit({ refuse: setMistakes, onFailure }, async () => {
      const body = {
        amount: toCedis(amount),
        way,
        reference: needsReference ? reference.text.trim() : '',
        note: note.text.trim(),
        expected: returns.expected,
      }
      const address = `/api/orders/${order.id}/returns/${back.id}/settle`
      onSaved(await api.post<OrderReturnsResponse>(address, { body, timeoutMs: 40_000 }))
      return { title: 'The return is settled' }
    })
  }
  return (
    <FormDialog
      title={`Settle return ${back.id}`}
      confirm="Settle"
      isBusy={isBusy || ledger === null}
      onSubmit={send}
      onClose={onClose}
    >
      <p>For what came back {formatGhs(most)} can be taken off the order.</p>
      <AmountField label="The order costs less by" error={mistakes.amount} value={typed} onType={setTyped} />
      <SelectField
        label="How the money goes back"
        options={wayOptions.filter(({ value }) => value !== 'gateway' || online > 0)}
        value={way}
        error={mistakes.way}
        onChange={({ currentTarget: { value } }) =>
          setWay(repaymentWays.find((each) => each === value) ?? 'later')
        }
      />
      {needsReference && <ReferenceField error={mistakes.reference} {...reference} />}
      <TextField
        label="Note"
        optional
        autoComplete="off"
        maxLength={300}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
      />
      <p role="status" className="font-semibold">
        {settleText(way, goesBack)}
      </p>
    </FormDialog>
  )
}

function settleText(way: RepaymentWay, goesBack: number): string {
  if (way === 'later') return 'Nothing goes back now.'
  if (goesBack === 0) return 'Nothing was paid that could go back this way.'
  const amount = formatGhs(goesBack)
  return way === 'gateway'
    ? `${amount} goes back through the payment.`
    : `${amount} goes back. The shop sends nothing: pay it, and it is written down here.`
}
