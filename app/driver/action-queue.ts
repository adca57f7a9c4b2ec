import { isRecord } from '#rules/is-record.ts'
import {
  type ActionQueue,
  type Lane,
  refuseTap,
  releaseTaps,
  sendAllNow,
  sendable,
  settleTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import { attempt, stored } from '../data/stored.ts'
import type { Outcome } from './taps.ts'

export type TapStore = ReturnType<typeof openTapStore>

type Change = {
  /** What belongs to it is only on this page, so no other tab could send it. */
  onlyHere?: boolean
}

/**
 * The unsent taps of one driver on this phone. They outlive the page, the battery and even signing out: they are sent when
 * the same driver is back. Each lies under a key of its own and is written at once, so that two tabs never overwrite each
 * other's. What the phone has no room for lasts as long as the page.
 */
export function openTapStore(userId: string) {
  const prefix = `adom_driver_taps:${userId}`
  const sequence = `adom_driver_sequence:${userId}`
  const readLast = () => Number.parseInt(readText(sequence) ?? '', 10) || 0
  const addressOf = (key: string) => `${prefix}:${key}`
  const listeners = new Set<() => void>()
  const unsaved = new Map<string, { tap: Tap; onlyHere: boolean }>()
  const gone = new Set<string>()
  const phone = stored('adom_driver_phone', (id) => (typeof id === 'string' && uuid.test(id) ? id : null))
  /** The last number, and who counts where the phone did not keep it. */
  const counted: { last: number; here: string | null } = { last: 0, here: null }
  let last: { text: string; queue: ActionQueue } | null = null

  const read = (): ActionQueue => {
    const keys = attempt(() => Object.keys(localStorage)) ?? []
    const texts = keys.flatMap((key) => (key.startsWith(addressOf('')) ? (readText(key) ?? []) : []))
    const here = [...unsaved.values()].map(({ tap }) => tap)
    const text = JSON.stringify([texts, here, [...gone]])
    // The same text is the same object, so that React sees no change where there is none.
    if (last?.text === text) return last.queue
    const taps = new Map<string, Tap>()
    for (const tap of [...texts.flatMap(parseTaps), ...here]) if (!gone.has(tap.key)) taps.set(tap.key, tap)
    last = { text, queue: [...taps.values()].toSorted(bySequence) }
    return last.queue
  }

  const save = (tap: Tap, onlyHere: boolean): void => {
    if (!onlyHere && write(addressOf(tap.key), JSON.stringify(tap))) unsaved.delete(tap.key)
    else unsaved.set(tap.key, { tap, onlyHere })
  }

  const remove = ({ key }: Tap): void => {
    unsaved.delete(key)
    // Where the phone does not even forget, this page does.
    gone.add(key)
    write(addressOf(key), null)
  }

  const number = (tap: Tap, queue: ActionQueue): Tap => {
    const next = Math.max(readLast(), counted.last, ...queue.map((each) => each.sequence)) + 1
    counted.last = next
    // Another page would give the same numbers again, and what is sent with them would pass for late: here counts a phone of its own.
    if (!write(sequence, String(next))) counted.here ??= crypto.randomUUID()
    phone.update((id) => id ?? crypto.randomUUID())
    return { ...tap, sequence: next, phoneId: counted.here ?? phone.read() ?? '' }
  }

  return {
    read,
    /** So many would be lost with this page. Of the others the phone has at least an older version, which is sent again. */
    countUnsaved: () =>
      [...unsaved.values()].filter(({ tap }) => isWanted(tap) && readText(addressOf(tap.key)) === null)
        .length,
    /** Every tap is changed for itself; gives back what was removed. */
    update(step: (queue: ActionQueue) => ActionQueue, { onlyHere = false }: Change = {}): Tap[] {
      const before = read()
      const after = step(before)
      if (after === before) return []
      const known = new Map(before.map((tap) => [tap.key, tap]))
      const remaining = new Set(after.map(({ key }) => key))
      const removed = before.filter(({ key }) => !remaining.has(key))
      for (const tap of removed) remove(tap)
      for (const tap of after) {
        const old = known.get(tap.key)
        if (old === undefined) save(number(tap, before), onlyHere)
        // What another tab has settled a moment ago must not come back.
        else if (old !== tap && (unsaved.has(tap.key) || readText(addressOf(tap.key)) !== null))
          save(tap, unsaved.get(tap.key)?.onlyHere ?? false)
      }
      // There may be room again.
      for (const { tap, onlyHere } of [...unsaved.values()]) save(tap, onlyHere)
      for (const listener of listeners) listener()
      return removed
    },
    subscribe(listener: () => void): () => void {
      const follow = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) listener()
      }
      listeners.add(listener)
      window.addEventListener('storage', follow)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', follow)
      }
    },
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function isWanted(tap: Tap): boolean {
  return tap.refusal === null || (tap.kind === 'photo' && tap.canResend)
}

function bySequence(one: Tap, other: Tap): number {
  return one.sequence - other.sequence || (one.key < other.key ? -1 : 1)
}

function readText(address: string): string | null {
  return attempt(() => localStorage.getItem(address))
}

/** False where the storage is full or forbidden; a text of null takes it away. */
function write(address: string, text: string | null): boolean {
  const done = () => (text === null ? localStorage.removeItem(address) : localStorage.setItem(address, text))
  return attempt(done) !== null
}

function parseTaps(text: string): Tap[] {
  return [attempt((): unknown => JSON.parse(text))].flat().flatMap(readTap)
}

const kinds: readonly unknown[] = ['step', 'cash', 'attempt', 'photo'] satisfies Tap['kind'][]

/** Taps of an older version waited by the clock, and had no number. */
function readTap(value: unknown): Tap[] {
  if (!isRecord(value) || typeof value.key !== 'string' || typeof value.orderId !== 'number') return []
  if (!kinds.includes(value.kind)) return []
  const { sequence, phoneId, waitMs, isHeld } = value
  const timing = {
    sequence: typeof sequence === 'number' ? sequence : 0,
    phoneId: typeof phoneId === 'string' ? phoneId : '',
    waitMs: typeof waitMs === 'number' ? waitMs : 0,
    isHeld: isHeld === true,
  }
  return [{ ...value, ...timing } as Tap]
}

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
