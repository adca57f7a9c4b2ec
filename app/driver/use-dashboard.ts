import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DriverOrderResponse } from '#contract/delivery.ts'
import {
  type ActionQueue,
  addTap,
  type CashTaken,
  nextSendTime,
  nextToSend,
  refuseTap,
  sendAllNow,
  sendBy,
  settleTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import { type Stored, stored, useStored } from '../data/stored.ts'
import { useOnline } from '../layout/offline-bar.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { type Delivery, toDeliveries } from './deliveries.ts'
import { deletePhoto, savePhoto } from './photo-store.ts'
import { applyTap, makeCash, makePhoto, makeStep, type Outcome, sendTap, undoMs } from './taps.ts'
import { useDay } from './use-day.ts'

export type Handed = { cash: CashTaken | null; proofCode: string | null; photo: Blob | null }

/** Everything behind the page: the list, the taps and what a press does. */
export function useDashboard(userId: string) {
  const { show } = useToasts()
  const settings = useStored(settingsStore) ?? settingsStore.read()
  const isOnline = useOnline()

  const announceNew = (added: DriverOrderResponse[]) => {
    const codes = added.map(({ tracking_code }) => tracking_code).join(', ')
    show({
      title: added.length === 1 ? `New delivery: ${codes}` : `${added.length} new deliveries: ${codes}`,
    })
    buzz([120, 80, 120])
    if (settings.makesSound) ring()
  }
  const day = useDay(userId, announceNew)
  const announceSettled = (tap: Tap, outcome: Outcome) => {
    if (outcome.is === 'refused') {
      show({ title: 'Failed to update order status', description: outcome.message, tone: 'destructive' })
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
  const taps = useActionQueue(userId, announceSettled)
  const orders = day.cached?.day.orders
  const deliveries = useMemo(() => toDeliveries(orders ?? [], taps.queue), [orders, taps.queue])

  const { change: changeTaps } = taps
  const waitMs = settings.asksFirst ? 0 : undoMs
  const change = useMemo(() => {
    const add = (tap: Tap | null) => {
      if (tap !== null) changeTaps((queue) => addTap(queue, tap))
    }
    const addPhoto = async (delivery: Delivery, photo: Blob, wait = 0) => {
      const tap = makePhoto(delivery, wait)
      await savePhoto(tap.photo, photo)
      add(tap)
    }
    const step = (delivery: Delivery) => add(makeStep(delivery, { waitMs }))
    return {
      settings: changeSettings,
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
  }, [changeTaps, waitMs])
  return { day, taps, settings, isOnline, deliveries, change }
}

/** What every card needs: the taps, the settings, and where the driver is asked more. */
type DriverContents = {
  queue: ActionQueue
  sendingKey: string | null
  change: Taps['change']
  settings: DriverSettings
  isOnline: boolean
  /** The button of a card was pressed: the next step is taken, or asked about first. */
  press(delivery: Delivery): void
  /** Cash, code and photo of one order. */
  openSheet(delivery: Delivery): void
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
}

type Settled = (tap: Tap, outcome: Outcome) => void

const nothingWaits: ActionQueue = []

/** The taps of this driver on this phone, and what sends them to the shop. */
function useActionQueue(userId: string, onSettled: Settled): Taps {
  const store = useMemo(() => openTapStore(userId), [userId])
  const queue = useStored(store) ?? nothingWaits
  const [sendingKey, setSendingKey] = useState<string | null>(null)
  const settled = useRef(onSettled)
  settled.current = onSettled
  const notify = useCallback<Settled>((tap, outcome) => settled.current(tap, outcome), [])
  useEffect(() => sendFrom(store, setSendingKey, notify), [store, notify])
  const change = useCallback<TapStore['update']>(
    (step) => {
      const before = store.read()
      store.update(step)
      deletePhotos(before, store.read())
    },
    [store],
  )
  return { queue, change, sendingKey }
}

const longestPause = 30_000

/** Sends what is due, again and again until the shop has answered: soon at first, then less and less often. */
function sendFrom(store: TapStore, setSending: (key: string | null) => void, onSettled: Settled): () => void {
  let isOver = false
  let isBusy = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = () => {
    clearTimeout(timer)
    const time = nextSendTime(store.read())
    if (isOver || isBusy || time === null) return
    const pause = failures === 0 ? 0 : Math.min(500 * 2 ** failures, longestPause)
    timer = setTimeout(work, Math.max(time - Date.now(), pause, 0))
  }
  const work = async () => {
    if (isBusy || isOver) return
    isBusy = true
    try {
      await alone(async () => {
        for (let tap = nextToSend(store.read(), Date.now()); tap && !isOver; ) {
          setSending(tap.key)
          const outcome = await sendTap(tap)
          settle(store, tap, outcome)
          failures = outcome.is === 'later' ? failures + 1 : 0
          onSettled(tap, outcome)
          if (outcome.is === 'later') break
          tap = nextToSend(store.read(), Date.now())
        }
      })
    } finally {
      isBusy = false
      setSending(null)
      plan()
    }
  }
  const hurry = () => {
    failures = 0
    void work()
  }
  const leave = () => {
    if (document.visibilityState !== 'hidden') return hurry()
    store.update((queue) => (queue.some(({ sendAt }) => sendAt > 0) ? sendAllNow(queue) : queue))
    void work()
  }
  store.update((queue) => sendBy(queue, Date.now() + undoMs))
  const unsubscribe = store.subscribe(plan)
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', leave)
  void work()
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('online', hurry)
    document.removeEventListener('visibilitychange', leave)
  }
}

/** The photo of a tap that was undone, or refused and read, is of no use to anybody. */
function deletePhotos(before: ActionQueue, after: ActionQueue): void {
  const remaining = new Set(after.map(({ key }) => key))
  for (const tap of before) {
    if (tap.kind === 'photo' && !remaining.has(tap.key)) void deletePhoto(tap.photo).catch(() => undefined)
  }
}

function settle(store: TapStore, { key }: Tap, outcome: Outcome): void {
  if (outcome.is === 'done') store.update((queue) => settleTap(queue, key))
  if (outcome.is === 'refused') store.update((queue) => refuseTap(queue, key, outcome.message))
}

/** Of two tabs one sends; the other tries again later. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request('adom_driver_taps', { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  )
}

type TapStore = Stored<ActionQueue>

/**
 * The unsent taps of one driver on this phone. They outlive the page, the battery and even signing out: they are sent when
 * the same driver is back. Written at once with every change.
 */
export function openTapStore(userId: string): TapStore {
  return stored(`adom_driver_taps:${userId}`, (content) =>
    Array.isArray(content) ? content.filter(isTap) : [],
  )
}

function isTap(value: unknown): value is Tap {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, orderId, sendAt } = value as Record<string, unknown>
  const isKnown = kind === 'step' || kind === 'cash' || kind === 'photo'
  return isKnown && typeof key === 'string' && typeof orderId === 'number' && typeof sendAt === 'number'
}
