import { type OfficeHolder, type StaffRole, staffRoles } from '#rules/rights.ts'

/** The signed-in person who is asking. Read fresh from the database for each request, so a change of role acts at once. */
export type Viewer = {
  id: string
  sessionId: string
  /** Null: they sign in by phone alone. */
  email: string | null
  /** Proven by a code; null where there is none. */
  phone: string | null
  /** From when on orders of guests with this number are theirs. */
  phoneSince: Date | null
  /** The display name, else the part of the e-mail before the at-sign; never a number. */
  name: string
  /** They have given none. */
  isNameless: boolean
  /** May act as an admin: false for one who still has to set up the second factor that the shop asks of admins. */
  isAdmin: boolean
  isManager: boolean
  isHelper: boolean
  isDriver: boolean
  hasConfirmedEmail: boolean
  /** An admin for whom the back office stays closed until there is a second factor. */
  owesSecondFactor: boolean
  /** The password was typed in this session a moment ago. */
  hasRecentPassword: boolean
  /** Not a person but another tool of the owner, with a key. */
  isKey: boolean
}

type RolesOf = Roles & Pick<Viewer, 'owesSecondFactor'>

export function hasAdminRole({
  isAdmin,
  owesSecondFactor,
}: Pick<RolesOf, 'isAdmin' | 'owesSecondFactor'>): boolean {
  return isAdmin || owesSecondFactor
}

export function isStaff(viewer: RolesOf): boolean {
  return hasAnyStaffRole(viewer) || viewer.owesSecondFactor
}

export type Roles = OfficeHolder & { isDriver: boolean }

export const roleFields = {
  admin: 'isAdmin',
  manager: 'isManager',
  helper: 'isHelper',
  driver: 'isDriver',
} as const satisfies Record<StaffRole, keyof Roles>

export function hasAnyStaffRole(roles: Partial<Roles>): boolean {
  return staffRoles.some((role) => roles[roleFields[role]] === true)
}

/** Stands under testimonials, too: who has neither a name nor an e-mail is not called by the number. */
const nameless = 'Customer'

export function nameOf(displayName: string | null, email: string | null): string {
  return displayName?.trim() || email?.slice(0, email.lastIndexOf('@')) || nameless
}

/** Whose records are meant, when data are exported or erased. */
export type Person = {
  id: string
  /** Null until the mailbox has answered: an address that was only typed in proves nothing. */
  provenEmail: string | null
  /** A number that a code has proven, and from when on it is theirs. */
  provenPhone: { number: string; since: Date } | null
}

export function personOf({ id, email, hasConfirmedEmail, phone, phoneSince }: Viewer): Person {
  return {
    id,
    provenEmail: hasConfirmedEmail ? email : null,
    provenPhone: phone !== null && phoneSince !== null ? { number: phone, since: phoneSince } : null,
  }
}

/** Where they can be reached for sure. */
export function provenAddressesOf({ provenEmail, provenPhone }: Person): string[] {
  return [provenEmail, provenPhone?.number ?? null].filter((known) => known !== null)
}
