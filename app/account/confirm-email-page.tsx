import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../data/api.ts'
import { isUndecided } from '../data/api-problem.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useAuth } from '../session/auth.tsx'
import { loginPath } from '../session/sign-in.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { LoadingNote } from '../ui/skeleton.tsx'
import type { Route } from './+types/confirm-email-page.ts'
import { AccountCard, ResendConfirmation } from './cards.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Confirm your email',
    description: 'Shows us that the email of your account is yours.',
    hidden: true,
  })
}

export default function ConfirmEmailPage() {
  const [search] = useSearchParams()
  return (
    <AccountCard title="Confirm your email">
      <div className="grid min-h-60 content-start">
        <Confirmation token={search.get('token')} />
      </div>
    </AccountCard>
  )
}

function Confirmation({ token }: { token: string | null }) {
  const { result, confirm } = useConfirmation(token)
  if (result === 'waiting') return <LoadingNote>Confirming your email...</LoadingNote>
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

const incomplete = new Error('This link is not complete. Please open it from the mail again.')

/** The link works once, so it is used once, also when the page renders twice. */
function useConfirmation(token: string | null) {
  const [result, setResult] = useState<'waiting' | Error | null>(token ? 'waiting' : incomplete)
  const confirm = useCallback(async () => {
    setResult('waiting')
    try {
      await api.post('/api/auth/confirm-email', { anonymous: true, body: { token } })
      setResult(null)
    } catch (error) {
      setResult(error instanceof Error ? error : new Error(String(error)))
    }
  }, [token])
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || !token) return
    hasStarted.current = true
    void confirm()
  }, [confirm, token])
  return { result, confirm }
}

function Confirmed() {
  const { user } = useAuth()
  return (
    <>
      <p role="status" className="mt-4 rounded-card bg-success-soft p-4 text-success">
        Thank you, your email is confirmed. Orders that you placed with it now appear in your account.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {user ? (
          <ButtonLink to="/account">Go to my account</ButtonLink>
        ) : (
          <ButtonLink to="/login">Sign in</ButtonLink>
        )}
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
