import { type ReactNode, useEffect, useState } from 'react'
import { useAuth } from '../session/auth.tsx'
import { accessFor, Guarded } from '../session/guards.tsx'

const notADriver =
  'Your account does not have driver privileges. Please contact the site administrator if you believe this is an error.'

/** On a network that is too slow to say who they are, a driver sees the list that is on this phone anyway. */
export function DriverGuard({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const isSlow = useIsSlow(auth.loading)
  const wasDriver = auth.user?.is_driver
  const access = isSlow && wasDriver ? 'open' : accessFor(auth, auth.isDriver, wasDriver)
  return (
    <Guarded access={access} message={notADriver}>
      {children}
    </Guarded>
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
