import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { type CashMistakes, checkCash } from '#rules/cash-book.ts'
import { isDeliveryPin, pinMistake } from '#rules/delivery-pin.ts'
import { formatGhs, fromCedis, plainCedis, toPesewas } from '#rules/money.ts'
import type { CashTaken } from '#rules/offline-action-queue.ts'
import { fitPhoto } from '../data/shrink-photo.ts'
import { useTypedText } from '../session/use-draft.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { CameraIcon } from '../ui/signed-in-icons.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Delivery } from './deliveries.ts'
import type { Handed } from './use-dashboard.ts'

type DeliverSheetProps = {
  delivery: Delivery | null
  onDeliver(delivery: Delivery, handed: Handed): Promise<void>
  onCash(delivery: Delivery, cash: CashTaken): void
  onPhoto(delivery: Delivery, photo: Blob): Promise<void>
  onClose(): void
}

/** At the door: the money, and if wanted a proof. Opened again later, it corrects the cash and adds a photo. */
export function DeliverSheet({ delivery, onClose, ...actions }: DeliverSheetProps) {
  return (
    <Sheet
      id="deliver"
      title={delivery ? `Order ${delivery.tracking_code}` : ''}
      open={delivery !== null}
      onClose={onClose}
    >
      {delivery && <DeliverForm key={delivery.id} delivery={delivery} onClose={onClose} {...actions} />}
    </Sheet>
  )
}

type DeliverFormProps = Omit<DeliverSheetProps, 'delivery'> & { delivery: Delivery }
type Mistakes = CashMistakes & { code?: string }

function DeliverForm({ delivery, onDeliver, onCash, onPhoto, onClose }: DeliverFormProps) {
  const due = toPesewas(delivery.amount_to_collect)
  const known = delivery.collected === null ? null : fromCedis(delivery.collected)
  const amount = useTypedText(`cash-${delivery.id}`, plainCedis(known ?? due))
  const { text: reason, type: typeReason } = useTypedText(`cash-reason-${delivery.id}`, delivery.cash_reason)
  const { text: code, type: typeCode } = useTypedText(`door-code-${delivery.id}`, '')
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const isDone = delivery.shownStatus === 'Delivered'
  const collected = fromCedis(amount.text)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...(due > 0 ? checkCash(due, collected, reason) : {}), ...checkCode(code) }
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    const cash = due > 0 && collected !== null ? { collected, reason: reason.trim() } : null
    onClose()
    if (!isDone) return onDeliver(delivery, { cash, proofCode: code.trim() || null, photo })
    if (cash && (cash.collected !== known || cash.reason !== delivery.cash_reason)) onCash(delivery, cash)
    if (photo) await onPhoto(delivery, photo)
  }
  useFocusOnMistake(mistakes)
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere">
        {delivery.customer_name}
        <br />
        {delivery.shipping_address}
      </p>
      {due > 0 ? (
        <div className="grid gap-3">
          <p className="text-2xl font-semibold tabular-nums">Collect {formatGhs(due)}</p>
          <TextField
            id="deliver-collected"
            label="Cash collected"
            prefix="Ghs"
            inputMode="decimal"
            autoComplete="off"
            value={amount.text}
            error={mistakes.collected}
            onChange={({ currentTarget }) => amount.type(currentTarget.value)}
          />
          {collected !== due && (
            <TextField
              id="deliver-reason"
              label="Why is it not the amount due?"
              maxLength={300}
              value={reason}
              error={mistakes.reason}
              onChange={({ currentTarget }) => typeReason(currentTarget.value)}
            />
          )}
        </div>
      ) : (
        <p className="text-2xl font-semibold">PAID. Nothing to collect.</p>
      )}
      <fieldset className="grid gap-3 rounded-card border border-border p-3">
        <legend className="px-1 text-sm font-semibold">Proof (optional)</legend>
        <ProofPhoto onPhoto={setPhoto} />
        {!isDone && (
          <TextField
            id="deliver-code"
            label="Customer’s PIN"
            optional
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={code}
            error={mistakes.code}
            onChange={({ currentTarget }) => typeCode(currentTarget.value)}
          />
        )}
      </fieldset>
      <Button type="submit" variant="deliver" size="xl" wide>
        <CheckIcon />
        {isDone ? 'Save' : 'Confirm Delivered'}
      </Button>
    </form>
  )
}

/** Whether it is the right one only the shop knows. */
function checkCode(code: string): { code?: string } {
  return code.trim() === '' || isDeliveryPin(code) ? {} : { code: pinMistake }
}

function useFocusOnMistake(mistakes: Mistakes): void {
  useEffect(() => {
    const [first] = Object.keys(mistakes)
    if (first) document.getElementById(`deliver-${first}`)?.focus()
  }, [mistakes])
}

const mostBytes = 15 * 1024 * 1024

/** One photo, made small on the phone before anything is sent. */
function ProofPhoto({ onPhoto }: { onPhoto(photo: Blob): void }) {
  const [shown, setShown] = useState<string | null>(null)
  const [note, setNote] = useState('')
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown])
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    setNote('Opening the photo...')
    const small = (await fitPhoto(file)) ?? (file.size <= mostBytes ? file : null)
    if (small === null) return setNote('This photo is too large.')
    onPhoto(small)
    setShown(URL.createObjectURL(small))
    setNote('The photo is ready. It is sent with this delivery.')
  }
  return (
    <div className="grid gap-2">
      <span className={classNames(buttonClass({ variant: 'secondary' }), 'focus-frame relative')}>
        <CameraIcon size={20} />
        {shown ? 'Take another photo' : 'Take a photo'}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={shown ? 'Take another photo' : 'Take a photo'}
          onChange={take}
          className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
        />
      </span>
      <div className="flex items-center gap-3">
        {shown && (
          <img src={shown} alt="The parcel at the door" className="size-16 rounded-control object-cover" />
        )}
        <p role="status" className="text-sm text-muted-foreground">
          {note}
        </p>
      </div>
    </div>
  )
}
