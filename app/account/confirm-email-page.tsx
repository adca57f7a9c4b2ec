import { useState } from 'react'
import { checkNewPassword } from '#rules/account-fields.ts'
import { api, isApiProblem, isUndecided } from '../data/api.ts'
import { pageRequestContext, section, shopContext } from '../data/shop-context.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { deviceId, loginPath } from '../session/sign-in.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import { LoadingNote } from '../ui/skeleton.tsx'
import type { Route } from './+types/confirm-email-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { NewPasswordFields, newPasswordIn, useAccountForm } from './account-form.tsx'
import { ResendConfirmation } from './cards.tsx'

/** A shop that cannot say so now is asked by the press. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return { token, isConfirmed: false }
  const { report } = context.get(pageRequestContext)
  const confirmed = await section(context.get(shopContext).accounts.isEmailConfirmed(token), report)
  return { token, isConfirmed: confirmed.ok && confirmed.value }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Confirm your email',
    description: 'Shows us that the email of your account is yours.',
    hidden: true,
  })
}

export default function ConfirmEmailPage({ loaderData }: Route.ComponentProps) {
  return (
    <AccountCard title="Confirm your email">
      <div className="grid min-h-60 content-start">
        <Confirmation {...loaderData} />
      </div>
    </AccountCard>
  )
}

type MailedLink = { token: string | null; isConfirmed: boolean }

function Confirmation(link: MailedLink) {
  const { result, confirm, send } = useConfirmation(link)
  if (result === 'ready') return <PressToConfirm onPress={confirm} />
  if (result === 'waiting') return <LoadingNote>Confirming your email...</LoadingNote>
  if (result === 'elsewhere') return <PasswordToConfirm onPassword={send} />
  if (result === null) return <Confirmed />
  if (isUndecided(result)) {
    return (
      <ErrorPanel className="mt-6" onRetry={confirm}>
        {result.message}
      </ErrorPanel>
    )
  }
  return (
    <ErrorPanel className="mt-6" title="This link does not work any more" action={<NewLink />}>
      {result.message}
    </ErrorPanel>
  )
}

/** Programs that look after a mailbox open every link in it, so opening says nothing: only a press does. */
function PressToConfirm({ onPress }: { onPress: () => void }) {
  return (
    <>
      <p className="mt-4">
        Press the button if you made this account. Orders that you placed with this email then appear in it.
        All devices are signed out, so that nobody else stays in.
      </p>
      <Button className="mt-5" wide onClick={onPress} data-needs-script="">
        Confirm my email
      </Button>
      <p className="mt-6 text-muted-foreground">
        Did somebody else make this account with your email? Then do not confirm it: a new password makes it
        yours and locks them out.
      </p>
      <Link to="/forgot-password" className={textLink}>
        Choose a password of your own
      </Link>
    </>
  )
}

const notConfirmed = 'Your email was not confirmed'

/** The account was made somewhere else, perhaps by a stranger: from here on only this password opens it. */
function PasswordToConfirm({ onPassword }: { onPassword(password: string): Promise<void> }) {
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => checkNewPassword(newPasswordIn(values)),
    {
      title: notConfirmed,
      otherwise: 'Please try again.',
    },
  )
  const send = async (values: FormData) => {
    await onPassword(newPasswordIn(values).password)
    return undefined
  }
  return (
    <form {...form(send)} className="mt-4 grid gap-5">
      <p role="status">
        This account was made on another device. Choose a password here, so that nobody but you can open it.
        If you made the account yourself, it can be the one that you have.
      </p>
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={notConfirmed}>{failure}</ErrorPanel>}
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={isBusy} busyLabel="Confirming...">
        Save and confirm my email
      </Button>
    </form>
  )
}

const incomplete = new Error('This link is not complete. Please open it from the mail again.')

function useConfirmation({ token, isConfirmed }: MailedLink) {
  const { revalidate } = useAuth()
  const [result, setResult] = useState<'ready' | 'waiting' | 'elsewhere' | Error | null>(() => {
    if (isConfirmed) return null
    return token ? 'ready' : incomplete
  })
  const send = async (password?: string) => {
    const body = { token, device: deviceId(), password }
    await api.post('/api/auth/confirm-email', { anonymous: true, body })
    // Every sign-in from before has ended, also the one on this device.
    await revalidate()
    setResult(null)
  }
  const confirm = async () => {
    setResult('waiting')
    try {
      await send()
    } catch (error) {
      if (isApiProblem(error) && error.code === 'new_password_needed') setResult('elsewhere')
      else setResult(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { result, send, confirm: () => void confirm() }
}

/** Whoever presses the link again may have signed in since. */
function Confirmed() {
  const { user } = useAuth()
  return (
    <>
      <p role="status" className="mt-4 rounded-card bg-success-soft p-4 text-success">
        {user
          ? 'Thank you, your email is confirmed. Orders that you placed with it appear in your account.'
          : 'Thank you, your email is confirmed. Please sign in: orders that you placed with it now appear in your account.'}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={user ? '/account' : loginPath('/account')}>
          {user ? 'My Account' : 'Sign in'}
        </ButtonLink>
        <ButtonLink to="/shop" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </>
  )
}

function NewLink() {
  const { user } = useAuth()
  if (user) return <ResendConfirmation email={user.email} />
  return (
    <ButtonLink to={loginPath('/account')} variant="secondary">
      Sign in to ask for a new link
    </ButtonLink>
  )
}
