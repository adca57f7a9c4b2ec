import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { LockIcon } from '../ui/icons.tsx'
import { LoadingNote } from '../ui/skeleton.tsx'
import { type Auth, useAuth } from './auth.tsx'
import { loginPath } from './sign-in.ts'

export const notAllowed = "You don't have permission to access this page."

type SignedInGuardProps = { message?: string; redirectTo?: string; children: ReactNode }

/** A courtesy only: the shop itself decides on every call who may do what. */
export function SignedInGuard({ message = notAllowed, redirectTo, children }: SignedInGuardProps) {
  const access = accessFor(useAuth(), true, true)
  return (
    <Guarded access={access} message={message} redirectTo={redirectTo}>
      {children}
    </Guarded>
  )
}

type Access = 'loading' | 'login' | 'open' | 'unsure' | 'denied'

/** While the shop cannot be asked, the last known role holds: a driver without network keeps the list. */
export function accessFor(
  { loading, user, isUnsure }: Auth,
  isAllowed: boolean,
  wasAllowed: boolean | undefined,
): Access {
  if (loading) return 'loading'
  if (!user) return 'login'
  if (isAllowed || (isUnsure && wasAllowed)) return 'open'
  return isUnsure ? 'unsure' : 'denied'
}

type GuardedProps = { access: Access; message: string; redirectTo?: string; children: ReactNode }

export function Guarded({ access, message, redirectTo, children }: GuardedProps) {
  const { pathname, search, hash } = useLocation()
  if (access === 'open') return children
  if (access === 'loading') return <LoadingNote>Loading authentication...</LoadingNote>
  if (access === 'login') return <Navigate to={loginPath(pathname + search + hash)} replace />
  if (access === 'unsure') return <NotChecked />
  return <AccessDenied message={message} redirectTo={redirectTo} />
}

function NotChecked() {
  const { revalidate } = useAuth()
  return (
    <div className="mx-auto max-w-form px-gutter py-10">
      <ErrorPanel title="We could not check your account" onRetry={() => void revalidate()}>
        The shop could not be reached. Check your connection and try again.
      </ErrorPanel>
    </div>
  )
}

const secondsToRead = 5

/** Says why the page stays closed and leads on by itself, unless the person wants more time. */
export function AccessDenied({ message, redirectTo = '/' }: { message: string; redirectTo?: string }) {
  const [isStaying, setStaying] = useState(false)
  const seconds = useSecondsLeft(!isStaying, redirectTo)
  const place = redirectTo === '/' ? 'the home page' : 'another page'
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <LockIcon size={40} />
      </span>
      <h1>Access Denied</h1>
      <p role="alert" className="text-lg text-muted-foreground">
        {message}
      </p>
      {!isStaying && (
        <p className="tabular-nums">
          Going to {place} in {seconds} s
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={redirectTo} replace>
          {redirectTo === '/' ? 'Go to home now' : 'Go on now'}
        </ButtonLink>
        {!isStaying && (
          <Button variant="secondary" onClick={() => setStaying(true)}>
            Stay here
          </Button>
        )}
      </div>
    </div>
  )
}

function useSecondsLeft(isRunning: boolean, redirectTo: string): number {
  const navigate = useNavigate()
  const [left, setLeft] = useState(secondsToRead)
  useEffect(() => {
    if (!isRunning) return
    if (left === 0) {
      void navigate(redirectTo, { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [isRunning, left, navigate, redirectTo])
  return left
}
