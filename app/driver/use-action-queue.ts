import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ActionQueue,
  nextSendTime,
  nextToSend,
  refuseTap,
  sendAllNow,
  sendBy,
  settleTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import { type Stored, stored, useStored } from '../data/stored.ts'
import { deletePhoto } from './photo-store.ts'
import { type Outcome, sendTap } from './send-tap.ts'
import { undoMs } from './taps.ts'

export type Taps = {
  queue: ActionQueue
  change: TapStore['update']
  /** The tap that is on its way just now; it cannot be undone any more. */
  sendingKey: string | null
}

type Settled = (tap: Tap, outcome: Outcome) => void

const nothingWaits: ActionQueue = []

/** The taps of this driver on this phone, and what sends them to the shop. */
export function useActionQueue(userId: string, onSettled: Settled): Taps {
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
