import { useState } from 'react'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { MailIcon } from '../ui/icons.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { errorOf } from './use-account-form.ts'

export function ResendConfirmation({ email }: { email: string }) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const error = await errorOf(api.post('/api/auth/resend-confirmation'))
    setBusy(false)
    if (error) show({ title: 'The link was not sent', description: error.message, tone: 'destructive' })
    else show({ title: 'Link sent', description: `Please look into the mail of ${email}.`, tone: 'success' })
  }
  return (
    <Button variant="secondary" busy={isBusy} busyLabel="Sending..." onClick={send}>
      Send a new link
    </Button>
  )
}

/** Nothing is closed to whoever has not confirmed yet, except their orders as a guest. */
export function ConfirmEmailHint({ email }: { email: string }) {
  return (
    <section
      aria-label="Confirm your email"
      className="flex gap-3 rounded-card bg-warning-soft p-4 text-warning"
    >
      <MailIcon className="mt-0.5" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="block font-semibold">Please confirm your email</strong>
          Once you have pressed the link in our mail, orders that you placed as a guest appear here too.
        </p>
        <div>
          <ResendConfirmation email={email} />
        </div>
      </div>
    </section>
  )
}
