import type { ReactNode, Ref } from 'react'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { MailIcon } from '../ui/icons.tsx'

type CardProps = {
  /** Its place in the page's address. */
  id: string
  title: string
  /** To bring the focus here. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One matter of the account. */
export function Card({ id, title, heading, children }: CardProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-card border border-border bg-card p-4 shadow-card md:p-6"
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="w-fit rounded-control text-2xl">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}

export function ResendConfirmation({ email }: { email: string }) {
  const { submit, isBusy } = useSubmit()
  const send = () =>
    submit({ failed: 'The link was not sent' }, async () => {
      await api.post('/api/auth/resend-confirmation')
      return { title: 'Link sent', description: `Please look into the mail of ${email}.` }
    })
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
