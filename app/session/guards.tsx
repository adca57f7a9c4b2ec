import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { LoadingNote } from '../ui/skeleton.tsx'
import { AccessDenied } from './access-denied.tsx'
import { type Auth, useAuth } from './auth.tsx'
import { loginPath } from './login-path.ts'

const notAllowed = "You don't have permission to access this page."
const notADriver =
  'Your account does not have driver privileges. Please contact the site administrator if you believe this is an error.'

type SignedInGuardProps = { adminOnly?: boolean; message?: string; redirectTo?: string; children: ReactNode }

/** A courtesy only: the shop itself decides on every call who may do what. */
export function SignedInGuard({
  adminOnly = false,
  message = notAllowed,
  redirectTo,
  children,
}: SignedInGuardProps) {
  const auth = useAuth()
  const entry = adminOnly ? entryFor(auth, auth.isAdmin, auth.user?.is_admin) : entryFor(auth, true, true)
  return (
    <Door entry={entry} message={message} redirectTo={redirectTo}>
      {children}
    </Door>
  )
}

/** On a network that is too slow to say who they are, a driver sees the list that is on this phone anyway. */
export function DriverGuard({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const isSlow = useIsSlow(auth.loading)
  const wasDriver = auth.user?.is_driver
  const entry = isSlow && wasDriver ? 'open' : entryFor(auth, auth.isDriver, wasDriver)
  return (
    <Door entry={entry} message={notADriver}>
      {children}
    </Door>
  )
}

const patience = 2_000

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow && isWaiting
}

type Entry = 'loading' | 'login' | 'open' | 'unsure' | 'denied'

/** While the shop cannot be asked, the last known role holds: a driver without network keeps the list. */
function entryFor(
  { loading, user, isUnsure }: Auth,
  isAllowed: boolean,
  wasAllowed: boolean | undefined,
): Entry {
  if (loading) return 'loading'
  if (!user) return 'login'
  if (isAllowed || (isUnsure && wasAllowed)) return 'open'
  return isUnsure ? 'unsure' : 'denied'
}

type DoorProps = { entry: Entry; message: string; redirectTo?: string; children: ReactNode }

function Door({ entry, message, redirectTo, children }: DoorProps) {
  const { pathname, search } = useLocation()
  if (entry === 'open') return children
  if (entry === 'loading') return <LoadingNote>Loading authentication...</LoadingNote>
  if (entry === 'login') return <Navigate to={loginPath(pathname + search)} replace />
  if (entry === 'unsure') return <NotChecked />
  return <AccessDenied message={message} redirectTo={redirectTo} />
}

function NotChecked() {
  const { checkAgain } = useAuth()
  return (
    <div className="mx-auto max-w-form px-gutter py-10">
      <ErrorPanel title="We could not check your account" onRetry={() => void checkAgain()}>
        The shop could not be reached. Check your connection and try again.
      </ErrorPanel>
    </div>
  )
}
