import { Link } from 'react-router'
import { useAuth } from '../session/auth.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PersonIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { guestLinks, type SiteLink } from './navigation-links.ts'

const row = 'flex min-h-11 w-full items-center rounded-control px-3 text-left font-medium hover:bg-muted'

export function AccountMenu() {
  const { user, isAdmin, isDriver, signOut } = useAuth()
  const links: readonly SiteLink[] = user ? memberLinks(isAdmin, isDriver) : guestLinks
  return (
    <Popover
      id="account-menu"
      label="Account"
      button={(props) => (
        <IconButton label="Account" {...props}>
          <PersonIcon />
        </IconButton>
      )}
    >
      {user && (
        <p className="mb-1 max-w-72 border-b border-border px-3 py-2 text-sm wrap-anywhere">
          <span className="text-muted-foreground">Signed in as</span>
          <br />
          <strong className="font-semibold">{user.email}</strong>
        </p>
      )}
      <ul>
        {links.map(({ to, words }) => (
          <li key={to}>
            <Link to={to} className={row}>
              {words}
            </Link>
          </li>
        ))}
        {user && (
          <li>
            <button type="button" className={row} onClick={() => void signOut()}>
              Log out
            </button>
          </li>
        )}
      </ul>
    </Popover>
  )
}

function memberLinks(isAdmin: boolean, isDriver: boolean): SiteLink[] {
  return [
    { to: '/account', words: 'Account' },
    ...(isAdmin ? [{ to: '/admin', words: 'Admin Dashboard' }] : []),
    ...(isDriver ? [{ to: '/driver', words: 'Driver Dashboard' }] : []),
  ]
}
