import { type OfficeHolder, type StaffRole, staffRoles } from '#rules/rights.ts'

/** The signed-in person who is asking. Read fresh from the database for each request, so a change of role acts at once. */
export type Viewer = {
  id: string
  sessionId: string
  email: string
  /** The display name, else the part of the e-mail before the at-sign. */
  name: string
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

export function nameOf(displayName: string | null, email: string): string {
  return displayName?.trim() || email.slice(0, email.lastIndexOf('@'))
}

/** Whose records are meant, when data are exported or erased. */
export type Person = {
  id: string
  /** Null until the mailbox has answered: an address that was only typed in proves nothing. */
  provenEmail: string | null
}

export function personOf({ id, email, hasConfirmedEmail }: Viewer): Person {
  return { id, provenEmail: hasConfirmedEmail ? email : null }
}
