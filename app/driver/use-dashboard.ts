import { useMemo, useSyncExternalStore } from 'react'
import type { DriverOrderResponse } from '#contract/delivery.ts'
import { addTap, type CashTaken, type Tap } from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import { useToasts } from '../ui/toasts.tsx'
import { applyTap } from './apply-tap.ts'
import { buzz, ring } from './attention.ts'
import { useDriverSettings } from './driver-settings.ts'
import { makeCash, makePhoto, makeStep, undoMs } from './make-tap.ts'
import { keepPhoto } from './photo-store.ts'
import type { Outcome } from './send-tap.ts'
import { type Delivery, toDeliveries } from './shown-deliveries.ts'
import { useDay } from './use-day.ts'
import { useTaps } from './use-taps.ts'

export type Handed = { cash: CashTaken | null; proofCode: string | null; photo: Blob | null }

/** Everything behind the page: the list, the taps and what a press does. */
export function useDashboard(userId: string) {
  const { show } = useToasts()
  const [settings, setSettings] = useDriverSettings()
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)

  const tellNew = (added: DriverOrderResponse[]) => {
    const codes = added.map(({ tracking_code }) => tracking_code).join(', ')
    show({
      title: added.length === 1 ? `New delivery: ${codes}` : `${added.length} new deliveries: ${codes}`,
    })
    buzz([120, 80, 120])
    if (settings.makesSound) ring()
  }
  const day = useDay(userId, tellNew)
  const tellSettled = (tap: Tap, outcome: Outcome) => {
    if (outcome.is === 'refused') {
      show({ title: 'Failed to update order status', description: outcome.words, tone: 'destructive' })
      void day.refresh()
    }
    if (outcome.is !== 'done') return
    day.change((before) => applyTap(before, tap))
    if (tap.kind === 'step') {
      show({ title: `Order status updated to ${tap.to}`, tone: 'success' })
      buzz()
    }
    void day.refresh()
  }
  const taps = useTaps(userId, tellSettled)
  const orders = day.kept?.day.orders
  const deliveries = useMemo(() => toDeliveries(orders ?? [], taps.queue), [orders, taps.queue])

  const { change: changeTaps } = taps
  const waitMs = settings.asksFirst ? 0 : undoMs
  const change = useMemo(() => {
    const add = (tap: Tap | null) => {
      if (tap !== null) changeTaps((queue) => addTap(queue, tap))
    }
    const addPhoto = async (delivery: Delivery, photo: Blob, wait = 0) => {
      const tap = makePhoto(delivery, wait)
      await keepPhoto(tap.photo, photo)
      add(tap)
    }
    const step = (delivery: Delivery) => add(makeStep(delivery, { waitMs }))
    return {
      settings: setSettings,
      step,
      addPhoto,
      enterCash: (delivery: Delivery, cash: CashTaken) => add(makeCash(delivery, cash)),
      async deliver(delivery: Delivery, { photo, ...handed }: Handed) {
        add(makeStep(delivery, { ...handed, waitMs }))
        if (photo) await addPhoto(delivery, photo, waitMs)
      },
      pressWith: (ask: { openSheet(id: number): void; ask(id: number): void }) => (delivery: Delivery) => {
        const next = nextStepForDriver(delivery.shownStatus)
        if (next === 'Delivered') ask.openSheet(delivery.id)
        else if (waitMs === 0) ask.ask(delivery.id)
        else step(delivery)
      },
    }
  }, [changeTaps, waitMs, setSettings])
  return { day, taps, settings, isOnline, deliveries, change }
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
