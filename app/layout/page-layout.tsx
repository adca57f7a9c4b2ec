import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useShopFacts } from '../data/shop-facts.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { usePageFrame } from './page-frame.ts'

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
