import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import { longestContact, noContact, readContact } from '#rules/stock-alerts.ts'

/** Phone or e-mail, for one message. */
export function StockAlertForm({ productId }: { productId: number }) {
  const { form, field, onSubmit, refuse } = useFormErrors((values) =>
    readContact(textIn(values, 'contact')) ? {} : { contact: noContact },
  )
  const { submit, isBusy, failure } = useSubmit()
  const [isDone, setDone] = useState(false)
  const send = (values: FormData) =>
    submit({ refuse, onFailure: isAboutFields }, async () => {
      const body = { contact: textIn(values, 'contact'), website: textIn(values, 'website') }
      await api.post(`/api/products/${productId}/back-in-stock`, { body, anonymous: true })
      setDone(true)
      return undefined
    })
  if (isDone) {
    return (
      <p role="status" className="rounded-card bg-success-soft p-4 font-medium text-success">
        Thank you. You get one message as soon as it is back.
      </p>
    )
  }
  return (
    <form
      {...form}
      method="post"
      onSubmit={onSubmit((values) => void send(values))}
      aria-label="Tell me when it is back"
      className="grid gap-3 rounded-card border border-border bg-card p-4"
    >
      <TextField
        {...field('contact')}
        label="Mobile number or e-mail"
        help="For one message about this product. Then we forget it."
        required
        // Whoever pressed the button wants to type.
        autoFocus
        maxLength={longestContact}
        autoComplete="tel"
        enterKeyHint="send"
      />
      {/* Programs fill in every field they find; people cannot see this one. */}
      <div hidden>
        <input name="website" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
      {failure !== null && <ErrorPanel title="That did not work">{failure}</ErrorPanel>}
      <Button type="submit" busy={isBusy} busyLabel="Sending...">
        Tell me
      </Button>
    </form>
  )
}
