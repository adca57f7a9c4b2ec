import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { checkSignup } from '#rules/account-fields.ts'
import { useShopFacts } from '../data/shop-facts.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { rememberedPlace, withReturn } from '../session/sign-in.ts'
import { signUp } from '../session/sign-up.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/signup-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { NewPasswordFields, newPasswordIn, textOf, useAccountForm } from './account-form.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Create an Account',
    description: 'One account for your orders and your details.',
    hidden: true,
  })
}

export default function SignupPage() {
  const { user } = useAuth()
  const { phoneSignIn } = useShopFacts()
  const [search] = useSearchParams()
  const place = rememberedPlace(search)
  if (user) return <Navigate to={place} replace />
  return (
    <AccountCard
      title="Create an Account"
      below={
        <>
          Already have an account?{' '}
          <Link to={withReturn('/login', place)} className={textLink}>
            Sign in
          </Link>
          {phoneSignIn && (
            <p>
              No email?{' '}
              <Link to={withReturn('/login', place)} className={textLink}>
                Use your phone
              </Link>
            </p>
          )}
        </>
      }
    >
      <SignupForm next={withReturn('/login', place)} />
    </AccountCard>
  )
}

function SignupForm({ next }: { next: string }) {
  const navigate = useNavigate()
  const { form, field, summary, failure, isBusy } = useAccountForm((values) => checkSignup(read(values)), {
    title: 'Registration failed',
    otherwise: 'There was a problem creating your account',
  })
  const send = async (values: FormData) => {
    const { email, password } = read(values)
    const { error } = await signUp(email, password)
    if (error) throw error
    await navigate(next, { state: { email } })
    return {
      title: 'Registration successful',
      description: 'Please check your email to confirm your account.',
    }
  }
  return (
    <form {...form(send)} className="mt-6 grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title="Registration failed">{failure}</ErrorPanel>}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        required
      />
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={isBusy} busyLabel="Creating account..." data-needs-script="">
        Create Account
      </Button>
    </form>
  )
}

function read(values: FormData) {
  return { email: textOf(values, 'email').trim(), ...newPasswordIn(values) }
}
