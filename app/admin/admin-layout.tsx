import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import type { VersionResponse } from '#contract/dashboard.ts'
import { useSubmit } from '../components/use-submit.ts'
import { type ApiProblem, api, type Refused, refusedEvent } from '../data/api.ts'
import { attempt } from '../data/stored.ts'
import { useFetch } from '../data/use-fetch.ts'
import { Wordmark } from '../layout/navigation-links.tsx'
import type { PageHandle } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import { dialogTrigger } from '../ui/use-modal.ts'
import type { Route } from './+types/admin-layout.ts'
import { AdminCountsProvider } from './admin-counts.tsx'
import { AdminNavigation, useGoShortcuts } from './admin-navigation.tsx'
import { renewPush } from './alerts/push-browser.ts'
import { OfficeGuard, useOfficeRole } from './office-rights.tsx'
import { SetupProvider } from './setup-state.tsx'
import { ShortcutsDialog, ShortcutsProvider, useShortcutsDialog } from './shortcuts.tsx'

export const handle: PageHandle = { area: 'back', header: 'own' }

/** The layout of the back office, with the guard for every page in it. */
export default function AdminLayout({ params }: Route.ComponentProps) {
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
              <OfficeGuard isNoPage={Boolean(params['*'])}>
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

type Answer = (isProven: boolean) => void

/** Calls that the shop refuses until the password was typed again wait here, and are then made once more. */
function PasswordAgain() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<Answer[]>([])
  const answer: Answer = (isProven) => {
    for (const goOn of waiting.current.splice(0)) goOn(isProven)
    setOpen(false)
  }
  useEffect(() => {
    const hear = ({ detail }: CustomEvent<Refused>) => {
      if (detail.code === 'second_factor_required') void navigate('/account', { replace: true })
      if (detail.code !== 'password_needed') return
      detail.settled = new Promise((goOn) => waiting.current.push(goOn))
      setOpen(true)
    }
    const listener = hear as EventListener
    window.addEventListener(refusedEvent, listener)
    return () => {
      window.removeEventListener(refusedEvent, listener)
      for (const goOn of waiting.current.splice(0)) goOn(false)
    }
  }, [navigate])
  return isOpen && <PasswordDialog onAnswer={answer} />
}

function PasswordDialog({ onAnswer }: { onAnswer: Answer }) {
  const { user } = useAuth()
  const { submit, isBusy, failure, dismiss } = useSubmit()
  const [error, setError] = useState<string>()
  const id = useId()
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setError(password === '' ? 'Password is required' : undefined)
    if (password === '') return dismiss()
    const onFailure = ({ fields }: ApiProblem) => {
      setError(fields.password)
      return fields.password !== undefined
    }
    void submit({ onFailure }, async () => {
      await api.post('/api/auth/confirm-password', { body: { password } })
      onAnswer(true)
      return undefined
    })
  }
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      mayClose={() => !isBusy}
      title="Please enter your password again"
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={isBusy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      }
    >
      <p>This makes sure that it is you. You are not asked again for ten minutes.</p>
      {failure && <ErrorPanel>{failure}</ErrorPanel>}
      <form id={id} method="post" noValidate onSubmit={confirm}>
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={user?.email} aria-label="Email" readOnly hidden />
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          enterKeyHint="done"
          error={error}
          data-first-focus=""
          required
        />
      </form>
    </Dialog>
  )
}
