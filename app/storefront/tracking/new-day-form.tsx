import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { daysToChoose, longestAttemptNote } from '#rules/delivery-attempts.ts'
import { isServedOn } from '#rules/delivery-days.ts'
import { onlyMistakes } from '#rules/form-mistakes.ts'
import { normalisePhone } from '#rules/phone-number.ts'

type NewDayFormProps = {
  code: string
  /** On which deliveries go there; null: on any. */
  weekdays: readonly number[] | null
  now: Date
  onClose(): void
}

const check = (values: FormData) =>
  onlyMistakes({
    day: textIn(values, 'day') === '' ? 'Please choose a day' : null,
    phone:
      normalisePhone(textIn(values, 'phone')) === null ? 'Please enter the phone number of the order' : null,
  })

/** The code alone may be seen by many: the phone number proves whose order it is. */
export function NewDayForm({ code, weekdays, now, onClose }: NewDayFormProps) {
  const { form, field, refuse, onSubmit } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  const navigate = useNavigate()
  const send = (values: FormData) =>
    submit({ refuse }, async () => {
      const body = {
        code,
        phone: textIn(values, 'phone'),
        day: textIn(values, 'day'),
        note: textIn(values, 'note'),
      }
      await api.post('/api/orders/new-day', { body })
      await navigate(trackingPath(code), { replace: true, preventScrollReset: true })
      onClose()
      document.getElementById('missed')?.focus()
      return { title: 'Thank you! We plan your delivery.' }
    })
  return (
    <form
      {...form}
      aria-label="Choose a new day"
      onSubmit={onSubmit((values) => void send(values))}
      className="grid w-full max-w-form gap-4"
    >
      <SelectField
        {...field('day')}
        label="When may we come?"
        required
        placeholder="Choose a day"
        options={daysToChoose(now).filter(({ value }) => !weekdays || isServedOn({ weekdays }, value))}
        autoFocus
      />
      <TextField
        {...field('note')}
        label="Note for the rider"
        help="For example: after 5 pm, or ask at the kiosk."
        optional
        maxLength={longestAttemptNote}
        autoComplete="off"
      />
      <TextField
        {...field('phone')}
        label="Phone number of the order"
        help="Only to check that the order is yours."
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
      />
      {failure && <ErrorPanel title="Your answer was not saved">{failure}</ErrorPanel>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  )
}

function textIn(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim()
}
