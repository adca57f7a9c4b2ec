import type { SignInResponse } from '#contract/accounts.ts'
import type { OfficeRole } from '#rules/rights.ts'

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
export type RoleCheck = boolean | null

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
export type AnsweredUser = SignInResponse['user']

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
