import type { ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Link, NavLink } from '#app/ui/link.tsx'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import { pageRight } from '#rules/rights.ts'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { useAuth } from '../session/auth.tsx'
import {
  CircleCheckIcon,
  ClockIcon,
  HeartIcon,
  type IconProps,
  MailIcon,
  NewspaperIcon,
  PackageIcon,
  PhoneIcon,
  StarIcon,
} from '../ui/icons.tsx'
import {
  BanknoteIcon,
  BellIcon,
  BulletListIcon,
  ChartIcon,
  DashboardIcon,
  DocumentIcon,
  InboxIcon,
  PeopleIcon,
  PercentIcon,
  QuoteIcon,
  StoreIcon,
  TagIcon,
  WalletIcon,
} from '../ui/office-icons.tsx'
import { LogOutIcon, SettingsIcon } from '../ui/signed-in-icons.tsx'
import { useAdminCounts } from './admin-counts.tsx'
import { useMay } from './office-rights.tsx'
import { countLeft, useSetup } from './setup-state.tsx'
import { type ShortcutKey, ShortcutsButton, useShortcuts } from './shortcuts.tsx'

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-muted'

const linkRow = `${row} aria-[current=page]:bg-accent aria-[current=page]:font-semibold aria-[current=page]:text-link`

type AdminNavigationProps = {
  /** There are two on a page, of which one is shown. */
  name: 'side' | 'menu'
  openShortcuts(): void
  openAlerts(): void
  /** Of the shop, for whoever is asked for help; null until it is known. */
  version: string | null
}

export function AdminNavigation({ name, openShortcuts, openAlerts, version }: AdminNavigationProps) {
  const { signOut } = useAuth()
  const mine = useOwnLinks()
  return (
    <div className="flex min-h-full flex-col gap-4">
      <nav aria-label="Back office" className="grid gap-4">
        <SetupLink />
        <Links links={dailyLinks.filter(mine)} />
        <Links links={otherLinks.filter(mine)} />
      </nav>
      <div className="mt-auto grid gap-1 border-t border-border pt-4">
        <Link to="/" className={row}>
          <StoreIcon size={20} />
          Visit Store
        </Link>
        <button type="button" className={row} onClick={() => void signOut()}>
          <LogOutIcon size={20} />
          Sign Out
        </button>
        <button type="button" aria-haspopup="dialog" className={row} onClick={openAlerts}>
          <BellIcon size={20} />
          Alerts
        </button>
        <ShortcutsButton open={openShortcuts} />
        <div className="mt-2">
          <ThemeSwitch name={`theme-${name}`} />
        </div>
        <p className="mt-1 min-h-5 px-3 text-xs text-muted-foreground">{version && `Version ${version}`}</p>
      </div>
    </div>
  )
}

/** Until the shop is open and everything is done. */
function SetupLink() {
  const { setup } = useSetup()
  const left = setup === null ? 0 : countLeft(setup)
  if (setup === null || (setup.is_open && left === 0)) return null
  return (
    <NavLink to={setupLink.to} className={linkRow}>
      <setupLink.icon size={20} />
      {setupLink.label}
      {left > 0 && (
        <span className="ml-auto text-sm text-muted-foreground tabular-nums">
          {left}
          <span className="sr-only"> to do</span>
        </span>
      )}
    </NavLink>
  )
}

function Links({ links }: { links: readonly AdminLink[] }) {
  const { pathname } = useLocation()
  if (links.length === 0) return null
  return (
    <ul className="grid gap-0.5">
      {links.map((link) => (
        <li key={link.to}>
          <NavLink
            to={link.to}
            // All other pages lie below the first one.
            {...(link.to === '/admin' && pathname !== link.to && { 'aria-current': undefined })}
            className={linkRow}
          >
            <link.icon size={20} />
            {link.label}
            {link.count && <LinkCount {...link.count} />}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function LinkCount({ of, label }: NonNullable<AdminLink['count']>) {
  const { counts } = useAdminCounts()
  const value = counts?.[of]
  if (!value) return null
  return (
    <span className="ml-auto rounded-full bg-hibiscus px-2 text-xs leading-5 font-semibold text-primary-foreground tabular-nums">
      {value > 999 ? '999+' : value}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** Which links lead to pages that are theirs who looks. */
function useOwnLinks(): (link: AdminLink) => boolean {
  const may = useMay()
  return ({ to }) => may(pageRight(to))
}

/** `g o` for orders, and so on. */
export function useGoShortcuts(): void {
  const navigate = useNavigate()
  const goes = [...dailyLinks, ...otherLinks]
    .filter(useOwnLinks())
    .flatMap(({ to, shortcut }) => (shortcut ? [[shortcut, () => void navigate(to)] as const] : []))
  useShortcuts(Object.fromEntries(goes))
}

type AdminLink = {
  to: string
  label: string
  icon: ComponentType<IconProps>
  shortcut?: ShortcutKey
  /** Which number is shown beside it, and what it counts. */
  count?: { of: keyof OfficeCountsResponse; label: string }
}

/** What an owner opens on the first day. */
export const setupLink: AdminLink = { to: '/admin/start', label: 'Set up your shop', icon: CircleCheckIcon }

/** What an admin opens every day. */
export const dailyLinks: readonly AdminLink[] = [
  { to: '/admin', label: 'Dashboard', icon: DashboardIcon, shortcut: 'g d' },
  { to: '/admin/products', label: 'Products', icon: TagIcon, shortcut: 'g p' },
  {
    to: '/admin/orders',
    label: 'Orders',
    icon: PackageIcon,
    shortcut: 'g o',
    count: { of: 'pendingOrders', label: 'pending' },
  },
  { to: '/admin/blog', label: 'Blog', icon: NewspaperIcon, shortcut: 'g b' },
]

/** What an admin opens now and then. */
export const otherLinks: readonly AdminLink[] = [
  { to: '/admin/visits', label: 'Visits', icon: ChartIcon },
  { to: '/admin/categories', label: 'Categories', icon: BulletListIcon },
  { to: '/admin/sales', label: 'Sales', icon: PercentIcon },
  { to: '/admin/discounts', label: 'Discounts', icon: TagIcon },
  { to: '/admin/pages', label: 'Texts', icon: DocumentIcon },
  { to: '/admin/testimonials', label: 'Testimonials', icon: QuoteIcon },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    icon: StarIcon,
    count: { of: 'reviewsToRead', label: 'to read' },
  },
  {
    to: '/admin/messages',
    label: 'Messages',
    icon: InboxIcon,
    count: { of: 'unreadMessages', label: 'unread' },
  },
  { to: '/admin/newsletter', label: 'Newsletter', icon: MailIcon },
  {
    to: '/admin/payments',
    label: 'Payments',
    icon: WalletIcon,
    count: { of: 'paymentsToReview', label: 'to review' },
  },
  { to: '/admin/cash', label: 'Cash', icon: BanknoteIcon },
  { to: '/admin/team', label: 'Team', icon: PeopleIcon },
  { to: '/admin/brand', label: 'Brand', icon: HeartIcon },
  { to: '/admin/home', label: 'Home page', icon: StoreIcon },
  { to: '/admin/news', label: 'News to customers', icon: PhoneIcon },
  { to: '/admin/settings', label: 'Settings', icon: SettingsIcon },
  { to: '/admin/changes', label: 'Changes', icon: ClockIcon },
]
