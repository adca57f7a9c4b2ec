import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCart } from '../cart/cart.tsx'
import { useShopFacts } from '../data/shop-facts.ts'
import { useAuth } from '../session/auth.tsx'
import { IconButton, IconLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { BagIcon, MenuIcon, PersonIcon, XIcon } from '../ui/icons.tsx'
import { Link, NavLink } from '../ui/link.tsx'
import { Popover } from '../ui/popover.tsx'
import { dialogCloser, dialogTrigger, useModal } from '../ui/use-modal.ts'
import {
  ContactLinks,
  guestLinks,
  helpLinks,
  mainLinks,
  roleLinks,
  type SiteLink,
  Wordmark,
} from './navigation-links.tsx'
import { usePageFrame } from './page-meta-and-frame.ts'

export function Header() {
  const { itemCount } = useCart()
  const { header } = usePageFrame()
  const { strip, isSolid } = useSolidAfterScroll()
  const isQuiet = header === 'quiet'
  const liesOver = header === 'over_hero'
  return (
    <>
      <div ref={strip} className="pointer-events-none absolute top-0 h-[50px] w-px" />
      <header
        data-solid={isSolid}
        className={classNames(
          'sticky top-0 z-20 border-b transition-colors print:hidden',
          liesOver && '-mb-[57px] lg:-mb-[73px]',
          isSolid && 'border-border bg-background shadow-card',
          !isSolid && 'border-transparent',
          !isSolid && (liesOver ? 'veil bg-origin-border' : 'bg-background'),
        )}
      >
        <div className="mx-auto flex h-14 max-w-store items-center gap-1 px-2 md:px-gutter lg:h-18">
          {!isQuiet && <SiteMenu />}
          <Wordmark />
          {!isQuiet && <MainNavigation />}
          <div className="ml-auto flex items-center gap-1">
            {!isQuiet && <AccountMenu />}
            <CartLink count={itemCount} />
          </div>
        </div>
      </header>
    </>
  )
}

function MainNavigation() {
  const auth = useAuth()
  return (
    <nav aria-label="Main" className="ml-6 hidden md:block">
      <ul className="flex gap-1">
        {[...mainLinks, ...roleLinks(auth)].map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex min-h-11 items-center rounded-control border-b-3 border-transparent px-3 forced-colors:border-b-0 font-medium hover:bg-muted aria-[current=page]:rounded-b-none aria-[current=page]:border-terracotta"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const row = 'flex min-h-11 w-full items-center rounded-control px-3 text-left font-medium hover:bg-muted'

function AccountMenu() {
  const { user, role, isDriver, signOut } = useAuth()
  const links: readonly SiteLink[] = user ? memberLinks(role !== null, isDriver) : guestLinks
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
          <strong className="font-semibold">{user.email || user.name}</strong>
        </p>
      )}
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={row}>
              {label}
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

function memberLinks(isOffice: boolean, isDriver: boolean): SiteLink[] {
  return [
    { to: '/account', label: 'Account' },
    ...(isOffice ? [{ to: '/admin', label: 'Admin Dashboard' }] : []),
    ...(isDriver ? [{ to: '/driver', label: 'Driver Dashboard' }] : []),
  ]
}

function CartLink({ count }: { count: number }) {
  return (
    <IconLink to="/cart" label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}>
      <BagIcon />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-hibiscus px-1 text-center text-xs leading-5 font-semibold text-primary-foreground tabular-nums">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </IconLink>
  )
}

/** True once the marked strip at the top of the page, 50 pixels high, has left the screen. No work is done while scrolling. */
function useSolidAfterScroll(): { strip: RefObject<HTMLDivElement | null>; isSolid: boolean } {
  const strip = useRef<HTMLDivElement>(null)
  const [isSolid, setSolid] = useState(false)
  useEffect(() => {
    if (!strip.current) return
    const observer = new IntersectionObserver(([entry]) => setSolid(entry?.isIntersecting === false))
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [])
  return { strip, isSolid }
}

/** The menu of small screens: it fills them, and its links lie within reach of the thumb. */
function SiteMenu() {
  const { props } = useModal({ closesOnLinks: true })
  return (
    <>
      <IconButton label="Menu" className="md:hidden" {...dialogTrigger('site-menu')}>
        <MenuIcon />
      </IconButton>
      <dialog
        {...props}
        id="site-menu"
        aria-label="Menu"
        className="m-0 size-full max-h-none max-w-none overflow-y-auto bg-background text-foreground motion-safe:open:animate-rise"
      >
        <div className="flex min-h-full flex-col">
          <div className="sticky top-0 flex h-14 items-center gap-1 bg-background px-2">
            <IconButton label="Close menu" {...dialogCloser('site-menu')}>
              <XIcon />
            </IconButton>
            <Wordmark />
          </div>
          <MenuLinks />
        </div>
      </dialog>
    </>
  )
}

function MenuLinks() {
  const { itemCount } = useCart()
  const auth = useAuth()
  const facts = useShopFacts()
  const links = [
    { to: '/', label: 'Home' },
    ...mainLinks,
    { to: '/cart', label: itemCount > 0 ? `Cart (${itemCount})` : 'Cart' },
    { to: '/account', label: 'Account' },
    ...(auth.user ? [] : guestLinks),
    ...roleLinks(auth),
  ]
  return (
    <div className="mt-auto px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
      <nav aria-label="Menu">
        <ul>
          {links.map(({ to, label }) => (
            <li key={to} className="border-b border-border last:border-0">
              <NavLink
                to={to}
                className="focus-inside flex min-h-14 items-center font-serif text-3xl text-primary aria-[current=page]:text-link"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <ul className="mt-4 flex flex-wrap gap-x-6">
          {helpLinks.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 min-w-11 items-center font-medium underline underline-offset-4"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ContactLinks facts={facts} className="mt-2 flex flex-wrap gap-x-6" />
    </div>
  )
}
