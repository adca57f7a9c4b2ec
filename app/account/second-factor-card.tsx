import { type ReactNode, useEffect, useRef, useState } from 'react'
import type {
  BegunSecondFactorResponse,
  RecoveryCodesResponse,
  SecondFactorResponse,
} from '#contract/accounts.ts'
import { api } from '../data/api.ts'
import { useFetch } from '../data/use-fetch.ts'
import { useAuth } from '../session/auth.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { CheckIcon, CopyIcon, WarningIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { DownloadIcon } from '../ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { textLink } from './account-card.tsx'
import { textOf, useAccountForm } from './account-form.tsx'
import { Card } from './cards.tsx'

const address = '/api/account/second-factor'

type Step =
  | { name: 'state' }
  | { name: 'password'; before: 'begin' | 'renew' | 'off' }
  | { name: 'app'; begun: BegunSecondFactorResponse }
  | { name: 'codes'; codes: string[] }

type SecondFactorCardProps = { email: string; onChanged(): void }

/** Codes of an authenticator app beside the password, for whoever works here. */
export function SecondFactorCard({ email, onChanged }: SecondFactorCardProps) {
  const factor = useFetch<SecondFactorResponse>(address)
  const [step, setStep] = useState<Step>({ name: 'state' })
  const { data, error, isLoading, refetch } = factor
  const isOwed = data?.is_required === true && !data.is_on
  const heading = useFocusedHeading(step, isOwed)
  const leave = () => setStep({ name: 'state' })
  const finish = () => {
    leave()
    refetch()
  }
  return (
    <Card id="second-factor" title="Two-step Sign-in" heading={heading}>
      {error && !data && (
        <ErrorPanel onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!data && !error && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-40" />
        </LoadingArea>
      )}
      {data && step.name === 'state' && <State factor={data} onAsk={setStep} />}
      {step.name === 'password' && (
        <PasswordStep
          key={step.before}
          email={email}
          before={step.before}
          onDone={(next) => (next ? setStep(next) : finish())}
          onCancel={leave}
        />
      )}
      {step.name === 'app' && (
        <AppStep
          begun={step.begun}
          onDone={(codes) => {
            setStep({ name: 'codes', codes })
            refetch()
            onChanged()
          }}
          onCancel={leave}
        />
      )}
      {step.name === 'codes' && <CodesStep codes={step.codes} email={email} onDone={finish} />}
    </Card>
  )
}

/** Whoever cannot go on without it is led here; later each step begins at the heading. */
function useFocusedHeading({ name }: Step, isOwed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    if (name === 'state' || name === 'codes') heading.current?.focus()
  }, [name])
  useEffect(() => {
    if (isOwed) heading.current?.focus()
  }, [isOwed])
  return heading
}

function State({ factor, onAsk }: { factor: SecondFactorResponse; onAsk(step: Step): void }) {
  const { is_on, is_required, recovery_codes_left: left } = factor
  const ask = (before: 'begin' | 'renew' | 'off') => () => onAsk({ name: 'password', before })
  const { isAdmin } = useAuth()
  if (!is_on)
    return (
      <div className="grid gap-4">
        {is_required && <Notice>Admins of this shop need this. The back office opens once it is on.</Notice>}
        <p>
          Besides your password, the sign-in then asks for a code from an app on your phone. Somebody who
          learns your password still cannot get in.
        </p>
        <div>
          <Button onClick={ask('begin')}>Set up two-step sign-in</Button>
        </div>
      </div>
    )
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="green" icon={CheckIcon}>
          On
        </Badge>
        The sign-in asks for a code of your authenticator app.
      </p>
      {left > 3 ? (
        <p className="text-muted-foreground">
          {left} recovery codes left for the case that you lose your phone.
        </p>
      ) : (
        <Notice>
          {left === 0
            ? 'You have no recovery code left'
            : `Only ${left} recovery code${left === 1 ? '' : 's'} left`}
          . Make new ones, so that a lost phone does not keep you out.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {is_required && isAdmin && <ButtonLink to="/admin">Open the back office</ButtonLink>}
        <Button variant="secondary" onClick={ask('renew')}>
          New recovery codes
        </Button>
        <Button variant="ghost" onClick={ask('off')}>
          Turn off
        </Button>
      </div>
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-control bg-warning-soft p-3 text-warning">
      <WarningIcon className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}

const passwordTexts = {
  begin: { text: 'Please enter your password first.', button: 'Continue', failed: 'It was not set up' },
  renew: {
    text: 'Ten new recovery codes replace the ones that you have.',
    button: 'Make new codes',
    failed: 'No codes were made',
  },
  off: {
    text: 'The sign-in then asks for your password alone. To use another phone, turn it off and set it up again.',
    button: 'Turn off',
    failed: 'It was not turned off',
  },
}

type PasswordStepProps = {
  email: string
  before: keyof typeof passwordTexts
  onDone(next: Step | null): void
  onCancel(): void
}

function PasswordStep({ email, before, onDone, onCancel }: PasswordStepProps) {
  const { text, button, failed } = passwordTexts[before]
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => (textOf(values, 'password') === '' ? { password: 'Password is required' } : {}),
    { title: failed, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const body = { password: textOf(values, 'password') }
    if (before === 'begin') {
      onDone({ name: 'app', begun: await api.post<BegunSecondFactorResponse>(address, { body }) })
      return
    }
    if (before === 'renew') {
      const { recovery_codes } = await api.post<RecoveryCodesResponse>(`${address}/recovery-codes`, { body })
      onDone({ name: 'codes', codes: recovery_codes })
      return
    }
    await api.post(`${address}/off`, { body })
    onDone(null)
    return { title: 'Two-step sign-in is off' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={failed}>{failure}</ErrorPanel>}
      <p>{text}</p>
      <input type="email" autoComplete="username" value={email} aria-label="Email" readOnly hidden />
      <PasswordField
        {...field('password')}
        label="Your password"
        autoComplete="current-password"
        enterKeyHint="go"
        autoFocus
        required
      />
      <FormButtons button={button} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

type AppStepProps = {
  begun: BegunSecondFactorResponse
  onDone(codes: string[]): void
  onCancel(): void
}

function AppStep({ begun: { secret, uri }, onDone, onCancel }: AppStepProps) {
  const failed = 'It was not turned on'
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => (textOf(values, 'code').trim() === '' ? { code: 'Please enter the code' } : {}),
    { title: failed, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const body = { code: textOf(values, 'code') }
    const { recovery_codes } = await api.post<RecoveryCodesResponse>(`${address}/on`, { body })
    onDone(recovery_codes)
    return { title: 'Two-step sign-in is on', description: 'All other devices were signed out.' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={failed}>{failure}</ErrorPanel>}
      <div className="flex flex-wrap gap-4">
        <QrCode text={uri} label="Picture for the authenticator app" size={192} />
        <div className="min-w-32 flex-1">
          <p>
            Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or
            Aegis.
          </p>
          <a href={uri} className={textLink}>
            Open the app on this phone
          </a>
          <p className="text-sm text-muted-foreground">
            Or type this key into the app:
            <code className="mt-1 block font-sans font-semibold wrap-anywhere text-foreground tabular-nums">
              {secret.match(/.{4}/g)?.join(' ')}
            </code>
          </p>
        </div>
      </div>
      <TextField
        {...field('code')}
        label="Code"
        help="The six digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        autoFocus
        required
      />
      <FormButtons button="Turn on" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function FormButtons({ button, isBusy, onCancel }: { button: string; isBusy: boolean; onCancel(): void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" className="max-sm:flex-1" busy={isBusy} busyLabel="Checking...">
        {button}
      </Button>
      <Button variant="ghost" className="max-sm:flex-1" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

type CodesStepProps = { codes: readonly string[]; email: string; onDone(): void }

/** The only time that they can be read: the shop itself knows their hashes alone. */
function CodesStep({ codes, email, onDone }: CodesStepProps) {
  const { show } = useToasts()
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      show({ title: 'Codes copied', tone: 'success' })
    } catch {
      show({
        title: 'The codes were not copied',
        description: 'Please write them down.',
        tone: 'destructive',
      })
    }
  }
  const file = `Recovery codes of ${email} for ${location.host}. Each opens once.\n\n${text}\n`
  return (
    <div className="grid gap-4">
      <p>
        Keep these recovery codes where you find them without your phone. Each opens your account once instead
        of a code of the app. They are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-2 rounded-control bg-muted p-3 font-semibold tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" className="max-sm:flex-1" onClick={() => void copy()}>
          <CopyIcon size={20} />
          Copy
        </Button>
        <Button
          variant="secondary"
          className="max-sm:flex-1"
          onClick={() => saveFile('recovery-codes.txt', file)}
        >
          <DownloadIcon size={20} />
          Save file
        </Button>
        <Button className="max-sm:flex-1" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

function saveFile(download: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href, download }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
