import { useRef, useState } from 'react'
import type { ProfileResponse } from '#contract/profile.ts'
import { emailMistake, passwordMistake } from '#rules/account-fields.ts'
import { showPhone } from '#rules/phone-number.ts'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Errors } from '../ui/use-form-errors.ts'
import { NewPasswordFields, textOf, useAccountForm } from './account-form.tsx'
import { Card } from './cards.tsx'
import { CodeField, checkCode, NumberForm, readCode, sendPhoneCode } from './phone-code.tsx'

type Step = 'none' | 'phone' | 'email'

type WaysProps = { profile: ProfileResponse; onChanged(): void }

/** A phone, an e-mail, or both. One of them always stays. */
export function WaysToSignInCard({ profile, onChanged }: WaysProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState<Step>('none')
  const leave = () => {
    setStep('none')
    heading.current?.focus()
  }
  const finish = () => {
    leave()
    onChanged()
  }
  return (
    <Card id="ways" title="Ways to Sign In" heading={heading}>
      {step === 'none' && <Ways profile={profile} onAsk={setStep} onChanged={onChanged} />}
      {step === 'phone' && <PhoneSteps hasEmail={profile.email !== ''} onDone={finish} onCancel={leave} />}
      {step === 'email' && <EmailSteps onDone={finish} onCancel={leave} />}
    </Card>
  )
}

function Ways({ profile, onAsk, onChanged }: WaysProps & { onAsk(step: Step): void }) {
  const { email, sign_in_phone: phone } = profile
  const { submit, isBusy } = useSubmit()
  const remove = () =>
    submit({ failed: 'The number was not removed' }, async () => {
      await api.delete('/api/account/phone')
      onChanged()
      return { title: 'Number removed', description: 'It does not open your account any more.' }
    })
  return (
    <ul className="divide-y divide-border">
      <li className="grid gap-3 pb-4">
        <Way label="Phone" value={phone ? showPhone(phone) : ''} />
        {!phone && (
          <p className="text-muted-foreground">
            Sign in with a code that we send you, without a password. Orders that you placed with your number
            appear here, too.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {phone !== null && (
            <Button variant="secondary" disabled={isBusy} onClick={() => onAsk('phone')}>
              {phone ? 'Change number' : 'Add your phone'}
            </Button>
          )}
          {phone && email && (
            <Button variant="ghost" busy={isBusy} onClick={() => void remove()}>
              Remove number
            </Button>
          )}
        </div>
      </li>
      <li className="grid gap-3 pt-4">
        <Way label="Email and password" value={email} isConfirmed={profile.email_confirmed} />
        {!email && (
          <>
            <p className="text-muted-foreground">
              With an email you still get in when you have lost your phone or changed your number.
            </p>
            <div>
              <Button variant="secondary" onClick={() => onAsk('email')}>
                Add an email
              </Button>
            </div>
          </>
        )}
      </li>
    </ul>
  )
}

function Way({ label, value, isConfirmed = true }: { label: string; value: string; isConfirmed?: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{label}</span>
        {value && <span className="text-muted-foreground">{value}</span>}
      </p>
      {value && isConfirmed && (
        <Badge tone="green" icon={CheckIcon}>
          Confirmed
        </Badge>
      )}
    </div>
  )
}

type StepsProps = { onDone(): void; onCancel(): void }

function PhoneSteps({ hasEmail, onDone, onCancel }: StepsProps & { hasEmail: boolean }) {
  const [phone, setPhone] = useState('')
  const title = 'The number was not confirmed'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => ({ ...checkCode(values), ...(hasEmail ? checkPassword(values) : {}) }),
    { title, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const password = hasEmail ? textOf(values, 'password') : undefined
    await api.put('/api/account/phone', { body: { phone, code: readCode(values), password } })
    onDone()
    return { title: 'Number confirmed', description: 'You can sign in with it from now on.' }
  }
  if (phone === '') return <NumberForm help="We send a code there." onSent={setPhone} onCancel={onCancel} />
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      <CodeField
        field={field('code')}
        sentTo={showPhone(phone)}
        sendAgain={() => sendPhoneCode(phone)}
        onBack={() => setPhone('')}
      />
      {hasEmail && (
        <PasswordField
          {...field('password')}
          label="Your password"
          autoComplete="current-password"
          enterKeyHint="done"
          required
        />
      )}
      <Buttons label="Confirm number" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function checkPassword(values: FormData): Errors {
  return textOf(values, 'password') === '' ? { password: 'Password is required' } : {}
}

/** The code is typed here, where the person is signed in: nobody adds a stranger's address by a link that they press. */
function EmailSteps({ onDone, onCancel }: StepsProps) {
  const [email, setEmail] = useState('')
  return email === '' ? (
    <EmailForm onSent={setEmail} onCancel={onCancel} />
  ) : (
    <EmailCodeForm email={email} onBack={() => setEmail('')} onDone={onDone} onCancel={onCancel} />
  )
}

function mailCode(email: string): Promise<unknown> {
  return api.post('/api/account/email/code', { body: { email } })
}

function EmailForm({ onSent, onCancel }: { onSent(email: string): void; onCancel(): void }) {
  const title = 'The code was not sent'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => withoutNull({ email: emailMistake(textOf(values, 'email')) }),
    { title, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const email = textOf(values, 'email').trim()
    await mailCode(email)
    onSent(email)
    return undefined
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      <TextField
        {...field('email')}
        label="Email"
        help="We send a code there."
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        autoFocus
        required
      />
      <Buttons label="Send me a code" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

type EmailCodeFormProps = StepsProps & { email: string; onBack(): void }

function EmailCodeForm({ email, onBack, onDone, onCancel }: EmailCodeFormProps) {
  const { revalidate } = useAuth()
  const title = 'The email was not added'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => {
      const password = textOf(values, 'password')
      const isSame = textOf(values, 'confirmPassword') === password
      return {
        ...checkCode(values),
        ...withoutNull({
          password: passwordMistake(password),
          confirmPassword: isSame ? null : 'The passwords do not match',
        }),
      }
    },
    { title, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const body = { email, code: readCode(values), password: textOf(values, 'password') }
    await api.put('/api/account/email', { body })
    await revalidate()
    onDone()
    return { title: 'Email added', description: 'You can sign in with it and your password from now on.' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      <CodeField field={field('code')} sentTo={email} sendAgain={() => mailCode(email)} onBack={onBack} />
      <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
      <NewPasswordFields field={field} />
      <Buttons label="Add email" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function withoutNull(mistakes: Record<string, string | null>): Errors {
  const found = Object.entries(mistakes).filter((entry): entry is [string, string] => entry[1] !== null)
  return Object.fromEntries(found)
}

function Buttons({ label, isBusy, onCancel }: { label: string; isBusy: boolean; onCancel(): void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" className="max-sm:flex-1" busy={isBusy} busyLabel="One moment...">
        {label}
      </Button>
      <Button variant="ghost" className="max-sm:flex-1" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
