import { type FormEvent, useState } from 'react'
import {
  type AttemptMistakes,
  type AttemptReport,
  attemptLabels,
  attemptMistakes,
  attemptOutcomes,
  daysToChoose,
  longestAttemptNote,
} from '#rules/delivery-attempts.ts'
import { useTypedText } from '../session/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { DoorPhoto, useFocusOnMistake } from './deliver-sheet.tsx'
import type { Delivery } from './deliveries.ts'

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
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [mistakes, setMistakes] = useState<AttemptMistakes>({})
  const [opened] = useState(() => new Date(now()))
  const outcome = attemptOutcomes.find((each) => each === chosen.text) ?? null
  useFocusOnMistake('attempt', mistakes)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = attemptMistakes({ outcome, day: day.text }, opened)
    setMistakes(found)
    if (outcome === null || Object.keys(found).length > 0) return
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
