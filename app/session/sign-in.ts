import type { Dispatch } from 'react'
import type { SignInResponse, SignUpResponse } from '#contract/accounts.ts'
import { api } from '../data/api.ts'
import { isApiProblem } from '../data/api-problem.ts'
import { forgetToken, readToken, storeToken } from '../data/token.ts'
import { forgetUser, readUser, rememberUser } from './remembered-user.ts'
import { checkRoles } from './role-checks.ts'
import { type SessionEvent, userFromResponse } from './session-state.ts'

type Tell = Dispatch<SessionEvent>

/** An error is returned, not thrown: the form that asked shows it. */
export type SignInResult = { error: Error | null }

/** Looks who is signed in on this device. Without a token nothing is asked. */
export async function lookUp(tell: Tell): Promise<void> {
  if (readToken() === null) return forgetPerson(tell)
  tell({ type: 'recognised', user: readUser() })
  await updateRoles(tell)
}

async function updateRoles(tell: Tell): Promise<void> {
  const token = readToken()
  const { user, ...roles } = await checkRoles()
  // Whoever signed in or out meanwhile has made this answer an old one.
  if (token === null || readToken() !== token) return

  const known = readUser()
  if (!user && !known && roles.admin !== null) return forgetPerson(tell)
  const signedInAt = known?.id === user?.id && known ? new Date(known.created_at) : new Date()
  tell({ type: 'roles_checked', ...roles, user: user && userFromResponse(user, signedInAt) })
}

export async function signIn(tell: Tell, email: string, password: string): Promise<SignInResult> {
  tell({ type: 'loading' })
  try {
    const { user: answered, token } = await api.post<SignInResponse>('/api/auth/signin', {
      anonymous: true,
      body: { email, password },
      otherwise: 'Invalid credentials',
    })
    const user = userFromResponse(answered, new Date())
    // The token last: other tabs look up the user when they see it come.
    rememberUser(user)
    if (token) storeToken(token)
    tell({ type: 'signed_in', user })
    void updateRoles(tell)
    return { error: null }
  } catch (error) {
    forgetPerson(tell)
    return failed(error)
  }
}

export async function signUp(email: string, password: string): Promise<SignInResult> {
  try {
    await api.post<SignUpResponse>('/api/auth/signup', {
      anonymous: true,
      body: { email, password },
      otherwise: 'Failed to create account',
    })
    return { error: null }
  } catch (error) {
    return failed(error)
  }
}

/**
 * Ends the sign-in at the shop. Where the shop is out of reach, forgetting the token on this device has to do:
 * somebody who hands back a borrowed phone must be able to leave.
 */
export async function revokeToken(): Promise<void> {
  try {
    await api.post('/api/auth/signout', { quietWhenSignedOut: true })
  } catch (error) {
    const isGone = isApiProblem(error) && (error.status === 0 || error.status === 401)
    if (!isGone) throw error
  }
}

export function forgetPerson(tell: Tell): void {
  forgetToken()
  forgetUser()
  tell({ type: 'signed_out' })
}

function failed(error: unknown): SignInResult {
  return { error: error instanceof Error ? error : new Error(String(error)) }
}
