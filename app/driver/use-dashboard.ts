import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DriverOrderResponse } from '#contract/delivery.ts'
import { type AttemptReport, attemptLabels } from '#rules/delivery-attempts.ts'
import {
  type ActionQueue,
  addTap,
  type CashTaken,
  type PhotoTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import { stored, useStored } from '../data/stored.ts'
import { useOnline } from '../layout/offline-bar.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { openTapStore, openUndoTimer, sendTaps, type TapStore } from './action-queue.ts'
import { type Delivery, type ReadEdits, toDeliveries } from './deliveries.ts'
import {
  applyTap,
  makeAttempt,
  makeCash,
  makePhoto,
  makeStep,
  type Outcome,
  openPhotoStore,
  type PhotoStore,
  sendTap,
  tapLabel,
  undoMs,
} from './taps.ts'
import { type Day, openShopClock, type ShopClock, useDay } from './use-day.ts'

export type Handed = { cash: CashTaken | null; proofCode: string | null; photo: Blob | null }

/** Everything behind the page: the list, the taps and what a press does. */
export function useDashboard(userId: string) {
  const { show } = useToasts()
  const settings = useStored(settingsStore) ?? settingsStore.read()
  const isOnline = useOnline()
  const [clock] = useState(() => openShopClock())
  const [photos] = useState(() => openPhotoStore())

  const announce = (added: DriverOrderResponse[], edited: DriverOrderResponse[]) => {
    const codes = added.map(({ tracking_code }) => tracking_code).join(', ')
    if (added.length > 0)
      show({
        title: added.length === 1 ? `New delivery: ${codes}` : `${added.length} new deliveries: ${codes}`,
      })
    for (const { tracking_code } of edited) show({ title: `Order ${tracking_code} was changed` })
    if (added.length + edited.length === 0) return
    buzz([120, 80, 120])
    if (settings.makesSound) ring()
  }
  const day = useDay(userId, clock, announce)
  const announceSettled = (tap: Tap, outcome: Outcome) => {
    if (outcome.is === 'refused') {
      // All of it stands beside the order, and would be covered by itself here.
      const description = `Order ${tap.trackingCode}: ${outcome.message.split('. ', 1)[0]}`
      show({ title: 'Failed to update order status', description, tone: 'destructive' })
      void day.refresh()
    }
    if (outcome.is !== 'done') return
    day.change((before) => applyTap(before, tap))
    if (tap.kind !== 'photo') {
      show({ title: savedText(tap), tone: 'success' })
      buzz()
    }
    void day.refresh()
  }
  const taps = useActionQueue(userId, { clock, photos }, announceSettled)
  const orders = day.cached?.day.orders
  const deliveries = useMemo(() => toDeliveries(orders ?? [], taps.queue), [orders, taps.queue])

  const [asked, setAsked] = useState<Asked | null>(null)
  const { change: changeTaps } = taps
  const waitMs = settings.asksFirst ? 0 : undoMs
  const change = useMemo(() => {
    const add = (tap: Tap | null, onlyHere = false) => {
      if (tap !== null) changeTaps((queue) => addTap(queue, tap), { onlyHere })
    }
    const addPhoto = async (delivery: Delivery, photo: Blob, wait = 0, attempt?: string) => {
      const tap = makePhoto(clock, delivery, wait, attempt)
      const isSaved = await photos.save(tap.photo, photo)
      add(tap, !isSaved)
    }
    const step = (delivery: Delivery) => add(makeStep(clock, delivery, { waitMs }))
    return {
      settings: changeSettings,
      step,
      addPhoto,
      enterCash: (delivery: Delivery, cash: CashTaken) => add(makeCash(clock, delivery, cash)),
      async deliver(delivery: Delivery, { photo, ...handed }: Handed) {
        add(makeStep(clock, delivery, { ...handed, waitMs }))
        if (photo) await addPhoto(delivery, photo, waitMs)
      },
      async report(delivery: Delivery, report: AttemptReport, photo: Blob | null) {
        const tap = makeAttempt(clock, delivery, report, waitMs)
        add(tap)
        if (photo) await addPhoto(delivery, photo, waitMs, tap.key)
      },
      /** The button of a card: the next step is taken, or asked about first. */
      press(delivery: Delivery) {
        if (nextStepForDriver(delivery.shownStatus) === 'Delivered')
          setAsked({ what: 'hand-over', orderId: delivery.id })
        else if (waitMs === 0) setAsked({ what: 'step', orderId: delivery.id })
        else step(delivery)
      },
      openSheet: ({ id: orderId }: { id: number }) => setAsked({ what: 'hand-over', orderId }),
      openAttempt: ({ id: orderId }: { id: number }) => setAsked({ what: 'attempt', orderId }),
    }
  }, [changeTaps, waitMs, clock, photos])

  const { queue, sendingKey, msLeft } = taps
  const { readEdits, understand } = day
  const cards = useMemo<DriverContents>(() => {
    const { press, openSheet, openAttempt } = change
    const shown = { queue, sendingKey, msLeft, settings, isOnline, readEdits, understand }
    return { ...shown, change: changeTaps, press, openSheet, openAttempt }
  }, [queue, sendingKey, changeTaps, msLeft, settings, isOnline, change, readEdits, understand])
  const find = (what: Asked['what']) =>
    (asked?.what === what && deliveries.find(({ id }) => id === asked.orderId)) || null
  const questions = { find, close: () => setAsked(null) }
  return { day, taps, settings, isOnline, deliveries, change, clock, cards, questions }
}

/** Said when the shop has it. */
function savedText(tap: Exclude<Tap, PhotoTap>): string {
  if (tap.kind === 'step') return `Order status updated to ${tap.to}`
  return `Saved: ${tap.kind === 'cash' ? tapLabel(tap) : attemptLabels[tap.outcome].toLowerCase()}`
}

/** What the driver is asked before something happens to an order: money and proof, a plain yes, or why it was not delivered. */
type Asked = { what: 'hand-over' | 'step' | 'attempt'; orderId: number }

/** What every card needs: the taps, the settings, and where the driver is asked more. */
type DriverContents = {
  queue: ActionQueue
  sendingKey: string | null
  change: Taps['change']
  msLeft: Taps['msLeft']
  settings: DriverSettings
  isOnline: boolean
  press(delivery: Delivery): void
  /** Cash, code and photo of one order. */
  openSheet(delivery: Delivery): void
  /** The orders that were changed, until the driver has read it. */
  readEdits: ReadEdits | undefined
  understand: Day['understand']
  /** The driver comes back with the parcel. */
  openAttempt(delivery: Delivery): void
}

export const DriverContext = createContext<DriverContents | null>(null)

export function useDriver(): DriverContents {
  const driver = use(DriverContext)
  if (driver === null) throw new Error('A card of a delivery needs the dashboard around it')
  return driver
}

export type DriverSettings = {
  /** For those who need more time than a timer gives. */
  asksFirst: boolean
  makesSound: boolean
}

/** They stay on this phone: they are about its owner's hands and ears. */
const settingsStore = stored('adom_driver_settings', (content): DriverSettings => {
  const { asksFirst, makesSound } = Object(content)
  return { asksFirst: asksFirst === true, makesSound: makesSound === true }
})

function changeSettings(changed: Partial<DriverSettings>): void {
  settingsStore.update((settings) => ({ ...settings, ...changed }))
}

/** A light buzz, where the phone can and may. */
function buzz(pattern: number | number[] = 60): void {
  navigator.vibrate?.(pattern)
}

/** Two short tones, made by the phone itself: nothing to load, nothing to fail on a weak network. */
export function ring(): void {
  try {
    const speaker = new AudioContext()
    for (const [start, pitch] of [
      [0, 880],
      [0.2, 1175],
    ] as const) {
      const tone = speaker.createOscillator()
      const volume = speaker.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.2, speaker.currentTime + start)
      volume.gain.exponentialRampToValueAtTime(0.001, speaker.currentTime + start + 0.18)
      tone.connect(volume).connect(speaker.destination)
      tone.start(speaker.currentTime + start)
      tone.stop(speaker.currentTime + start + 0.2)
    }
    setTimeout(() => void speaker.close(), 1_000)
  } catch {
    // A phone that may not make a sound stays silent; the text is on the screen.
  }
}

export type Taps = {
  queue: ActionQueue
  change: TapStore['update']
  /** The tap that is on its way just now; it cannot be undone any more. */
  sendingKey: string | null
  /** How long a tap can still be undone. */
  msLeft(tap: Tap): number
  /** So many the phone could not store; they end with this page. */
  unsaved: number
}

type Settled = (tap: Tap, outcome: Outcome) => void

const nothingWaits: ActionQueue = []

/** The taps of this driver on this phone, and what sends them to the shop. */
function useActionQueue(
  userId: string,
  means: { clock: ShopClock; photos: PhotoStore },
  onSettled: Settled,
): Taps {
  const { clock, photos } = means
  const store = useMemo(() => openTapStore(userId), [userId])
  const [msLeft] = useState(() => openUndoTimer())
  const queue = useSyncExternalStore<ActionQueue>(store.subscribe, store.read, () => nothingWaits)
  const unsaved = useSyncExternalStore(store.subscribe, store.countUnsaved, () => 0)
  const [sendingKey, setSendingKey] = useState<string | null>(null)
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(
    () =>
      sendTaps({
        store,
        msLeft,
        send: (tap) => sendTap(tap, { clock, photos }),
        onSending: (lane, key) => lane === 'steps' && setSendingKey(key),
        onSettled: (tap, outcome) => settled.current(tap, outcome),
      }),
    [store, msLeft, clock, photos],
  )
  const change = useCallback<TapStore['update']>(
    (step, how) => {
      const removed = store.update(step, how)
      // The photo of a tap that was undone, or given up by the driver, is of no use to anybody.
      for (const tap of removed)
        if (tap.kind === 'photo') void photos.delete(tap.photo).catch(() => undefined)
      return removed
    },
    [store, photos],
  )
  return { queue, change, sendingKey, msLeft, unsaved }
}
