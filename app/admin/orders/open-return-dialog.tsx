import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import {
  type AskedLine,
  conditionLabel,
  conditions,
  policyHint,
  returnMistake,
  returnReasonLabels,
  returnReasons,
} from '#rules/returns.ts'
import { FormDialog } from '../form-dialog.tsx'
import { sendReturnPhoto } from './return-photo.tsx'

export type ReturnDialogProps = {
  order: OrderDetailResponse
  returns: OrderReturnsResponse
  onSaved(answer: OrderReturnsResponse): void
  onClose(): void
  /** Somebody else has changed the order meanwhile. */
  onStale(): void
}

export function isStale({ code }: ApiProblem): boolean {
  return code === 'order_changed' || code === 'return_changed'
}

const reasonOptions = returnReasons.map((value) => ({ value, label: returnReasonLabels[value] }))
const conditionOptions = conditions.map((value) => ({ value, label: conditionLabel(value) }))

type Mistakes = { items?: string; note?: string; photo?: string }

/** Which lines come back, how many of each, why, and how they look. */
export function OpenReturnDialog({ order, returns, onSaved, onClose, onStale }: ReturnDialogProps) {
  const [lines, setLines] = useState<readonly AskedLine[]>([])
  const note = useTypedText(`return-note-${order.id}`, '')
  const [photo, setPhoto] = useState<File | null>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  // One key for one return: a press that the network repeats counts once.
  const [key] = useState(() => crypto.randomUUID())
  const { submit, isBusy, failure } = useSubmit()
  const returnable = new Map(returns.returnable.map(({ product_id, quantity }) => [product_id, quantity]))
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { lines: items, ...rest } = returnMistake(lines, note.text.trim(), returnable) ?? {}
    const wrong = { ...rest, ...(items && { items }) }
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    const onFailure = (problem: ApiProblem) => {
      if (isStale(problem)) onStale()
    }
    void submit({ refuse: setMistakes, onFailure }, async () => {
      const address = `/api/orders/${order.id}/returns`
      const body = {
        items: lines.map(({ productId, ...line }) => ({ product_id: productId, ...line })),
        note: note.text.trim(),
        expected: returns.expected,
      }
      const opened = await api.post<OrderReturnsResponse>(address, { body, idempotencyKey: key })
      onSaved(opened)
      // The return is there, with its photo or without.
      const sent = photo && sendReturnPhoto(`${address}/${opened.returns.at(-1)?.id}`, photo)
      const withPhoto = await sent?.catch(() => null)
      if (withPhoto) onSaved(withPhoto)
      const isWithout = photo !== null && !withPhoto
      return { title: isWithout ? 'The return is open, without its photo' : 'The return is open' }
    })
  }
  return (
    <FormDialog title="Open a return" confirm="Open return" isBusy={isBusy} onSubmit={send} onClose={onClose}>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">What comes back</legend>
        {returns.returnable.map(({ product_id, product_name, quantity }) => (
          <ReturnableLine
            key={product_id}
            name={product_name}
            most={quantity}
            deliveredAt={returns.delivered_at}
            line={lines.find(({ productId }) => productId === product_id) ?? null}
            onChange={(change) => {
              const others = lines.filter(({ productId }) => productId !== product_id)
              setLines(change ? [...others, { ...change, productId: product_id }] : others)
            }}
          />
        ))}
        {mistakes.items && (
          <p role="alert" className="text-sm font-semibold text-destructive">
            {mistakes.items}
          </p>
        )}
      </fieldset>
      <TextArea
        label="Note"
        optional
        rows={2}
        maxLength={1000}
        error={mistakes.note ?? failure ?? undefined}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
      />
      <FilePicker
        label="Photo from the customer"
        optional
        buttonLabel="Choose photo"
        files={photo ? [{ id: 'photo', name: photo.name, size: photo.size }] : []}
        onAdd={([chosen]) => setPhoto(chosen ?? null)}
        onRemove={() => setPhoto(null)}
      />
    </FormDialog>
  )
}

type ReturnableLineProps = {
  name: string
  most: number
  deliveredAt: string | null
  line: AskedLine | null
  onChange(line: Omit<AskedLine, 'productId'> | null): void
}

function ReturnableLine({ name, most, deliveredAt, line, onChange }: ReturnableLineProps) {
  const hint = line && deliveredAt ? policyHint(line.condition, new Date(deliveredAt), new Date()) : null
  return (
    <div className="grid gap-3 rounded-card border border-border p-3">
      <Checkbox
        label={<span className="wrap-anywhere">{name}</span>}
        checked={line !== null}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked ? { quantity: 1, reason: 'changed_mind', condition: 'unopened' } : null,
          )
        }
      />
      {line && (
        <>
          {most > 1 && (
            <QuantityStepper
              itemName={name}
              value={line.quantity}
              max={most}
              limitText={`${most} can still come back`}
              onChange={(quantity) => onChange({ ...line, quantity })}
            />
          )}
          <SelectField
            label={`Why ${name} comes back`}
            compact
            options={reasonOptions}
            value={line.reason}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...line, reason: returnReasons.find((each) => each === value) ?? 'other' })
            }
          />
          <SelectField
            label={`How ${name} looks`}
            compact
            options={conditionOptions}
            value={line.condition}
            help={hint && !hint.isLate ? hint.text : undefined}
            warning={hint?.isLate ? hint.text : undefined}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...line, condition: conditions.find((each) => each === value) ?? 'used' })
            }
          />
        </>
      )}
    </div>
  )
}
