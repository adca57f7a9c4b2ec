import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import {
  firstOfficePage,
  missingRightText,
  type OfficeRole,
  pageRight,
  type Right,
  roleMay,
} from '#rules/rights.ts'
import { useAuth } from '../session/auth.tsx'
import { accessFor, Guarded, notAllowed } from '../session/guards.tsx'

/** While the shop cannot be asked, the last known one. */
export function useOfficeRole(): OfficeRole | null {
  const { role, isUnsure, user } = useAuth()
  return role ?? (isUnsure ? (user?.role ?? null) : null)
}

/** What somebody may not do is not shown to them. The shop itself decides on every call. */
export function useMay(): (right: Right) => boolean {
  const role = useOfficeRole()
  return (right) => roleMay(role, right)
}

/** Shown to whoever has the right, and to nobody else. */
export function May({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null
}

type OfficeGuardProps = {
  /** There is no such page: whoever works here may see that. */
  isNoPage: boolean
  children: ReactNode
}

/** For every page of the back office. Whoever works here, but not on this page, goes to a page that is theirs. */
export function OfficeGuard({ isNoPage, children }: OfficeGuardProps) {
  const auth = useAuth()
  const role = useOfficeRole()
  const { pathname } = useLocation()
  const right = isNoPage ? 'orders' : pageRight(pathname)
  const start = role && firstOfficePage(role)
  if (start && !roleMay(role, right) && isEntrance(pathname)) return <Navigate to={start} replace />
  const access = accessFor(auth, roleMay(auth.role, right), roleMay(auth.user?.role ?? null, right))
  return (
    <Guarded
      access={access}
      message={role ? missingRightText(right) : notAllowed}
      redirectTo={start ?? undefined}
    >
      {children}
    </Guarded>
  )
}

/** The link to the back office leads here, whoever follows it. */
function isEntrance(pathname: string): boolean {
  return /^\/admin\/?$/.test(pathname)
}
