import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { onlyMistakes } from '#rules/form-mistakes.ts'
import { normaliseTextable } from '#rules/phone-number.ts'

const check = (values: FormData) =>
  onlyMistakes({
    phone: normaliseTextable(phoneIn(values)) === null ? 'Please enter the mobile number of the order' : null,
  })

/** The code alone may be seen by many: the phone number proves whose order it is, and says where the offers go. */
export function OffersForm({ code }: { code: string }) {
  const { form, field, refuse, onSubmit } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  const [isDone, setDone] = useState(false)
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isDone) done.current?.focus()
  }, [isDone])
  const send = (values: FormData) =>
    submit({ refuse }, async () => {
      await api.post('/api/offers', { body: { code, phone: phoneIn(values) }, anonymous: true })
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
      <TextField
        {...field('phone')}
        label="Phone number of the order"
        help="Offers go to this number."
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        autoFocus
      />
      {failure && <ErrorPanel title="You do not get offers yet">{failure}</ErrorPanel>}
      <Button type="submit" busy={isBusy} busyLabel="Saving..." className="justify-self-start max-sm:w-full">
        Yes, send me offers
      </Button>
    </form>
  )
}

function phoneIn(values: FormData): string {
  return String(values.get('phone') ?? '')
}
