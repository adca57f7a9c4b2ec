import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { onlyMistakes } from '#rules/form-mistakes.ts'
import { normalisePhone } from '#rules/phone-number.ts'

type CancelOrderFormProps = { code: string; onClose(): void }

const check = (values: FormData) =>
  onlyMistakes({
    phone: normalisePhone(phoneIn(values)) === null ? 'Please enter the phone number of the order' : null,
  })

/** The code alone may be seen by many: the phone number proves whose order it is. */
export function CancelOrderForm({ code, onClose }: CancelOrderFormProps) {
  const { form, field, refuse, onSubmit } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  const navigate = useNavigate()
  const send = (values: FormData) =>
    submit({ refuse, onFailure: isAboutFields }, async () => {
      await api.post('/api/orders/cancel', { body: { code, phone: phoneIn(values) } })
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
      <TextField
        {...field('phone')}
        label="Phone number of the order"
        help="Only to check that the order is yours."
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        autoFocus
      />
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

function phoneIn(values: FormData): string {
  return String(values.get('phone') ?? '')
}
