import type { Dispatch } from 'react'
import type { SignInResponse } from '#contract/accounts.ts'
import type { OfficeRole } from '#rules/rights.ts'
import { safeReturnPath } from '#rules/web-address.ts'
import { api, forgetToken, isApiProblem, isUndecided, readToken, storeToken } from '../data/api.ts'
import { plainText, stored } from '../data/stored.ts'
import { noteLeaving, removeDraftsOfOthers, removePersonal } from './drafts.ts'

export type SignedInUser = {
  id: string
  /** The name, else the part of the e-mail before the at-sign. */
  name: string
  /** Empty for whoever signs in by phone alone. */
  email: string
  is_driver: boolean
  is_admin: boolean
  /** In the back office. */
  role: OfficeRole | null
  provider: 'local'
  audience: 'authenticated'
  /** When the person signed in. */
  created_at: string
}

export type SessionState = {
  user: SignedInUser | null
  session: null
  loading: boolean
  isAdmin: boolean
  /** In the back office; what it may do says rules/rights.ts. */
  role: OfficeRole | null
  isDriver: boolean
  /** The shop could not be asked about the roles, so a "no" is only a guess. */
  isUnsure: boolean
}

/** What a check of one role brought: the shop's answer, or null when the shop was not reached. */
type RoleCheck = boolean | null

export type SessionEvent =
  | { type: 'loading' }
  | { type: 'recognised'; user: SignedInUser | null }
  | { type: 'signed_in'; user: SignedInUser }
  | { type: 'roles_checked'; admin: RoleCheck; driver: RoleCheck; user?: SignedInUser }
  | { type: 'signed_out' }

export const startingSession: SessionState = {
  user: null,
  session: null,
  loading: true,
  isAdmin: false,
  role: null,
  isDriver: false,
  isUnsure: false,
}

export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'loading':
      return { ...state, loading: true }
    case 'recognised':
      return isSame(state.user, event.user) ? state : { ...startingSession, user: event.user }
    case 'signed_in': {
      const { user } = event
      const { is_admin: isAdmin, role, is_driver: isDriver } = user
      return { ...startingSession, user, loading: false, isAdmin, role, isDriver }
    }
    case 'roles_checked':
      return withRoles({ ...state, user: event.user ?? state.user }, event.admin, event.driver)
    case 'signed_out':
      return { ...startingSession, loading: false }
  }
}

/** A second check of the same person must not empty the page in which they are typing. */
function isSame(one: SignedInUser | null, other: SignedInUser | null): boolean {
  return one !== null && one.id === other?.id
}

/** The user keeps the last known roles, so that an area can stay open while the network is away. */
function withRoles(state: SessionState, admin: RoleCheck, driver: RoleCheck): SessionState {
  const { user } = state
  // The check of admins has the last word on them; all other roles come with the user.
  const role: OfficeRole | null = admin ? 'admin' : user && user.role !== 'admin' ? user.role : null
  const known = admin === null ? {} : { is_admin: admin, role }
  return {
    ...state,
    user: user && { ...user, ...known, is_driver: driver ?? user.is_driver },
    loading: false,
    isAdmin: admin === true,
    role: admin === null ? null : role,
    isDriver: driver === true,
    isUnsure: admin === null || driver === null,
  }
}

/** How the shop says who is signed in. */
type AnsweredUser = SignInResponse['user']

type PartlyKnown = Pick<AnsweredUser, 'id' | 'email'> & Partial<Record<keyof AnsweredUser, unknown>>

export function userFromResponse(answered: PartlyKnown, signedInAt: Date): SignedInUser {
  return {
    id: answered.id,
    name: String(answered.name ?? '').trim() || nameFromEmail(answered.email),
    email: answered.email,
    is_driver: answered.is_driver === true,
    is_admin: answered.is_admin === true,
    role: (answered.role ?? null) as OfficeRole | null,
    provider: 'local',
    audience: 'authenticated',
    created_at: signedInAt.toISOString(),
  }
}

function nameFromEmail(email: string): string {
  return email.split('@', 1)[0] ?? email
}

type SessionDispatch = Dispatch<SessionEvent>

/** An error is returned, not thrown: the form that asked shows it. */
export type SignInResult = { error: Error | null }

/** Looks who is signed in on this device. Without a token nothing is asked. */
export async function restoreSession(dispatch: SessionDispatch): Promise<void> {
  if (readToken() === null) return forgetSession(dispatch)
  dispatch({ type: 'recognised', user: readUser() })
  await updateRoles(dispatch)
}

async function updateRoles(dispatch: SessionDispatch): Promise<void> {
  const token = readToken()
  const { user, ...roles } = await checkRoles()
  // Whoever signed in or out meanwhile has made this answer an old one.
  if (token === null || readToken() !== token) return

  const known = readUser()
  if (!user && !known && roles.admin !== null) return forgetSession(dispatch)
  const signedInAt = known?.id === user?.id && known ? new Date(known.created_at) : new Date()
  dispatch({ type: 'roles_checked', ...roles, user: user && userFromResponse(user, signedInAt) })
}

export async function signIn(
  dispatch: SessionDispatch,
  email: string,
  password: string,
  code?: string,
): Promise<SignInResult> {
  dispatch({ type: 'loading' })
  try {
    const { user: answered, token } = await api.post<SignInResponse>('/api/auth/signin', {
      anonymous: true,
      body: { email, password, device: deviceId(), code },
      otherwise: 'Invalid credentials',
    })
    const user = userFromResponse(answered, new Date())
    // The token last: other tabs look up the user when they see it come.
    removeDraftsOfOthers(user.id)
    rememberUser(user)
    if (token) storeToken(token)
    dispatch({ type: 'signed_in', user })
    void updateRoles(dispatch)
    return { error: null }
  } catch (error) {
    forgetSession(dispatch)
    return failed(error)
  }
}

const mostUntold = 5

/** Tokens that this device has forgotten and that the shop does not know of yet. */
const untoldSignOuts = stored('adom_sign_outs', (content): readonly string[] =>
  Array.isArray(content) ? content.filter((entry) => typeof entry === 'string') : [],
)

/**
 * Forgets the person on this device before the shop is asked: somebody who hands back a borrowed phone must be able to
 * leave, whatever the network does. Says whether it worked.
 */
export function leaveDevice(): boolean {
  const token = readToken()
  forgetToken()
  if (readToken() !== null) return false
  if (token !== null) untoldSignOuts.update((untold) => [...untold, token].slice(-mostUntold))
  forgetPerson()
  removePersonal()
  return true
}

/** Ends at the shop what was ended on this device. What does not get through is told again later. */
export async function tellSignOuts(): Promise<void> {
  for (const token of untoldSignOuts.read()) {
    try {
      await api.post('/api/auth/signout', { token, keepalive: true, quietWhenSignedOut: true })
    } catch (error) {
      if (!isApiProblem(error) || error.status !== 401) continue
    }
    untoldSignOuts.update((untold) => untold.filter((each) => each !== token))
  }
}

/** The first tab to do so leaves a note for those that are elsewhere. */
function forgetPerson(): void {
  if (readUser() !== null) noteLeaving()
  forgetUser()
}

export function forgetSession(dispatch: SessionDispatch): void {
  forgetToken()
  forgetPerson()
  dispatch({ type: 'signed_out' })
}

export function failed(error: unknown): SignInResult {
  return { error: error instanceof Error ? error : new Error(String(error)) }
}

type AdminCheck = { is_admin: boolean; user?: AnsweredUser }
type DriverCheck = { is_driver: boolean }

/** Both questions at once. Any "no" of the shop means no; only a shop that could not answer leaves the question open. */
async function checkRoles() {
  const [admin, driver] = await Promise.all([
    ask<AdminCheck>('/api/auth/check-admin'),
    ask<DriverCheck>('/api/auth/is-driver'),
  ])
  return {
    admin: roleIn(admin, (answer) => answer.is_admin),
    driver: roleIn(driver, (answer) => answer.is_driver),
    user: admin === 'undecided' ? undefined : admin?.user,
  }
}

type Asked<Answer> = Answer | 'undecided' | null

async function ask<Answer>(path: string): Promise<Asked<Answer>> {
  try {
    return await api.get<Answer>(path, { quietWhenSignedOut: true })
  } catch (error) {
    return isUndecided(error) ? 'undecided' : null
  }
}

function roleIn<Answer>(asked: Asked<Answer>, read: (answer: Answer) => boolean): RoleCheck {
  if (asked === 'undecided') return null
  return asked !== null && read(asked) === true
}

/** Who signed in on this device, to greet them before the shop has answered. It proves nothing: the shop asks for the token. */
export const {
  read: readUser,
  write: rememberUser,
  remove: forgetUser,
} = stored('adom_user', (content): SignedInUser | null =>
  isUser(content) ? userFromResponse(content, new Date(content.created_at)) : null,
)

function isUser(value: unknown): value is SignedInUser {
  if (typeof value !== 'object' || value === null) return false
  const { id, email, name, created_at } = value as Record<string, unknown>
  // Whoever signs in by phone alone has no e-mail.
  const areTexts = [id, name, created_at].every((text) => typeof text === 'string' && text !== '')
  return areTexts && typeof email === 'string' && !Number.isNaN(Date.parse(String(created_at)))
}

const deviceStore = stored(
  'adom_device',
  (text) => (typeof text === 'string' && /^[\w-]{16,64}$/.test(text) ? text : null),
  { format: plainText },
)

/**
 * A random name for this browser: an account recognises it, so that strangers who guess its password cannot keep its owner
 * out. It says nothing about anybody and stays when they sign out.
 */
export function deviceId(): string {
  const known = deviceStore.read()
  if (known !== null) return known
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('-')
  deviceStore.write(fresh)
  return fresh
}

/** The login page, with the place to come back to. */
export function loginPath(from: string): string {
  return withReturn('/login', safeReturnPath(from))
}

/** Carries the remembered place along, as from login to sign-up and back. */
export function withReturn(path: '/login' | '/signup' | '/forgot-password', place: string): string {
  return place === '/' ? path : `${path}?from=${encodeURIComponent(place)}`
}

export function rememberedPlace(search: URLSearchParams): string {
  return safeReturnPath(search.get('from'))
}
