import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { PageHandle } from '../shell/page-frame.ts'
import { Wordmark } from '../shell/wordmark.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LogOutIcon, StoreIcon } from '../ui/signed-in-icons.tsx'

/** Every page of the back office says this about its room. */
export const adminHandle: PageHandle = { area: 'back', header: 'own' }

const links = [{ to: '/admin/team', words: 'Team' }]

/** The frame of the back office. */
export function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AdminHeader />
      <main
        id="main"
        tabIndex={-1}
        className="focus-inside mx-auto w-full max-w-admin flex-1 px-gutter py-6 lg:py-10"
      >
        <SignedInGuard adminOnly>{children}</SignedInGuard>
      </main>
    </>
  )
}

/** Nothing of it is drawn for anybody but an admin. */
function AdminHeader() {
  const { isAdmin, isUnsure, user, signOut } = useAuth()
  if (!isAdmin && !(isUnsure && user?.is_admin)) return null
  return (
    <header className="border-b border-border bg-card">
      <div className="mx-auto flex min-h-14 max-w-admin flex-wrap items-center gap-x-4 gap-y-1 px-gutter py-1">
        <Wordmark />
        <nav aria-label="Back office">
          <ul className="flex gap-1">
            {links.map(({ to, words }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-muted aria-[current=page]:bg-accent aria-[current=page]:text-link"
                >
                  {words}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex gap-1">
          <ButtonLink to="/" look="ghost" size="sm">
            <StoreIcon size={20} />
            Visit Store
          </ButtonLink>
          <Button look="ghost" size="sm" onClick={() => void signOut()}>
            <LogOutIcon size={20} />
            Sign Out
          </Button>
        </div>
      </div>
    </header>
  )
}
