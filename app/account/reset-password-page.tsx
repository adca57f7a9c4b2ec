import { useNavigate, useSearchParams } from 'react-router'
import { checkNewPassword } from '#rules/account-fields.ts'
import { api } from '../data/api.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/reset-password-page.ts'
import { AccountCard, textLink } from './account-card.tsx'
import { NewPasswordFields, newPasswordIn, useAccountForm } from './account-form.tsx'

const notChanged = 'The password was not changed'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Choose a new password',
    description: 'A new password for your account, with the link from our mail.',
    hidden: true,
  })
}

export default function ResetPasswordPage() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <AccountCard
      title="Choose a new password"
      below={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {token ? <NewPasswordForm token={token} /> : <LinkIsIncomplete />}
    </AccountCard>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const { revalidate } = useAuth()
  const navigate = useNavigate()
  const { form, field, summary, failure, isBusy } = useAccountForm(
    (values) => checkNewPassword(newPasswordIn(values)),
    {
      title: notChanged,
      otherwise: 'Please try again.',
    },
  )
  const send = async (values: FormData) => {
    const body = { token, password: newPasswordIn(values).password }
    await api.post('/api/auth/reset-password', { anonymous: true, body })
    // A new password ends every sign-in, also the one on this device.
    await revalidate()
    await navigate('/login', { replace: true })
    return { title: 'Password changed', description: 'Please sign in with your new password.' }
  }
  return (
    <form {...form(send)} className="mt-6 grid gap-5">
      <ErrorSummary {...summary} />
      {failure && (
        <ErrorPanel title={notChanged} action={<NewLinkButton />}>
          {failure}
        </ErrorPanel>
      )}
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={isBusy} busyLabel="Saving..." data-needs-script="">
        Save new password
      </Button>
    </form>
  )
}

function LinkIsIncomplete() {
  return (
    <ErrorPanel className="mt-6" action={<NewLinkButton />}>
      This link is not complete. Please open it from the mail again, or ask for a new one.
    </ErrorPanel>
  )
}

function NewLinkButton() {
  return (
    <ButtonLink to="/forgot-password" variant="secondary">
      Ask for a new link
    </ButtonLink>
  )
}
