import { type ComponentProps, useRef, useState } from 'react'
import type { ProfileResponse } from '#contract/accounts.ts'
import { emailMistake, passwordMistake } from '#rules/account-fields.ts'
import { normaliseMobile, showPhone } from '#rules/phone-number.ts'
import { api } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { deviceId } from '../session/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary, type Errors } from '../ui/form-errors.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { NewPasswordFields, textOf, useAccountForm } from './account-form.tsx'
import { Card } from './cards.tsx'
import { CodeField, checkCode, NumberForm, readCode, sendPhoneCode } from './phone-code.tsx'

type Step = 'none' | 'phone' | 'email' | 'removal'

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
      {step === 'none' && <Ways profile={profile} onAsk={setStep} />}
      {step === 'phone' && <PhoneSteps profile={profile} onDone={finish} onCancel={leave} />}
      {step === 'email' && <EmailSteps own={profile.sign_in_phone ?? ''} onDone={finish} onCancel={leave} />}
      {step === 'removal' && <RemovalForm profile={profile} onDone={finish} onCancel={leave} />}
    </Card>
  )
}

function Ways({ profile, onAsk }: Pick<WaysProps, 'profile'> & { onAsk(step: Step): void }) {
  const { email, sign_in_phone: phone } = profile
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
            <Button variant="secondary" onClick={() => onAsk('phone')}>
              {phone ? 'Change number' : 'Add your phone'}
            </Button>
          )}
          {phone && email && (
            <Button variant="ghost" onClick={() => onAsk('removal')}>
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

type ProfileStepsProps = StepsProps & Pick<WaysProps, 'profile'>

/** Who has no password gets a second code, to the number of before: a borrowed phone that lies open must not be enough. */
function PhoneSteps({ profile, onDone, onCancel }: ProfileStepsProps) {
  const { email, sign_in_phone: own } = profile
  const hasEmail = email !== ''
  const [phone, setPhone] = useState('')
  const isMoved = (to: string) => !hasEmail && own && normaliseMobile(to) !== own
  const title = 'The number was not confirmed'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => ({
      ...(isMoved(phone) ? checkCode(values, 'own_code') : {}),
      ...checkCode(values),
      ...(hasEmail ? checkPassword(values) : {}),
    }),
    { title, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const proof = hasEmail
      ? { password: textOf(values, 'password') }
      : isMoved(phone) && { own_code: readCode(values, 'own_code') }
    await api.put('/api/account/phone', {
      body: { phone, code: readCode(values), device: deviceId(), ...proof },
    })
    onDone()
    return { title: 'Number confirmed', description: 'You can sign in with it from now on.' }
  }
  const sendCodes = async (to: string) => {
    if (own && isMoved(to)) await sendPhoneCode(own)
    await sendPhoneCode(to)
  }
  if (phone === '')
    return (
      <NumberForm
        help={own && !hasEmail ? alsoTo(own) : 'We send a code there.'}
        onSent={setPhone}
        onCancel={onCancel}
        sendCode={sendCodes}
      />
    )
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      {own && isMoved(phone) && (
        <OwnCodeField field={field('own_code')} own={own} label="Code from your old number" />
      )}
      <CodeField
        field={field('code')}
        {...(isMoved(phone) && { label: 'Code from your new number', isSecond: true })}
        sentTo={showPhone(phone)}
        sendAgain={() => sendPhoneCode(phone)}
        onBack={() => setPhone('')}
      />
      {hasEmail && <CurrentPassword email={email} field={field('password')} />}
      <Buttons label="Confirm number" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function alsoTo(own: string): string {
  return `We send a code there, and another one to ${showPhone(own)}, to make sure that it is you.`
}

type OwnCodeFieldProps = Pick<ComponentProps<typeof CodeField>, 'field'> & { own: string; label: string }

function OwnCodeField({ own, ...props }: OwnCodeFieldProps) {
  return <CodeField {...props} sentTo={showPhone(own)} sendAgain={() => sendPhoneCode(own)} />
}

/** Whoever holds a phone that lies open does not know the password. */
function RemovalForm({ profile, onDone, onCancel }: ProfileStepsProps) {
  const title = 'The number was not removed'
  const { form, field, summary, failure, isBusy } = useAccountForm(checkPassword, {
    title,
    otherwise: 'Please try again.',
  })
  const send = async (values: FormData) => {
    await api.post('/api/auth/confirm-password', { body: { password: textOf(values, 'password') } })
    await api.delete('/api/account/phone')
    onDone()
    return { title: 'Number removed', description: 'It does not open your account any more.' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      <p>
        {showPhone(profile.sign_in_phone ?? '')} will not open your account any more. You sign in with your
        email and password.
      </p>
      <CurrentPassword email={profile.email} field={field('password')} />
      <Buttons label="Remove number" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

type CurrentPasswordProps = Pick<ComponentProps<typeof CodeField>, 'field'> & { email: string }

function CurrentPassword({ email, field }: CurrentPasswordProps) {
  return (
    <>
      <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
      <PasswordField
        {...field}
        label="Your password"
        autoComplete="current-password"
        enterKeyHint="done"
        required
      />
    </>
  )
}

function checkPassword(values: FormData): Errors {
  return textOf(values, 'password') === '' ? { password: 'Password is required' } : {}
}

/** The code is typed here, where the person is signed in: nobody adds a stranger's address by a link that they press. */
function EmailSteps({ own, onDone, onCancel }: StepsProps & { own: string }) {
  const [email, setEmail] = useState('')
  return email === '' ? (
    <EmailForm own={own} onSent={setEmail} onCancel={onCancel} />
  ) : (
    <EmailCodeForm own={own} email={email} onBack={() => setEmail('')} onDone={onDone} onCancel={onCancel} />
  )
}

function mailCode(email: string): Promise<unknown> {
  return api.post('/api/account/email/code', { body: { email } })
}

type EmailFormProps = { own: string; onSent(email: string): void; onCancel(): void }

function EmailForm({ own, onSent, onCancel }: EmailFormProps) {
  const title = 'The codes were not sent'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => withoutNull({ email: emailMistake(textOf(values, 'email')) }),
    { title, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const email = textOf(values, 'email').trim()
    await sendPhoneCode(own)
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
        help={alsoTo(own)}
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        autoFocus
        required
      />
      <Buttons label="Send me the codes" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

type EmailCodeFormProps = StepsProps & { own: string; email: string; onBack(): void }

function EmailCodeForm({ own, email, onBack, onDone, onCancel }: EmailCodeFormProps) {
  const { revalidate } = useAuth()
  const title = 'The email was not added'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => {
      const password = textOf(values, 'password')
      const isSame = textOf(values, 'confirmPassword') === password
      return {
        ...checkCode(values, 'own_code'),
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
    const codes = { code: readCode(values), own_code: readCode(values, 'own_code') }
    const body = { email, ...codes, device: deviceId(), password: textOf(values, 'password') }
    await api.put('/api/account/email', { body })
    await revalidate()
    onDone()
    return { title: 'Email added', description: 'You can sign in with it and your password from now on.' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={title}>{failure}</ErrorPanel>}
      <OwnCodeField field={field('own_code')} own={own} label="Code from your phone" />
      <CodeField
        field={field('code')}
        label="Code from your email"
        isSecond
        sentTo={email}
        sendAgain={() => mailCode(email)}
        onBack={onBack}
      />
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
