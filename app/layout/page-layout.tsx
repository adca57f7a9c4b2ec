import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { type ShopFacts, useBrand, useFooter, useShopFacts } from '../data/shop-facts.ts'
import { FacebookIcon, InstagramIcon, TiktokIcon, TwitterIcon, YoutubeIcon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { Header } from './header.tsx'
import { ContactLinks, footerGroups, Logo, legalLinks, type SiteLink } from './navigation-links.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { usePageFrame } from './page-meta-and-frame.ts'

/** What lies around every page. An area with its own header brings its own `main` with the id `main`. */
export function PageLayout({ children }: { children: ReactNode }) {
  const { header, deliveryStrip } = usePageFrame()
  return (
    <>
      <SkipLink />
      <NavigationProgress />
      {header === 'own' ? (
        <>
          <OfflineBar />
          {children}
        </>
      ) : (
        <>
          <Header />
          <OfflineBar />
          {deliveryStrip && <DeliveryStrip />}
          <main id="main" tabIndex={-1} className="focus-inside flex-1">
            {children}
          </main>
          <Footer />
        </>
      )}
      <PageFocus />
    </>
  )
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-60 flex min-h-12 -translate-y-20 items-center rounded-control bg-primary px-5 font-semibold text-primary-foreground focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}

function DeliveryStrip() {
  const { deliveryLine } = useShopFacts()
  return (
    <aside
      aria-label="Delivery"
      className="flex min-h-9 items-center justify-center bg-accent px-2 text-center text-xs font-medium text-link sm:text-sm"
    >
      {deliveryLine}
    </aside>
  )
}

/** A thin bar at the top while the next page is on its way; a page that comes at once shows none. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 animate-[late_.01s_.1s_both,wait_1.2s_.1s_ease-in-out_infinite] bg-terracotta" />
  )
}

/** After a change of page the heading takes the focus, so that the new page is read out. A new filter on the same page is none. */
function PageFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.dispatchEvent(new Event('shop:page'))
    const main = document.querySelector<HTMLElement>('main')
    const target = main?.querySelector<HTMLElement>('h1') ?? main
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname])
  return null
}

function Footer() {
  const facts = useShopFacts()
  const { line, pages } = useFooter()
  const logo = useBrand()?.footerLogo
  return (
    <footer className="mt-auto bg-primary text-muted max-lg:pb-(--bar) print:hidden">
      <div className="mx-auto grid max-w-store gap-8 px-gutter pt-10 pb-8 md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:pt-14">
        <section aria-label="Contact" className="md:col-span-3 lg:col-span-1">
          <p className="font-serif text-2xl">
            {logo ? <Logo {...logo} name={facts.shopName} /> : facts.shopName}
          </p>
          <p className="mt-3">{line ?? facts.contact.hours}</p>
          <ContactLinks facts={facts} className="mt-1" />
          <SocialLinks social={facts.social} />
        </section>
        {footerGroups(facts.footerShelves).map(({ title, links }) => (
          <nav key={title} aria-label={title ?? facts.shopName}>
            <h2 className="font-sans text-sm font-semibold tracking-wide text-border uppercase">
              {title ?? facts.shopName}
            </h2>
            <LinkList
              links={title === null ? [...links, ...pages] : links}
              className="mt-1 grid grid-cols-2 gap-x-4 md:grid-cols-1"
            />
          </nav>
        ))}
      </div>
      <div className="mx-auto max-w-store px-gutter pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6 border-t border-muted/25 pt-2">
          <LinkList links={legalLinks} className="flex flex-wrap gap-x-6 text-sm" />
        </nav>
      </div>
    </footer>
  )
}

function LinkList({ links, className }: { links: readonly SiteLink[]; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className="flex min-h-11 items-center hover:underline hover:underline-offset-4">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const networks = {
  instagram: { name: 'Instagram', Icon: InstagramIcon },
  facebook: { name: 'Facebook', Icon: FacebookIcon },
  tiktok: { name: 'TikTok', Icon: TiktokIcon },
  x: { name: 'X', Icon: TwitterIcon },
  youtube: { name: 'YouTube', Icon: YoutubeIcon },
} as const

/** A network without an address is not shown: a link that leads nowhere helps nobody. */
function SocialLinks({ social }: { social: ShopFacts['social'] }) {
  const known = (Object.keys(networks) as (keyof typeof networks)[]).filter(
    (network) => social[network] !== '',
  )
  if (known.length === 0) return null
  return (
    <ul aria-label="Social networks" className="-ml-2.5 mt-1 flex gap-1">
      {known.map((network) => {
        const { name, Icon } = networks[network]
        return (
          <li key={network}>
            <a
              href={social[network]}
              aria-label={name}
              rel="me noopener"
              className="flex size-11 items-center justify-center rounded-control hover:bg-primary-hover"
            >
              <Icon />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
