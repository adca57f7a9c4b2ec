import { useEffect, useRef, useState } from 'react'
import { emailMistake } from '#rules/account-fields.ts'
import { api } from '../data/api.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { deviceId } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/forgot-password-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { textOf, useAccountForm } from './account-form.tsx'

const notSent = 'The link was not sent'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Forgotten password',
    description: 'We send you a link to choose a new password.',
    hidden: true,
  })
}

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AccountCard
      title="Forgotten your password?"
      below={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {sentTo === null ? <AskForLink onSent={setSentTo} /> : <LinkIsOnItsWay to={sentTo} />}
    </AccountCard>
  )
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, summary, failure, isBusy } = useAccountForm(check, {
    title: notSent,
    otherwise: 'Please try again.',
  })
  const send = async (values: FormData) => {
    const email = textOf(values, 'email').trim()
    await api.post('/api/auth/forgot-password', { anonymous: true, body: { email, device: deviceId() } })
    onSent(email)
    return undefined
  }
  return (
    <form {...form(send)} className="mt-4 grid gap-5">
      <p className="text-muted-foreground">
        Tell us your email. We send you a link to choose a new password.
      </p>
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={notSent}>{failure}</ErrorPanel>}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        required
      />
      <Button type="submit" wide busy={isBusy} busyLabel="Sending..." data-needs-script="">
        Send the link
      </Button>
    </form>
  )
}

function check(values: FormData) {
  const email = emailMistake(textOf(values, 'email'))
  return email === null ? {} : { email }
}

/** The same words for a known and an unknown e-mail: nobody can find out here who has an account. */
function LinkIsOnItsWay({ to }: { to: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p
      ref={note}
      tabIndex={-1}
      role="status"
      className="mt-4 rounded-card bg-success-soft p-4 wrap-anywhere text-success"
    >
      If there is an account for <strong>{to}</strong>, the link is on its way. It works once, for one hour.
      Please look into the spam folder too.
    </p>
  )
}
