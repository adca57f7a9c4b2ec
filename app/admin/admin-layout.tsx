import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import type { VersionResponse } from '#contract/dashboard.ts'
import { attempt } from '../data/stored.ts'
import { useFetch } from '../data/use-fetch.ts'
import type { PageHandle } from '../layout/page-frame.ts'
import { Wordmark } from '../layout/shop-links.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import { dialogTrigger } from '../ui/use-modal.ts'
import { AdminCountsProvider } from './admin-counts.tsx'
import { AdminNavigation, useGoShortcuts } from './admin-navigation.tsx'
import { renewPush } from './alerts/push-browser.ts'
import { OfficeGuard, useOfficeRole } from './office-rights.tsx'
import { PasswordAgain } from './password-again.tsx'
import { SetupProvider } from './setup-state.tsx'
import { ShortcutsDialog, ShortcutsProvider, useShortcutsDialog } from './shortcuts.tsx'

export const handle: PageHandle = { area: 'back', header: 'own' }

/** The layout of the back office, with the guard for every page in it. */
export default function AdminLayout() {
  return (
    <ShortcutsProvider>
      <AdminCountsProvider>
        <SetupProvider>
          <div className="flex flex-1 max-lg:flex-col">
            <AdminFrame />
            <main
              id="main"
              tabIndex={-1}
              className="focus-inside mx-auto w-full max-w-admin min-w-0 flex-1 px-gutter py-6 lg:py-10"
            >
              <OfficeGuard>
                <Outlet />
              </OfficeGuard>
            </main>
          </div>
          <PasswordAgain />
        </SetupProvider>
      </AdminCountsProvider>
    </ShortcutsProvider>
  )
}

/** Rendered for nobody but those who work here. */
function AdminFrame() {
  return useOfficeRole() ? <Navigation /> : null
}

function Navigation() {
  const shortcuts = useShortcutsDialog()
  const alerts = useAlertsSheet()
  const version = useShopVersion()
  const navigation = { openShortcuts: shortcuts.open, openAlerts: alerts.open, version }
  useGoShortcuts()
  // Whoever works here looks at the shop all day, and is not to be taken for a customer.
  useEffect(() => void attempt(() => localStorage.setItem('uncounted', 'yes')), [])
  return (
    <>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-border bg-card px-2 lg:hidden print:hidden">
        <IconButton label="Menu" {...dialogTrigger('admin-menu')}>
          <MenuIcon />
        </IconButton>
        <Wordmark />
      </header>
      <Sheet id="admin-menu" title="Back office" place="right" closesOnLinks>
        <AdminNavigation name="menu" {...navigation} />
      </Sheet>
      <header className="sticky top-0 flex h-dvh w-60 flex-none flex-col gap-4 overflow-y-auto border-r border-border bg-card px-3 py-5 max-lg:hidden print:hidden">
        <div className="flex flex-none">
          <Wordmark />
        </div>
        <div className="flex-1">
          <AdminNavigation name="side" {...navigation} />
        </div>
      </header>
      <ShortcutsDialog {...shortcuts} />
      {alerts.sheet}
    </>
  )
}

/** Opened seldom, so it is fetched only then. */
function useAlertsSheet() {
  const [isOpen, setOpen] = useState(false)
  const { Component: AlertsSheet, fetchComponent } = useLazyComponent(
    async () => (await import('./alerts/alerts-sheet.tsx')).AlertsSheet,
  )
  useEffect(() => void renewPush().catch(() => undefined), [])
  return {
    open: () => void fetchComponent().then(setOpen),
    sheet: isOpen && AlertsSheet && <AlertsSheet onClose={() => setOpen(false)} />,
  }
}

function useShopVersion(): string | null {
  const { data } = useFetch<VersionResponse>('/api/version')
  return data && `${data.version}${data.commit ? ` (${data.commit})` : ''}`
}
