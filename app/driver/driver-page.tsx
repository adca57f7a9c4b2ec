import type { PageHandle } from '../layout/page-frame.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { DriverGuard } from '../session/guards.tsx'
import type { Route } from './+types/driver-page.ts'
import { Dashboard } from './dashboard.tsx'
import { useOfflinePage } from './offline-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Driver Dashboard', hidden: true })
}

export const handle: PageHandle = {
  area: 'back',
  header: 'own',
  manifest: '/driver.webmanifest',
  offlineWords: 'You are offline. What you tap is kept on this phone and sent later.',
}

export default function DriverPage() {
  useOfflinePage()
  return (
    <main
      id="main"
      tabIndex={-1}
      className="focus-inside mx-auto w-full max-w-admin flex-1 px-gutter py-4 md:py-8"
    >
      <DriverGuard>
        <Dashboard />
      </DriverGuard>
    </main>
  )
}
