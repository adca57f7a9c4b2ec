import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, endSession, readToken } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FilePicker, ImagePlusIcon } from '#app/ui/file-picker.tsx'
import { ImageIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
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

async function sendReturnPhoto(address: string, photo: File): Promise<OrderReturnsResponse> {
  const body = new FormData()
  body.set('photo', photo)
  return await api.put<OrderReturnsResponse>(`${address}/photo`, { body, timeoutMs: 120_000 })
}

type AddPhotoProps = { address: string; onSaved(answer: OrderReturnsResponse): void }

export function AddPhoto({ address, onSaved }: AddPhotoProps) {
  const { submit, isBusy } = useSubmit()
  const send = (photo: File | undefined) => {
    if (!photo) return
    void submit({ failed: 'The photo was not saved' }, async () => {
      onSaved(await sendReturnPhoto(address, photo))
      return { title: 'The photo is saved' }
    })
  }
  return (
    <label className="focus-frame relative inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control px-1 font-semibold text-primary">
      <input
        type="file"
        accept="image/*"
        disabled={isBusy}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
      />
      <ImagePlusIcon size={20} />
      {isBusy ? 'Saving...' : 'Add photo'}
    </label>
  )
}

export function ReturnPhoto({ address }: { address: string }) {
  const [picture, setPicture] = useState<string | null>(null)
  const { show } = useToasts()
  const open = async () => {
    const token = readToken() ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(address, { headers }).catch(() => null)
    if (file?.status === 401) return endSession(token, {})
    if (!file?.ok) return show({ title: 'The photo could not be loaded', tone: 'destructive' })
    setPicture(URL.createObjectURL(await file.blob()))
  }
  if (picture !== null) {
    return <img src={picture} alt="What the customer gives back" className="max-h-96 rounded-card" />
  }
  return (
    <Button variant="secondary" size="sm" className="min-h-11 justify-self-start" onClick={() => void open()}>
      <ImageIcon size={20} />
      Show photo
    </Button>
  )
}
