import { Link, NavLink } from 'react-router'
import { useCart } from '../cart/cart.tsx'
import { useShopFacts } from '../data/shop-facts.ts'
import { useAuth } from '../session/auth.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MenuIcon, XIcon } from '../ui/icons.tsx'
import { dialogCloser, dialogTrigger, useModal } from '../ui/use-modal.ts'
import { guestLinks, helpLinks, mainLinks, roleLinks } from './navigation-links.ts'
import { ContactLinks, Wordmark } from './shop-links.tsx'

/** The menu of small screens: it fills them, and its links lie within reach of the thumb. */
export function SiteMenu() {
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
