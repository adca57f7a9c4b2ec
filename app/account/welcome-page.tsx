import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OwnerLinkResponse } from '#contract/accounts.ts'
import { checkSignup } from '#rules/account-fields.ts'
import { staffRoleWords } from '#rules/rights.ts'
import { api } from '../data/api.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { LoadingNote } from '../ui/skeleton.tsx'
import type { Route } from './+types/welcome-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { newPasswordIn, textOf, useAccountForm } from './account-form.tsx'

const notMade = 'Your account was not made'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Welcome to your shop',
    description: 'The account of the owner or of somebody who was invited, with a link that works once.',
    hidden: true,
  })
}

/** The first thing that an owner sees: one form, then the back office. */
export default function WelcomePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const link = useOwnerLink(token)
  return (
    <AccountCard
      title={link.state === 'good' && link.is_invitation ? 'You are invited' : 'Welcome to your shop'}
      below={
        <>
          You have an account already?{' '}
          <Link to="/login?from=/admin" className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      {/* As high as what comes, so that nothing below moves. */}
      <div className="grid min-h-96 content-start">
        {link.state === 'asked' && <LoadingNote>Looking at your link...</LoadingNote>}
        {link.state === 'dead' && <DeadLink>{link.why}</DeadLink>}
        {link.state === 'good' && <OwnerForm token={token} {...link} />}
      </div>
    </AccountCard>
  )
}

type OwnerLink = { state: 'asked' } | ({ state: 'good' } & OwnerLinkResponse) | { state: 'dead'; why: string }

function useOwnerLink(token: string): OwnerLink {
  const [link, setLink] = useState<OwnerLink>({ state: 'asked' })
  useEffect(() => {
    if (token === '')
      return setLink({ state: 'dead', why: 'This link is not complete. Please open all of it again.' })
    api.post<OwnerLinkResponse>('/api/auth/owner-link', { anonymous: true, body: { token } }).then(
      (known) => setLink({ state: 'good', ...known }),
      ({ message }: Error) => setLink({ state: 'dead', why: message }),
    )
  }, [token])
  return link
}

function DeadLink({ children }: { children: string }) {
  return (
    <ErrorPanel
      className="mt-6"
      title="This link does not open anything"
      action={
        <ButtonLink to="/login?from=/admin" variant="secondary">
          Sign in
        </ButtonLink>
      }
    >
      <p>{children}</p>
      <p className="mt-2">
        Were you invited? Ask for a new invitation. For the owner, whoever looks after the server can print a
        new link at any time: <code className="wrap-anywhere">npm run shop -- invite-owner</code> and your
        email address.
      </p>
    </ErrorPanel>
  )
}

/** Where each begins the day. */
function firstPage({ role, is_invitation }: OwnerLinkResponse): string {
  if (role === 'driver') return '/driver'
  return is_invitation ? '/admin' : '/admin/start'
}

type OwnerFormProps = OwnerLinkResponse & { token: string }

function OwnerForm({ token, ...link }: OwnerFormProps) {
  const { role, is_invitation: isInvitation } = link
  const { signIn } = useAuth()
  const navigate = useNavigate()
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => ({ ...checkSignup(read(values)), ...(isInvitation ? checkName(values) : {}) }),
    { title: notMade, otherwise: 'Please try again.' },
  )
  const send = async (values: FormData) => {
    const { email, password } = read(values)
    const name = isInvitation ? textOf(values, 'name').trim() : undefined
    await api.post('/api/auth/owner', { anonymous: true, body: { token, email, password, name } })
    const { error } = await signIn(email, password)
    const place = firstPage(link)
    await navigate(error ? `/login?from=${place}` : place, { replace: true })
    return { title: 'Welcome', description: isInvitation ? undefined : 'The shop is yours.' }
  }
  return (
    <form {...form(send)} className="mt-6 grid gap-5">
      <p className="text-muted-foreground">
        {isInvitation
          ? `You work here as ${staffRoleWords[role].one}, who ${staffRoleWords[role].may}.`
          : 'With this account you run the shop: products, orders, prices and everything else.'}
      </p>
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={notMade}>{failure}</ErrorPanel>}
      {isInvitation && (
        <TextField
          {...field('name')}
          label="Your name"
          autoComplete="name"
          enterKeyHint="next"
          maxLength={60}
          required
        />
      )}
      <TextField
        {...field('email')}
        label="Email"
        help={isInvitation && link.email === null ? 'With it you sign in.' : undefined}
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        defaultValue={link.email ?? ''}
        readOnly={isInvitation && link.email !== null}
        required
      />
      <PasswordField
        {...field('password')}
        label="Password"
        help="At least 12 characters, and no common word"
        autoComplete="new-password"
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
      <Button type="submit" wide busy={isBusy} busyLabel="Making your account..." data-needs-script="">
        Make my account
      </Button>
    </form>
  )
}

function checkName(values: FormData): { name?: string } {
  const name = textOf(values, 'name').trim()
  if (name === '') return { name: 'Please enter your name' }
  return name.includes('@') ? { name: 'Please choose a name without @' } : {}
}

function read(values: FormData) {
  return { email: textOf(values, 'email').trim(), ...newPasswordIn(values) }
}
