import { createContext, type ReactNode, use, useMemo } from 'react'
import { hasAllRoles, hasAnyRole, type Role } from '#rules/roles.ts'
import type { SessionState } from './session-state.ts'
import { type SignInResult, signUp } from './sign-in.ts'
import { type SignOutTexts, useSession } from './use-session.ts'

export type Auth = SessionState & {
  signIn(email: string, password: string): Promise<SignInResult>
  /** Creates the account only; nobody is signed in by it. */
  signUp(email: string, password: string): Promise<SignInResult>
  /** Ends on the home page. */
  signOut(words?: SignOutTexts): Promise<void>
  /** Asks the shop once more for the roles, after it could not answer. */
  checkAgain(): Promise<void>
  /** Both are false while nobody is signed in. */
  hasAnyRole(roles: readonly Role[]): boolean
  hasAllRoles(roles: readonly Role[]): boolean
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const { state, signIn, signOut, checkAgain } = useSession()
  const auth = useMemo(() => {
    const holder = state.user && state
    return {
      ...state,
      signIn,
      signUp,
      signOut,
      checkAgain,
      hasAnyRole: (roles: readonly Role[]) => hasAnyRole(holder, roles),
      hasAllRoles: (roles: readonly Role[]) => hasAllRoles(holder, roles),
    }
  }, [state, signIn, signOut, checkAgain])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
