import { useCallback, useEffect, useState } from 'react'
import { ReceiptDocuments, type ShownDocument } from '#app/components/receipt-documents.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useAuth } from '#app/session/auth.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { ReceiptsResponse } from '#contract/receipts.ts'
import { onlyMistakes } from '#rules/form-mistakes.ts'
import { normalisePhone } from '#rules/phone-number.ts'

/** Whoever is signed in and ordered it sees it at once; everybody else says the phone number first. */
export function ReceiptPanel({ code }: { code: string }) {
  const { user, loading } = useAuth()
  const [documents, setDocuments] = useState<readonly ShownDocument[] | null>(null)
  const [isAsked, setAsked] = useState(false)
  const isSignedIn = user !== null
  const load = useCallback(
    async (phone?: string) => {
      const body = { code, ...(phone !== undefined && { phone }) }
      setDocuments((await api.post<ReceiptsResponse>('/api/receipts', { body })).documents)
    },
    [code],
  )
  useEffect(() => {
    if (loading) return
    if (!isSignedIn) setAsked(true)
    else load().catch(() => setAsked(true))
  }, [loading, isSignedIn, load])

  if (documents) {
    return (
      <section aria-labelledby="receipt-title">
        <h3 id="receipt-title" className="mb-3">
          Receipt
        </h3>
        <ReceiptDocuments documents={documents} />
      </section>
    )
  }
  if (!isAsked) {
    return (
      <LoadingArea>
        <Skeleton className="h-40" />
      </LoadingArea>
    )
  }
  return <PhoneForm onPhone={load} />
}

const phoneIn = (values: FormData) => String(values.get('phone') ?? '')

const check = (values: FormData) =>
  onlyMistakes({
    phone: normalisePhone(phoneIn(values)) === null ? 'Please enter the phone number of the order' : null,
  })

/** The code alone may be seen by many; a receipt has a name and an address on it. */
function PhoneForm({ onPhone }: { onPhone(phone: string): Promise<void> }) {
  const { form, field, refuse, onSubmit } = useFormErrors(check)
  const { submit, isBusy, failure } = useSubmit()
  const phone = field('phone')
  const send = (values: FormData) =>
    submit({ refuse }, async () => {
      await onPhone(phoneIn(values))
      return undefined
    })
  return (
    <form
      {...form}
      aria-label="Show the receipt"
      onSubmit={onSubmit((values) => void send(values))}
      className="grid max-w-form gap-4 rounded-card border border-border p-4"
    >
      <TextField
        {...phone}
        label="Phone number of the order"
        help="Only to check that the order is yours: a receipt has a name and an address on it."
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
      />
      {failure && !phone.error && <ErrorPanel title="The receipt could not be shown">{failure}</ErrorPanel>}
      <Button type="submit" busy={isBusy} busyLabel="Loading..." className="justify-self-start">
        Show the receipt
      </Button>
    </form>
  )
}
