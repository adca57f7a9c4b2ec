import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { checkLogin } from '#rules/account-fields.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useAuth } from '../session/auth.tsx'
import { rememberedPlace, withReturn } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { Route } from './+types/login-page.ts'
import { textOf, useAccountForm } from './account-form.tsx'
import { AccountCard, textLink } from './cards.tsx'

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
      <LoginForm />
      <Link to="/forgot-password" className={`${textLink} mt-2`}>
        Forgotten your password?
      </Link>
    </AccountCard>
  )
}

function LoginForm() {
  const { signIn } = useAuth()
  const knownEmail = useEmailFromSignup()
  const { form, field, summary, failure, isBusy } = useAccountForm((values) => checkLogin(read(values)), {
    title: 'Login failed',
    otherwise: 'Invalid email or password',
  })
  const send = async (values: FormData) => {
    const { email, password } = read(values)
    const { error } = await signIn(email, password)
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
      <Button type="submit" wide busy={isBusy} busyLabel="Signing in..." data-needs-script="">
        Sign In
      </Button>
    </form>
  )
}

function read(values: FormData) {
  return { email: textOf(values, 'email').trim(), password: textOf(values, 'password') }
}

/** The sign-up page hands its e-mail over in the browser's memory, never in the address. */
function useEmailFromSignup(): string | undefined {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return isHydrated && typeof state?.email === 'string' ? state.email : undefined
}
