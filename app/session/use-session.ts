import { type Dispatch, type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import { useNavigate } from 'react-router'
import { signedOutEvent } from '../data/api.ts'
import { isAboutToken } from '../data/token.ts'
import { useToasts } from '../ui/toasts.tsx'
import { forgetDrafts } from './drafts.ts'
import { loginPath } from './login-path.ts'
import { rememberUser } from './remembered-user.ts'
import { nextSession, type SessionEvent, startingSession } from './session-state.ts'
import { forgetPerson, lookUp, revokeToken, signIn } from './sign-in.ts'
import { useShownNavigation } from './use-shown-navigation.ts'

type Words = { title: string; description?: string }

export type SignOutTexts = { done: Words; failed: Words }

const usualWords: SignOutTexts = {
  done: { title: 'Signed out', description: 'You have been logged out successfully.' },
  failed: { title: 'Error', description: 'Failed to sign out' },
}

export function useSession() {
  const [state, tell] = useReducer(nextSession, startingSession)
  const goTo = useShownNavigation()
  const { show } = useToasts()
  const isLeaving = useRef(false)
  useStart(tell)
  useEndOfSession(tell, isLeaving)
  useSecondLook(tell, state.isUnsure)
  useEffect(() => {
    if (state.user) rememberUser(state.user)
  }, [state.user])

  const signOut = useCallback(
    async ({ done, failed }: SignOutTexts = usualWords) => {
      isLeaving.current = true
      try {
        await revokeToken()
        // First the page, then the person: a guarded page would otherwise lead to the login.
        await goTo('/')
        forgetPerson(tell)
        forgetDrafts()
        show({ ...done, tone: 'success' })
      } catch {
        show({ ...failed, tone: 'destructive' })
      } finally {
        isLeaving.current = false
      }
    },
    [goTo, show],
  )
  return {
    state,
    signIn: useCallback((email: string, password: string) => signIn(tell, email, password), []),
    signOut,
    checkAgain: useCallback(() => lookUp(tell), []),
  }
}

function useStart(tell: Dispatch<SessionEvent>): void {
  useEffect(() => {
    void lookUp(tell)
    const follow = (event: StorageEvent) => {
      if (isAboutToken(event)) void lookUp(tell)
    }
    // A page that comes back from the browser's memory has missed what other tabs did.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void lookUp(tell)
    }
    window.addEventListener('storage', follow)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('storage', follow)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [tell])
}

/** Whoever is signing out by themselves needs no one to tell them. */
function useEndOfSession(tell: Dispatch<SessionEvent>, isLeaving: RefObject<boolean>): void {
  const navigate = useNavigate()
  const { show } = useToasts()
  useEffect(() => {
    const leave = (event: Event) => {
      if (isLeaving.current) return
      forgetPerson(tell)
      if (event instanceof CustomEvent && event.detail?.quiet) return
      show({ title: 'Please sign in again', description: 'You have been signed out.' })
      void navigate(loginPath(window.location.pathname + window.location.search))
    }
    window.addEventListener(signedOutEvent, leave)
    return () => window.removeEventListener(signedOutEvent, leave)
  }, [tell, isLeaving, navigate, show])
}

function useSecondLook(tell: Dispatch<SessionEvent>, isUnsure: boolean): void {
  useEffect(() => {
    if (!isUnsure) return
    const look = () => void lookUp(tell)
    window.addEventListener('online', look)
    return () => window.removeEventListener('online', look)
  }, [tell, isUnsure])
}
