import { NavLink } from 'react-router'
import { useCart } from '../cart/cart.tsx'
import { useAuth } from '../session/auth.tsx'
import { classNames } from '../ui/class-names.ts'
import { AccountMenu } from './account-menu.tsx'
import { CartLink } from './cart-link.tsx'
import { mainLinks, roleLinks } from './navigation-links.ts'
import { usePageFrame } from './page-frame.ts'
import { SiteMenu } from './site-menu.tsx'
import { useSolidAfterScroll } from './solid-after-scroll.ts'
import { Wordmark } from './wordmark.tsx'

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
          !isSolid &&
            (liesOver
              ? 'bg-linear-to-b bg-origin-border from-background/95 to-background/60'
              : 'bg-background'),
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
        {[...mainLinks, ...roleLinks(auth)].map(({ to, words }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex min-h-11 items-center rounded-control border-b-3 border-transparent px-3 forced-colors:border-b-0 font-medium hover:bg-muted aria-[current=page]:rounded-b-none aria-[current=page]:border-terracotta"
            >
              {words}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
