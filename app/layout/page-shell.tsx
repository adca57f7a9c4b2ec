import type { ReactNode } from 'react'
import { SkipLink } from '../ui/skip-link.tsx'
import { DeliveryStrip } from './delivery-strip.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PageFocus } from './page-focus.tsx'
import { usePageFrame } from './page-frame.ts'

/** What lies around every page. An area with its own header brings its own `main` with the id `main`. */
export function PageShell({ children }: { children: ReactNode }) {
  const { header, deliveryStrip } = usePageFrame()
  return (
    <>
      <SkipLink to="main" />
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
