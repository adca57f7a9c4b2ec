import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isAboutToken, isShopReachable, readToken, signedOutEvent } from '../data/api.ts'
import { useToasts } from '../ui/toasts.tsx'
import { removeAllButTyped, removePersonal } from './drafts.ts'
import {
  forgetSession,
  leaveDevice,
  loginPath,
  nextSession,
  rememberUser,
  restoreSession,
  type SessionEvent,
  type SessionState,
  type SignInResult,
  signIn,
  startingSession,
  tellSignOuts,
} from './sign-in.ts'

export type Auth = SessionState & {
  /** The code is that of an authenticator app, for whoever has one: the shop asks for it with `second_factor_needed`. */
  signIn(email: string, password: string, code?: string): Promise<SignInResult>
  /** Ends on the home page; without a network, which could not bring it, on the page where it was pressed. */
  signOut(messages?: SignOutMessages): Promise<void>
  /** Asks the shop once more for the roles, after it could not answer. */
  revalidate(): Promise<void>
  /** Both are false while nobody is signed in. */
  hasAnyRole(roles: readonly Role[]): boolean
  hasAllRoles(roles: readonly Role[]): boolean
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const { state, signIn, signOut, revalidate } = useSession()
  const auth = useMemo(() => {
    const holder = state.user && state
    return {
      ...state,
      signIn,
      signOut,
      revalidate,
      hasAnyRole: (roles: readonly Role[]) => hasAnyRole(holder, roles),
      hasAllRoles: (roles: readonly Role[]) => hasAllRoles(holder, roles),
    }
  }, [state, signIn, signOut, revalidate])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

type Message = { title: string; description?: string }

type SignOutMessages = { done: Message; failed: Message }

const usualMessages: SignOutMessages = {
  done: { title: 'Signed out', description: 'You have been logged out successfully.' },
  failed: { title: 'Error', description: 'Failed to sign out' },
}

function useSession() {
  const [state, dispatch] = useReducer(nextSession, startingSession)
  const goTo = useShownNavigation()
  const { show } = useToasts()
  const isLeaving = useRef(false)
  useRestoredSession(dispatch, state.user !== null)
  useToldSignOuts()
  useEndOfSession(dispatch, isLeaving)
  useRevalidateOnline(dispatch, state.isUnsure)
  useEffect(() => {
    if (state.user) rememberUser(state.user)
  }, [state.user])

  const signOut = useCallback(
    async ({ done, failed }: SignOutMessages = usualMessages) => {
      isLeaving.current = true
      try {
        if (!leaveDevice()) {
          show({ ...failed, tone: 'destructive' })
          return
        }
        void tellSignOuts()
        // First the page, then the person: a guarded page would otherwise lead to the login.
        if (await isShopReachable()) await goTo('/')
        forgetSession(dispatch)
        // Once more, because a form that closes keeps what was typed.
        removePersonal()
        show({ ...done, tone: 'success' })
      } finally {
        isLeaving.current = false
      }
    },
    [goTo, show],
  )
  return {
    state,
    signIn: useCallback<Auth['signIn']>((...login) => signIn(dispatch, ...login), []),
    signOut,
    revalidate: useCallback(() => restoreSession(dispatch), []),
  }
}

function useRestoredSession(dispatch: Dispatch<SessionEvent>, isSomebody: boolean): void {
  const wasSomebody = useRef(isSomebody)
  useEffect(() => {
    wasSomebody.current = isSomebody
  }, [isSomebody])
  useEffect(() => {
    void restoreSession(dispatch)
    const revalidate = () => {
      // Whoever signed out in another tab also leaves this one.
      if (wasSomebody.current && readToken() === null) removePersonal()
      void restoreSession(dispatch)
    }
    const follow = (event: StorageEvent) => {
      if (isAboutToken(event)) revalidate()
    }
    // A page that comes back from the browser's memory has missed what other tabs did.
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) revalidate()
    }
    window.addEventListener('storage', follow)
    window.addEventListener('pageshow', restore)
    return () => {
      window.removeEventListener('storage', follow)
      window.removeEventListener('pageshow', restore)
    }
  }, [dispatch])
}

const tellAgainMs = 30_000

/** A sign-out that did not reach the shop is told with the next page, with the network, and every half minute. */
function useToldSignOuts(): void {
  useEffect(() => {
    const tell = () => void tellSignOuts()
    tell()
    const timer = setInterval(tell, tellAgainMs)
    window.addEventListener('online', tell)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tell)
    }
  }, [])
}

/** Whoever is signing out by themselves needs no message about it. */
function useEndOfSession(dispatch: Dispatch<SessionEvent>, isLeaving: RefObject<boolean>): void {
  const navigate = useNavigate()
  const { show } = useToasts()
  useEffect(() => {
    const leave = (event: Event) => {
      if (isLeaving.current) return
      forgetSession(dispatch)
      removeAllButTyped()
      if (event instanceof CustomEvent && event.detail?.quiet) return
      show({ title: 'Please sign in again', description: 'You have been signed out.' })
      void navigate(loginPath(window.location.pathname + window.location.search))
    }
    window.addEventListener(signedOutEvent, leave)
    return () => window.removeEventListener(signedOutEvent, leave)
  }, [dispatch, isLeaving, navigate, show])
}

function useRevalidateOnline(dispatch: Dispatch<SessionEvent>, isUnsure: boolean): void {
  useEffect(() => {
    if (!isUnsure) return
    const revalidate = () => void restoreSession(dispatch)
    window.addEventListener('online', revalidate)
    return () => window.removeEventListener('online', revalidate)
  }, [dispatch, isUnsure])
}

/** Goes to a page and waits until it is on the screen: the address changes a while before the page does. */
function useShownNavigation(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { key } = useLocation()
  const shown = useRef(key)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    shown.current = key
    for (const goOn of waiting.current.splice(0)) goOn()
  }, [key])
  return useCallback(
    async (path) => {
      const before = shown.current
      await navigate(path)
      if (shown.current === before) await new Promise<void>((goOn) => waiting.current.push(goOn))
    },
    [navigate],
  )
}

export const roles = ['customer', 'driver', 'admin'] as const

type Role = (typeof roles)[number]

type RoleHolder = { isAdmin: boolean; isDriver: boolean }

type MaybeHolder = RoleHolder | null | undefined

/** Whoever is signed in is a customer too. */
const isHeld = {
  customer: () => true,
  driver: (user) => user.isDriver,
  admin: (user) => user.isAdmin,
} satisfies Record<Role, (user: RoleHolder) => boolean>

export function rolesOf(user: MaybeHolder): Role[] {
  return user ? roles.filter((role) => isHeld[role](user)) : []
}

export function hasRole(user: MaybeHolder, role: Role): boolean {
  return rolesOf(user).includes(role)
}

/** Nobody has one of no roles. */
export function hasAnyRole(user: MaybeHolder, wanted: readonly Role[]): boolean {
  return wanted.some((role) => hasRole(user, role))
}

/** Everybody who is signed in has all of no roles: nothing is asked of them. */
export function hasAllRoles(user: MaybeHolder, wanted: readonly Role[]): boolean {
  return Boolean(user) && wanted.every((role) => hasRole(user, role))
}
