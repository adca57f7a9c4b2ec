import {
  type FormEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import {
  type AttemptMistakes,
  type AttemptReport,
  attemptLabels,
  attemptMistakes,
  attemptOutcomes,
  daysToChoose,
  longestAttemptNote,
} from '#rules/delivery-attempts.ts'
import {
  type AttemptTap,
  holdTap,
  type StepTap,
  undoTap,
  unsentTaps,
  waitingPress,
} from '#rules/offline-action-queue.ts'
import { driverButtonText, nextStepForDriver } from '#rules/order-status.ts'
import { useTypedText } from '../session/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { CheckIcon, UndoIcon } from '../ui/icons.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { DoorPhoto, type DoorPhotoValue, useFocusOnMistake } from './deliver-sheet.tsx'
import type { Delivery } from './deliveries.ts'
import { useDriver } from './use-dashboard.ts'

/** The one button of an order, and a quiet one for whoever comes back with the parcel; right after a press, the way back. */
export function DeliveryAction({ delivery }: { delivery: Delivery }) {
  const { queue, press, openSheet, openAttempt, msLeft } = useDriver()
  const tap = waitingPress(queue, delivery.id)
  useCountdown(tap !== null)
  const left = tap === null ? 0 : msLeft(tap)
  if (tap !== null && left > 0) return <UndoStrip tap={tap} msLeft={left} />
  const isDelivered = delivery.shownStatus === 'Delivered'
  const hasStep = nextStepForDriver(delivery.shownStatus) !== null
  return (
    <div className="grid gap-2">
      {tap !== null && <WaitingNote tap={tap} />}
      <Button
        variant="deliver"
        size="xl"
        wide
        disabled={!hasStep}
        aria-label={
          hasStep ? `${driverButtonText(delivery.shownStatus)}: ${delivery.tracking_code}` : undefined
        }
        onClick={() => press(delivery)}
      >
        {(hasStep || isDelivered) && <CheckIcon />}
        {driverButtonText(delivery.shownStatus)}
      </Button>
      {delivery.shownStatus === 'Shipped' && (
        <Button
          variant="ghost"
          aria-label={`Could not deliver: ${delivery.tracking_code}`}
          onClick={() => openAttempt(delivery)}
        >
          Could not deliver
        </Button>
      )}
      {isDelivered && (
        <Button variant="ghost" onClick={() => openSheet(delivery)}>
          Cash and proof
        </Button>
      )}
      <PhotoNote delivery={delivery} />
    </div>
  )
}

type Press = StepTap | AttemptTap

function pressLabel(tap: Press): string {
  return tap.kind === 'step' ? tap.to : attemptLabels[tap.outcome]
}

function WaitingNote({ tap }: { tap: Press }) {
  const { sendingKey, isOnline } = useDriver()
  const fate = isOnline
    ? sendingKey === tap.key
      ? 'sending…'
      : 'waiting to be sent'
    : 'will send when online'
  return (
    <p role="status" className="rounded-control bg-warning-soft px-3 py-2 font-semibold text-warning">
      {pressLabel(tap)} · {fate}
    </p>
  )
}

function PhotoNote({ delivery }: { delivery: Delivery }) {
  const { queue } = useDriver()
  const waiting = unsentTaps(queue).filter(({ kind, orderId }) => kind === 'photo' && orderId === delivery.id)
  const notes = [
    delivery.photos > 0 && (delivery.photos === 1 ? 'Photo sent' : `${delivery.photos} photos sent`),
    waiting.length > 0 && 'Photo waits to be sent',
    delivery.has_code && 'PIN checked',
  ].filter(Boolean)
  return notes.length === 0 ? null : <p className="text-sm text-muted-foreground">{notes.join(' · ')}</p>
}

/** "Delivered · sending in 6 s · Undo". The clock stands still while somebody is about to press. */
function UndoStrip({ tap, msLeft }: { tap: Press; msLeft: number }) {
  const { change } = useDriver()
  const strip = useRef<HTMLDivElement>(null)
  const { isHeld } = tap
  useFocusWhileShown(strip)
  const hold = (isHeld: boolean) => change((queue) => holdTap(queue, tap.key, isHeld))
  return (
    <div
      ref={strip}
      tabIndex={-1}
      className="focus-inside flex min-h-16 items-center justify-between gap-3 rounded-control bg-success-soft py-1 pr-2 pl-4 text-success"
    >
      <p className="font-semibold tabular-nums">
        <span role="status">{pressLabel(tap)}</span>
        <span aria-hidden={isHeld || undefined}>
          {' '}
          · {isHeld ? 'waiting' : `sending in ${Math.ceil(msLeft / 1000)} s`}
        </span>
      </p>
      <Button
        variant="secondary"
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
        onClick={() => change((queue) => undoTap(queue, tap.key))}
      >
        <UndoIcon size={20} />
        Undo
      </Button>
    </div>
  )
}

/** The keyboard comes here from the button that was pressed, and goes on in the card when this is gone. */
function useFocusWhileShown(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = strip.current
    shown?.focus({ preventScroll: true })
    return () => {
      if (!shown?.contains(document.activeElement)) return
      shown.closest<HTMLElement>('[data-delivery]')?.focus({ preventScroll: true })
    }
  }, [strip])
}

/** Four times a second, and only while something counts down. */
function useCountdown(isCounting: boolean): void {
  const [, look] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [isCounting])
}

type AttemptSheetProps = {
  delivery: Delivery | null
  /** The time in the shop, whatever the phone's clock says. */
  now(): number
  onReport(delivery: Delivery, report: AttemptReport, photo: Blob | null): Promise<void>
  onClose(): void
}

const formId = 'attempt-form'

/** Why the driver comes back with the parcel. All of it is kept on the phone until it can be sent. */
export function AttemptSheet({ delivery, onClose, ...actions }: AttemptSheetProps) {
  return (
    <Sheet
      id="attempt"
      title={delivery ? `Could not deliver ${delivery.tracking_code}` : ''}
      open={delivery !== null}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} size="xl" wide>
          Save
        </Button>
      }
    >
      {delivery && <AttemptForm key={delivery.id} delivery={delivery} onClose={onClose} {...actions} />}
    </Sheet>
  )
}

const cards = attemptOutcomes.map((value) => ({ value, title: attemptLabels[value] }))

type AttemptFormProps = Omit<AttemptSheetProps, 'delivery'> & { delivery: Delivery }

function AttemptForm({ delivery, now, onReport, onClose }: AttemptFormProps) {
  const chosen = useTypedText(`attempt-${delivery.id}`, '')
  const note = useTypedText(`attempt-note-${delivery.id}`, '')
  const day = useTypedText(`attempt-day-${delivery.id}`, '')
  const [photo, setPhoto] = useState<DoorPhotoValue>(null)
  const [mistakes, setMistakes] = useState<AttemptMistakes>({})
  const [opened] = useState(() => new Date(now()))
  const outcome = attemptOutcomes.find((each) => each === chosen.text) ?? null
  useFocusOnMistake('attempt', mistakes)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = attemptMistakes({ outcome, day: day.text }, opened)
    setMistakes(found)
    if (outcome === null || Object.keys(found).length > 0 || photo === undefined) return
    onClose()
    const report = { outcome, note: note.text.trim(), day: outcome === 'postponed' ? day.text : null }
    await onReport(delivery, report, photo)
  }
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
      <RadioCards
        id="attempt-outcome"
        name="outcome"
        label="What happened?"
        cards={cards}
        value={chosen.text}
        error={mistakes.outcome}
        onChange={chosen.type}
      />
      {outcome === 'postponed' && (
        <SelectField
          id="attempt-day"
          label="To which day?"
          placeholder="Choose a day"
          options={daysToChoose(opened, { fromToday: true })}
          value={day.text}
          error={mistakes.day}
          onChange={({ currentTarget }) => day.type(currentTarget.value)}
        />
      )}
      <TextField
        id="attempt-note"
        label="Note for the office"
        optional
        maxLength={longestAttemptNote}
        autoComplete="off"
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
      />
      <DoorPhoto onPhoto={setPhoto} />
    </form>
  )
}
