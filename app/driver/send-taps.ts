import {
  type Lane,
  refuseTap,
  releaseTaps,
  sendAllNow,
  sendable,
  settleTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import type { TapStore } from './tap-store.ts'
import type { Outcome } from './taps.ts'

type Sender = {
  store: TapStore
  /** How long a tap can still be undone. */
  msLeft(tap: Tap): number
  send(tap: Tap): Promise<Outcome>
  onSending(lane: Lane, key: string | null): void
  onSettled(tap: Tap, outcome: Outcome): void
}

const longestPause = { steps: 30_000, photos: 120_000 }

/** Sends what is due, again and again until the shop has answered: soon at first, then less and less often. */
export function sendTaps(sender: Sender): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const { store, msLeft } = sender
  const lanes = (['steps', 'photos'] as const).map((lane) => openLane(lane, sender, signal))
  const plan = () => {
    // The time to undo begins with the tap, also of one that waits behind others.
    for (const tap of store.read()) msLeft(tap)
    for (const lane of lanes) lane.plan()
  }
  const hurry = () => {
    for (const lane of lanes) lane.hurry()
  }
  const leave = () => {
    if (document.visibilityState === 'hidden') store.update(sendAllNow)
    hurry()
  }
  store.update(releaseTaps)
  const unsubscribe = store.subscribe(plan)
  window.addEventListener('online', hurry, { signal })
  document.addEventListener('visibilitychange', leave, { signal })
  plan()
  return () => {
    leaving.abort()
    unsubscribe()
  }
}

function openLane(lane: Lane, { store, msLeft, send, onSending, onSettled }: Sender, signal: AbortSignal) {
  let isBusy = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))

  const due = (tried?: ReadonlySet<string>) =>
    sendable(store.read(), lane).find((tap) => msLeft(tap) === 0 && !tried?.has(tap.key))
  const plan = () => {
    clearTimeout(timer)
    if (isBusy || signal.aborted) return
    const soonest = Math.min(...sendable(store.read(), lane).map(msLeft))
    if (soonest === Number.POSITIVE_INFINITY) return
    const pause = failures === 0 ? 0 : Math.min(500 * 2 ** failures, longestPause[lane])
    timer = setTimeout(work, Math.max(soonest, pause))
  }
  const work = async () => {
    if (isBusy || signal.aborted) return
    if (due() === undefined) return plan()
    clearTimeout(timer)
    isBusy = true
    try {
      await alone(`adom_driver_${lane}`, signal, async () => {
        // A photo that cannot be read, or that the shop has trouble with, holds back none of the others.
        const tried = new Set<string>()
        for (let tap = due(); tap && !signal.aborted; tap = due(tried)) {
          onSending(lane, tap.key)
          const outcome = await send(tap)
          settle(store, tap, outcome)
          onSettled(tap, outcome)
          if (outcome.is === 'later') tried.add(tap.key)
        }
        failures = tried.size > 0 ? failures + 1 : 0
      })
    } finally {
      isBusy = false
      onSending(lane, null)
      plan()
    }
  }
  const hurry = () => {
    failures = 0
    void work()
  }
  return { plan, hurry }
}

function settle(store: TapStore, { key }: Tap, outcome: Outcome): void {
  if (outcome.is === 'done') store.update((queue) => settleTap(queue, key))
  if (outcome.is !== 'refused') return
  const { message: words, canResend } = outcome
  store.update((queue) => refuseTap(queue, key, { words, canResend }))
}

/** Of several tabs one sends. The browser wakes the next one, so that nobody asks again and again. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** How long each tap can still be undone, by a clock that nobody can put right. */
export function openUndoTimer(now = () => performance.now()): (tap: Tap) => number {
  const ends = new Map<string, number>()
  return ({ key, waitMs, isHeld }) => {
    if (isHeld) {
      ends.delete(key)
      return Number.POSITIVE_INFINITY
    }
    if (waitMs === 0) return 0
    const end = ends.get(key) ?? now() + waitMs
    ends.set(key, end)
    return Math.max(0, end - now())
  }
}
