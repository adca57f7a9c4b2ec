import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import { daysToChoose, longestAttemptNote } from '#rules/delivery-attempts.ts'
import { isServedOn } from '#rules/delivery-days.ts'
import { onlyMistakes } from '#rules/form-mistakes.ts'
import { normalisePhone, normaliseTextable } from '#rules/phone-number.ts'

type OrderPhoneFieldProps = {
  id: string
  name: string
  error: string | undefined
  help?: string
  autoFocus?: boolean
}

/** The code alone may be seen by many: the phone number proves whose order it is. */
export function OrderPhoneField(props: OrderPhoneFieldProps) {
  return (
    <TextField
      label="Phone number of the order"
      help="Only to check that the order is yours."
      required
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      {...props}
    />
  )
}

function phoneMistake(values: FormData): string | null {
  return normalisePhone(textIn(values, 'phone')) === null
    ? 'Please enter the phone number of the order'
    : null
}

type CancelOrderFormProps = { code: string; onClose(): void }

export function CancelOrderForm({ code, onClose }: CancelOrderFormProps) {
  const { form, field, refuse, onSubmit } = useFormErrors((values) =>
    onlyMistakes({ phone: phoneMistake(values) }),
  )
  const { submit, isBusy, failure } = useSubmit()
  const navigate = useNavigate()
  const send = (values: FormData) =>
    submit({ refuse, onFailure: isAboutFields }, async () => {
      await api.post('/api/orders/cancel', { body: { code, phone: textIn(values, 'phone') } })
      await navigate(trackingPath(code), { replace: true, preventScrollReset: true })
      document.getElementById('order-number')?.focus()
      return { title: 'Your order is cancelled' }
    })
  return (
    <form
      {...form}
      aria-label="Cancel this order"
      onSubmit={onSubmit((values) => void send(values))}
      className="grid max-w-form gap-4 rounded-card border border-border p-4"
    >
      <p>Nothing is delivered then. What you have paid online, we pay back.</p>
      <OrderPhoneField {...field('phone')} autoFocus />
      {failure && <ErrorPanel title="Your order was not cancelled">{failure}</ErrorPanel>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="destructive" busy={isBusy} busyLabel="Cancelling...">
          Cancel the order
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}

type NewDayFormProps = {
  code: string
  /** On which deliveries go there; null: on any. */
  weekdays: readonly number[] | null
  now: Date
  onClose(): void
}

export function NewDayForm({ code, weekdays, now, onClose }: NewDayFormProps) {
  const { form, field, refuse, onSubmit } = useFormErrors((values) =>
    onlyMistakes({
      day: textIn(values, 'day') === '' ? 'Please choose a day' : null,
      phone: phoneMistake(values),
    }),
  )
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
      <OrderPhoneField {...field('phone')} />
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

const checkOffers = (values: FormData) =>
  onlyMistakes({
    phone:
      normaliseTextable(textIn(values, 'phone')) === null
        ? 'Please enter the mobile number of the order'
        : null,
  })

/** The phone number also says where the offers go. */
export function OffersForm({ code }: { code: string }) {
  const { form, field, refuse, onSubmit } = useFormErrors(checkOffers)
  const { submit, isBusy, failure } = useSubmit()
  const [isDone, setDone] = useState(false)
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isDone) done.current?.focus()
  }, [isDone])
  const send = (values: FormData) =>
    submit({ refuse }, async () => {
      await api.post('/api/offers', { body: { code, phone: textIn(values, 'phone') }, anonymous: true })
      setDone(true)
      return undefined
    })
  if (isDone)
    return (
      <p ref={done} tabIndex={-1} className="rounded-card bg-success-soft p-4 font-medium text-success">
        Thank you. Our next offer comes to your phone. Each one has a link that ends them.
      </p>
    )
  return (
    <form
      {...form}
      aria-label="Get offers"
      onSubmit={onSubmit((values) => void send(values))}
      className="grid max-w-form gap-4 rounded-card border border-border p-4 print:hidden"
    >
      <p>
        Be told of offers on your phone, between 8 and 19 o’clock and never on a Sunday. You can stop at any
        time.
      </p>
      <OrderPhoneField {...field('phone')} help="Offers go to this number." autoFocus />
      {failure && <ErrorPanel title="You do not get offers yet">{failure}</ErrorPanel>}
      <Button type="submit" busy={isBusy} busyLabel="Saving..." className="justify-self-start max-sm:w-full">
        Yes, send me offers
      </Button>
    </form>
  )
}
