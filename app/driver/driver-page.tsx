import { type ReactNode, useEffect, useId, useState } from 'react'
import type { DriverDayResponse } from '#contract/delivery.ts'
import { formatCedis, formatGhs, type Pesewas, toPesewas } from '#rules/money.ts'
import { type ActionQueue, waitingCash } from '#rules/offline-action-queue.ts'
import { driverButtonText } from '#rules/order-status.ts'
import { UnsavedGuard } from '../components/unsaved-guard.tsx'
import { isShopReachable } from '../data/api.ts'
import { usePolling } from '../data/use-polling.ts'
import { type PageHandle, pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { accessFor, Guarded } from '../session/guards.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { OfflineIcon } from '../ui/icons.tsx'
import type { Route } from './+types/driver-page.ts'
import { DeliverSheet } from './deliver-sheet.tsx'
import type { Delivery } from './deliveries.ts'
import { AttemptSheet } from './delivery-action.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DriverHeader } from './driver-header.tsx'
import { ListNotice } from './notices.tsx'
import { DriverContext, useDashboard, useDriver } from './use-dashboard.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Driver Dashboard', hidden: true })
}

export const handle: PageHandle = {
  area: 'back',
  header: 'own',
  manifest: '/driver.webmanifest',
  headingFont: false,
  offlineText: 'You are offline. What you tap is kept on this phone and sent later.',
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

const notADriver =
  'Your account does not have driver privileges. Please contact the site administrator if you believe this is an error.'

/** On a network that is too slow to say who they are, a driver sees the list that is on this phone anyway. */
function DriverGuard({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const isSlow = useIsSlow(auth.loading)
  const wasDriver = auth.user?.is_driver
  const access = isSlow && wasDriver ? 'open' : accessFor(auth, auth.isDriver, wasDriver)
  const isReachable = useIsReachable(access === 'login')
  if (access === 'login' && isReachable === false) return <SignedOutOffline />
  return (
    <Guarded access={access === 'login' && !isReachable ? 'loading' : access} message={notADriver}>
      {children}
    </Guarded>
  )
}

/** The login is not on the phone. The shop itself is asked: phones often believe in a network that leads nowhere. */
function useIsReachable(isAsked: boolean): boolean | null {
  const [isReachable, setReachable] = useState<boolean | null>(null)
  const ask = async () => setReachable(await isShopReachable())
  usePolling(ask, 5_000, { isOn: isAsked, startsNow: true })
  return isReachable
}

/** The login opens by itself as soon as there is a network. */
function SignedOutOffline() {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 py-10 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <OfflineIcon size={40} />
      </span>
      <h1 className="font-sans font-semibold">You are signed out</h1>
      <p className="text-lg text-muted-foreground">
        Names and addresses have left this phone. You can sign in again when you are online.
      </p>
    </div>
  )
}

const patience = 2_000

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow && isWaiting
}

function Dashboard() {
  const { user } = useAuth()
  return user === null ? null : <DriverDashboard key={user.id} userId={user.id} email={user.email} />
}

function DriverDashboard({ userId, email }: { userId: string; email: string }) {
  const dashboard = useDashboard(userId)
  const { day, taps, settings, isOnline, deliveries, change, clock, cards } = dashboard
  const { find, close } = dashboard.questions
  return (
    <DriverContext value={cards}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DriverHeader email={email} day={day} taps={taps} settings={settings} onSettings={change.settings} />
        <ListNotice day={day} isOnline={isOnline} taps={taps} />
        <Counters counts={day.cached?.day.counts ?? null} />
        <DeliveryList day={day} deliveries={deliveries} isOnline={isOnline} />
        {day.cached && <CashSection cash={day.cached.day.cash} deliveries={deliveries} queue={taps.queue} />}
      </div>
      <DeliverSheet
        delivery={find('hand-over')}
        onDeliver={change.deliver}
        onCash={change.enterCash}
        onPhoto={change.addPhoto}
        onClose={close}
      />
      <AttemptSheet delivery={find('attempt')} now={clock.now} onReport={change.report} onClose={close} />
      <UnsavedGuard when={taps.unsaved > 0} title="Leave before it is sent?">
        The storage of this phone is full. What you tapped is only on this page and is lost if you leave.
      </UnsavedGuard>
      <StepQuestion delivery={find('step')} onStep={change.step} onClose={close} />
    </DriverContext>
  )
}

type CountersProps = { counts: DriverDayResponse['counts'] | null }

const counters = [
  { of: 'total', name: 'Total Deliveries', note: 'All time' },
  { of: 'in_progress', name: 'In Progress', note: 'Under way' },
  { of: 'completed', name: 'Completed', note: 'Delivered' },
  { of: 'issues', name: 'Issues', note: 'Cancelled' },
] as const

function Counters({ counts }: CountersProps) {
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-4">
      {counters.map(({ of, name, note }) => (
        <div key={of} className="flex flex-col rounded-card border border-border bg-card px-3 py-2 md:p-4">
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{counts?.[of] ?? '–'}</dd>
          <dd className="text-xs text-muted-foreground">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

type StepQuestionProps = {
  delivery: Delivery | null
  onStep(delivery: Delivery): void
  onClose(): void
}

/** Instead of the seconds to undo, for whoever wants to be asked. */
function StepQuestion({ delivery, onStep, onClose }: StepQuestionProps) {
  const label = delivery ? driverButtonText(delivery.shownStatus) : ''
  return (
    <ConfirmDialog
      open={delivery !== null}
      title={`${label}?`}
      confirmLabel={label}
      onConfirm={() => {
        if (delivery) onStep(delivery)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        Order {delivery?.tracking_code}, {delivery?.customer_name}. A step cannot be taken back.
      </p>
    </ConfirmDialog>
  )
}

/** Puts this page with all its files on the phone, so that it opens without a network. Only the finished shop has such files. */
function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    void keepPage().catch(() => undefined)
  }, [])
}

async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register('/driver-worker.js', { scope: '/driver' })
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname)
  active?.postMessage({ type: 'keep', files })
}

type CashSectionProps = { cash: DriverDayResponse['cash']; deliveries: Delivery[]; queue: ActionQueue }

/** What the driver has in the pocket since the last hand-over, and how it came together. */
function CashSection({ cash, deliveries, queue }: CashSectionProps) {
  const headingId = useId()
  const { openSheet } = useDriver()
  const known = new Map(cash.deliveries.map((each) => [each.order_id, toPesewas(each.collected ?? 0)]))
  const waiting = waitingCash(queue, (id) => known.get(id) ?? 0)
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card border border-border bg-card p-4">
      <h2 id={headingId} className="font-sans text-lg font-semibold">
        Cash to hand over
      </h2>
      <p className="text-3xl font-semibold tabular-nums">{formatGhs(toPesewas(cash.in_hand) + waiting)}</p>
      {waiting !== 0 && (
        <p className="text-sm text-warning">{formatGhs(waiting)} of it is not sent to the shop yet.</p>
      )}
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <Sum name="Due" amount={toPesewas(cash.due)} />
        <Sum name="Collected" amount={toPesewas(cash.collected)} />
        <Sum name="Open" amount={toPesewas(cash.open)} />
      </dl>
      {cash.deliveries.length === 0 && waiting === 0 && (
        <p className="text-muted-foreground">Nothing collected since the last hand-over.</p>
      )}
      <ul className="grid gap-2">
        {cash.deliveries.map((each) => {
          const delivery = deliveries.find(({ id }) => id === each.order_id)
          return (
            <li
              key={each.order_id}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-2"
            >
              <span className="min-w-0">
                <strong>{each.tracking_code}</strong> {each.customer_name}
                {each.reason !== '' && (
                  <span className="block text-sm text-muted-foreground wrap-anywhere">{each.reason}</span>
                )}
              </span>
              <span className="tabular-nums">
                {each.collected === null
                  ? `Not entered, ${formatCedis(each.due)} due`
                  : formatCedis(each.collected)}
              </span>
              {delivery && each.collected === null && (
                <Button variant="secondary" wide onClick={() => openSheet(delivery)}>
                  Enter cash: {each.tracking_code}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-muted-foreground">
        The shop counts it with you and confirms; then this list starts again.
      </p>
    </section>
  )
}

function Sum({ name, amount }: { name: string; amount: Pesewas }) {
  return (
    <div>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-semibold tabular-nums">{formatGhs(amount)}</dd>
    </div>
  )
}
