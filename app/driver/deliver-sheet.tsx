import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { type CashMistakes, checkCash, type DoorWay, longestReference, reasonOf } from '#rules/cash-book.ts'
import { isDeliveryPin, pinMistake } from '#rules/delivery-pin.ts'
import { formatGhs, fromCedis, type Pesewas, plainCedis, toPesewas } from '#rules/money.ts'
import type { CashTaken } from '#rules/offline-action-queue.ts'
import { fitPhoto } from '../data/shrink-photo.ts'
import { useTypedText } from '../session/use-draft.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { CameraIcon } from '../ui/signed-in-icons.tsx'
import type { Delivery } from './deliveries.ts'
import type { Handed } from './use-dashboard.ts'

type DeliverSheetProps = {
  delivery: Delivery | null
  onDeliver(delivery: Delivery, handed: Handed): Promise<void>
  onCash(delivery: Delivery, cash: CashTaken): void
  onPhoto(delivery: Delivery, photo: Blob): Promise<void>
  onClose(): void
}

const formId = 'deliver-form'

const isDone = (delivery: Delivery | null) => delivery?.shownStatus === 'Delivered'

/** At the door: the money, and if wanted a proof. Opened again later, it corrects the cash and adds a photo. */
export function DeliverSheet({ delivery, onClose, ...actions }: DeliverSheetProps) {
  return (
    <Sheet
      id="deliver"
      title={delivery ? `Order ${delivery.tracking_code}` : ''}
      open={delivery !== null}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="deliver" size="xl" wide>
          <CheckIcon />
          {isDone(delivery) ? 'Save' : 'Confirm Delivered'}
        </Button>
      }
    >
      {delivery && <DeliverForm key={delivery.id} delivery={delivery} onClose={onClose} {...actions} />}
    </Sheet>
  )
}

type DeliverFormProps = Omit<DeliverSheetProps, 'delivery'> & { delivery: Delivery }
type Mistakes = CashMistakes & { code?: string }

function DeliverForm({ delivery, onDeliver, onCash, onPhoto, onClose }: DeliverFormProps) {
  const due = toPesewas(delivery.amount_to_collect)
  const money = useDoorMoney(delivery, due)
  const { text: code, type: typeCode } = useTypedText(`door-code-${delivery.id}`, '')
  const [photo, setPhoto] = useState<DoorPhotoValue>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...(due > 0 ? money.check() : {}), ...checkCode(code) }
    setMistakes(found)
    if (Object.keys(found).length > 0 || photo === undefined) return
    const taken = due > 0 ? money.taken() : null
    onClose()
    if (!isDone(delivery)) return onDeliver(delivery, { cash: taken, proofCode: code.trim() || null, photo })
    if (taken && money.isNew(taken)) onCash(delivery, taken)
    if (photo) await onPhoto(delivery, photo)
  }
  useFocusOnMistake('deliver', mistakes)
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere">
        {delivery.customer_name}
        <br />
        {delivery.shipping_address}
      </p>
      {due > 0 ? (
        <DoorMoney due={due} money={money} mistakes={mistakes} />
      ) : (
        <p className="text-2xl font-semibold">PAID. Nothing to collect.</p>
      )}
      <fieldset className="grid gap-3 rounded-card border border-border p-3">
        <legend className="px-1 text-sm font-semibold">Proof (optional)</legend>
        <DoorPhoto onPhoto={setPhoto} />
        {!isDone(delivery) && (
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
    </form>
  )
}

type PaidBy = DoorWay | 'nothing'

/** What the customer gave, and how. */
function useDoorMoney(delivery: Delivery, due: Pesewas) {
  const { id, cash_reason, money_reference } = delivery
  const known = delivery.collected === null ? null : fromCedis(delivery.collected)
  const way = useTypedText(`paid-by-${id}`, known === 0 ? 'nothing' : delivery.paid_by)
  const amount = useTypedText(`cash-${id}`, plainCedis(known || due))
  const reason = useTypedText(`cash-reason-${id}`, cash_reason)
  const reference = useTypedText(`money-reference-${id}`, money_reference)
  const paidBy: PaidBy = way.text === 'nothing' || way.text === 'mobile_money' ? way.text : 'cash'
  const collected = paidBy === 'nothing' ? 0 : fromCedis(amount.text)
  const sent: { way: DoorWay; reference: string } =
    paidBy === 'mobile_money'
      ? { way: paidBy, reference: reference.text.trim() }
      : { way: 'cash', reference: '' }
  return {
    paidBy,
    amount,
    reason,
    reference,
    isOther: collected !== due,
    choose: way.type,
    check: () => checkCash(due, collected, reason.text, sent),
    taken: (): CashTaken | null =>
      collected === null ? null : { collected, reason: reasonOf(due, collected, reason.text), ...sent },
    isNew: (taken: CashTaken) =>
      taken.collected !== known ||
      taken.reason !== cash_reason ||
      taken.way !== delivery.paid_by ||
      taken.reference !== money_reference,
  }
}

type DoorMoneyProps = { due: Pesewas; money: ReturnType<typeof useDoorMoney>; mistakes: Mistakes }

const ways: readonly { value: PaidBy; title: string }[] = [
  { value: 'cash', title: 'Cash' },
  { value: 'mobile_money', title: 'Mobile money' },
  { value: 'nothing', title: 'Paid nothing' },
]

function DoorMoney({ due, money, mistakes }: DoorMoneyProps) {
  const { paidBy, amount, reason, reference } = money
  return (
    <div className="grid gap-3">
      <p className="text-2xl font-semibold tabular-nums">Collect {formatGhs(due)}</p>
      <RadioCards
        name="paid-by"
        label="How did the customer pay?"
        cards={ways}
        value={paidBy}
        onChange={money.choose}
      />
      {paidBy !== 'nothing' && (
        <TextField
          id="deliver-collected"
          label={paidBy === 'cash' ? 'Cash collected' : 'Mobile money received'}
          prefix="Ghs"
          inputMode="decimal"
          autoComplete="off"
          value={amount.text}
          error={mistakes.collected}
          onChange={({ currentTarget }) => amount.type(currentTarget.value)}
        />
      )}
      {paidBy === 'mobile_money' && (
        <TextField
          id="deliver-reference"
          label="Reference"
          help="The transaction number in the customer’s or the shop’s message."
          autoComplete="off"
          maxLength={longestReference}
          value={reference.text}
          error={mistakes.reference}
          onChange={({ currentTarget }) => reference.type(currentTarget.value)}
        />
      )}
      {money.isOther && (
        <TextField
          id="deliver-reason"
          label={paidBy === 'nothing' ? 'Why was nothing paid?' : 'Why is it not the amount due?'}
          maxLength={300}
          value={reason.text}
          error={mistakes.reason}
          onChange={({ currentTarget }) => reason.type(currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Whether it is the right one only the shop knows. */
function checkCode(code: string): { code?: string } {
  return code.trim() === '' || isDeliveryPin(code) ? {} : { code: pinMistake }
}

/** Of a group of cards the first one stands for all. */
export function useFocusOnMistake(form: string, mistakes: object): void {
  useEffect(() => {
    const [first] = Object.keys(mistakes)
    const field = first ? document.getElementById(`${form}-${first}`) : null
    const target = field?.querySelector('input') ?? field
    target?.focus()
  }, [form, mistakes])
}

const mostBytes = 15 * 1024 * 1024

/** Undefined while it is being opened: whoever confirms meanwhile would lose it. */
export type DoorPhotoValue = Blob | null | undefined

/** One photo, made small on the phone before anything is sent. */
export function DoorPhoto({ onPhoto }: { onPhoto(photo: DoorPhotoValue): void }) {
  const [shown, setShown] = useState<string | null>(null)
  const [note, setNote] = useState('')
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown])
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    setNote('Opening the photo...')
    onPhoto(undefined)
    const small = (await fitPhoto(file)) ?? (file.size <= mostBytes ? file : null)
    onPhoto(small)
    setShown(small && URL.createObjectURL(small))
    setNote(small ? 'The photo is ready. It is sent with this delivery.' : 'This photo is too large.')
  }
  const label = shown ? 'Take another photo' : 'Take a photo'
  return (
    <div className="grid gap-2">
      <span className={classNames(buttonClass({ variant: 'secondary' }), 'focus-frame relative')}>
        <CameraIcon size={20} />
        {label}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={label}
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
