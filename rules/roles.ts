export const roles = ['customer', 'driver', 'admin'] as const

export type Role = (typeof roles)[number]

export type RoleHolder = { isAdmin: boolean; isDriver: boolean }

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
