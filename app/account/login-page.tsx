import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { checkLogin } from '#rules/account-fields.ts'
import { isApiProblem } from '../data/api.ts'
import { useShopFacts } from '../data/shop-facts.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { rememberedPlace, withReturn } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import type { Route } from './+types/login-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { textOf, useAccountForm } from './account-form.tsx'

/** What the shop says; an account whose email is not confirmed answers the same. */
const wrongLogin = 'Invalid credentials'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Sign In',
    description: 'Sign in to see your orders and your details.',
    hidden: true,
  })
}

export default function LoginPage() {
  const { user } = useAuth()
  const [search] = useSearchParams()
  const place = rememberedPlace(search)
  if (user) return <Navigate to={place} replace />
  return (
    <AccountCard
      title="Sign In"
      below={
        <>
          New here?{' '}
          <Link to={withReturn('/signup', place)} className={textLink}>
            Create an account
          </Link>
        </>
      }
    >
      <Ways />
    </AccountCard>
  )
}

const loadPhone = async () => (await import('./phone-sign-in.tsx')).PhoneSignIn

/** By e-mail and password; where the shop sends codes, by phone, too. */
function Ways() {
  const { phoneSignIn } = useShopFacts()
  const [isByPhone, setByPhone] = useState(false)
  const { Component: PhoneSignIn, fetchComponent } = useLazyComponent(loadPhone)
  if (isByPhone && PhoneSignIn) return <PhoneSignIn onBack={() => setByPhone(false)} />
  return (
    <>
      <LoginForm />
      <Link to="/forgot-password" className={`${textLink} mt-2`}>
        Forgotten your password?
      </Link>
      {phoneSignIn && (
        <Button
          variant="secondary"
          wide
          className="mt-3"
          data-needs-script=""
          onClick={async () => setByPhone(await fetchComponent())}
        >
          Sign in with your phone
        </Button>
      )}
    </>
  )
}

function LoginForm() {
  const { signIn } = useAuth()
  const knownEmail = useEmailFromSignup()
  /** For whom the shop wants a code, beside the password that was right. */
  const [codeFor, setCodeFor] = useState<string | null>(null)
  const { form, field, summary, clear, failure, isBusy } = useAccountForm(
    (values) => (codeFor === null ? checkLogin(read(values)) : checkCode(read(values))),
    { title: 'Login failed', otherwise: 'Invalid email or password' },
  )
  const send = async (values: FormData) => {
    const { email, password, code } = read(values)
    const { error } = await signIn(email, password, codeFor === null ? undefined : code)
    const problem = isApiProblem(error) ? error.code : null
    if (problem === 'second_factor_needed') {
      setCodeFor(email)
      return
    }
    if (problem === 'invalid_credentials') setCodeFor(null)
    if (error) throw error
    return { title: 'Login successful' }
  }
  return (
    <form {...form(send)} className="mt-6 grid gap-5">
      <ErrorSummary {...summary} />
      {failure && (
        <ErrorPanel title="Login failed">
          {failure}
          {failure === wrongLogin && (
            <span className="mt-1 block text-sm">
              Just signed up? Please confirm your email first, with the link in our mail.
            </span>
          )}
        </ErrorPanel>
      )}
      <div hidden={codeFor !== null} className="grid gap-5">
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          defaultValue={knownEmail}
          required
        />
        <PasswordField
          {...field('password')}
          label="Password"
          autoComplete="current-password"
          enterKeyHint="go"
          required
        />
      </div>
      {codeFor !== null && (
        <CodeStep
          email={codeFor}
          field={field('code')}
          onSwitch={clear}
          onBack={() => {
            clear()
            setCodeFor(null)
          }}
        />
      )}
      <Button type="submit" wide busy={isBusy} busyLabel="Signing in..." data-needs-script="">
        Sign In
      </Button>
    </form>
  )
}

type CodeStepProps = {
  email: string
  field: { id: string; name: string; error: string | undefined }
  /** Another kind of code is typed: what was wrong with the first is of no interest any more. */
  onSwitch(): void
  onBack(): void
}

/** What was typed before stays in the form behind it, and goes along. */
function CodeStep({ email, field, onSwitch, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const change = () => {
    onSwitch()
    setRecovery(!isRecovery)
  }
  return (
    <div className="grid gap-2">
      <p className="mb-3 wrap-anywhere">
        One more step for <strong className="font-semibold">{email}</strong>.
      </p>
      <TextField
        key={String(isRecovery)}
        {...field}
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={
          isRecovery
            ? 'One of the codes that you kept when you set this up. Each works once.'
            : 'The six digits that your authenticator app shows for this shop'
        }
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        autoFocus
        required
      />
      <div className="flex flex-wrap justify-between gap-x-4">
        <button type="button" className={textLink} onClick={change}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </button>
        <button type="button" className={textLink} onClick={onBack}>
          Go back
        </button>
      </div>
    </div>
  )
}

function checkCode({ code }: { code: string }): Record<string, string> {
  return code === '' ? { code: 'Please enter the code' } : {}
}

function read(values: FormData) {
  return {
    email: textOf(values, 'email').trim(),
    password: textOf(values, 'password'),
    code: textOf(values, 'code').trim(),
  }
}

/** The sign-up page hands its e-mail over in the browser's memory, never in the address. */
function useEmailFromSignup(): string | undefined {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return isHydrated && typeof state?.email === 'string' ? state.email : undefined
}
