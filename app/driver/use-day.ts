import { useCallback, useEffect, useRef, useState } from 'react'
import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import { getIfChanged, isApiProblem, readToken } from '../data/api.ts'
import { type Stored, stored, useStored } from '../data/stored.ts'
import { usePolling } from '../data/use-polling.ts'
import { personalKey } from '../session/drafts.ts'
import {
  mostOnPhone,
  newAndEdited,
  type ReadEdits,
  withNewOrders,
  withoutLongFinished,
} from './deliveries.ts'

const address = `/api/orders/driver?status=all&limit=${mostOnPhone}`
const pollEveryMs = 8_000

export type Day = {
  /** The last list that came, however old; null before the first one ever. */
  cached: CachedDay | null
  readEdits: ReadEdits | undefined
  error: string | null
  isLoading: boolean
  refresh(): Promise<void>
  /** What a tap has changed, until the shop says it itself. */
  change(step: (day: DriverDayResponse) => DriverDayResponse): void
  /** The driver has read that this order was changed. */
  understand(order: DriverOrderResponse): void
}

/** The driver's list: from the phone at once, from the shop every few seconds while somebody looks at it. */
export function useDay(userId: string, clock: ShopClock, onChange: OnChange): Day {
  const { cached, store, newest, save } = useCachedDay(userId)
  const [error, setError] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const newestOnChange = useRef(onChange)
  newestOnChange.current = onChange
  const changes = useRef(0)

  const refresh = useCallback(async () => {
    setLoading(true)
    try {
      const before = newest.current
      const changesBefore = changes.current
      const next = await ask(before, clock)
      setError(null)
      // An answer from before the last tap arrived would show the old step once more.
      if (changes.current !== changesBefore) return
      // Now, not before the question: here or in another tab the driver may have read the changes meanwhile.
      const known = store.read()
      save(next)
      if (next.day === before?.day) return
      store.readEdits.update((read) => withNewOrders(read, next.day))
      if (known === null) return
      const { added, edited } = newAndEdited(known.day, next.day)
      newestOnChange.current(added, edited)
    } catch (problem) {
      setError(messageFor(problem))
    } finally {
      setLoading(false)
    }
  }, [store, save, newest, clock])
  usePolling(refresh, pollEveryMs, { startsNow: true })

  const change = useCallback<Day['change']>(
    (step) => {
      changes.current += 1
      const before = newest.current
      if (before !== null) save({ ...before, day: step(before.day), tag: undefined })
    },
    [save, newest],
  )
  const { understand } = store
  const readEdits = useStored(store.readEdits)
  return { cached, readEdits, error, isLoading, refresh, change, understand }
}

async function ask(before: CachedDay | null, clock: ShopClock): Promise<CachedDay> {
  if (readToken() === null) throw new Error('No authentication token found')
  const changed = await getIfChanged<DriverDayResponse>(address, {
    knownTag: before?.tag,
    otherwise: 'Failed to fetch orders',
    onResponse: ({ headers }) => clock.setBy(headers.get('date')),
  })
  const checkedAt = Date.now()
  if (changed !== null) return { day: changed.answer, tag: changed.tag, checkedAt }
  if (before !== null) return { ...before, checkedAt }
  throw new Error('Failed to fetch orders')
}

function messageFor(problem: unknown): string {
  const isSilent = isApiProblem(problem) && problem.status === 0
  return problem instanceof Error && !isSilent
    ? problem.message
    : 'Failed to load your orders. Please try again.'
}

type OnChange = (added: DriverOrderResponse[], edited: DriverOrderResponse[]) => void

type CachedDay = {
  day: DriverDayResponse
  tag: string | undefined
  checkedAt: number
}

/** The last list, on the screen and on the phone. Signing out throws it away: it is full of addresses. */
function useCachedDay(userId: string) {
  const [store] = useState(() => openDayStore(userId))
  const [cached, setCached] = useState(store.read)
  const newest = useRef(cached)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const save = useCallback(
    (next: CachedDay) => {
      // An answer that comes after signing out must not bring the addresses back to the phone.
      if (!isHere.current) return
      store.write(next, newest.current)
      newest.current = next
      setCached(next)
    },
    [store],
  )
  return { cached, store, newest, save }
}

/** The time of the last request lies apart: it changes every few seconds, and the list is long. */
function openDayStore(userId: string) {
  const key = personalKey('driver-day', userId)
  const days = stored(key, (content) => (isDay(content) ? content : null))
  const checks = stored(`${key}:checked`, Number)
  // Numbers and times alone: they stay when the driver is signed out, so that nothing is missed over night.
  const readEdits = stored(`adom_driver_read:${userId}`, (read): ReadEdits => Object(read))
  return {
    readEdits,
    understand: ({ id, edited_at }: DriverOrderResponse) =>
      readEdits.update((read) => ({ ...read, [id]: edited_at ?? '' })),
    read(): CachedDay | null {
      const found = days.read()
      if (found === null) return null
      const checkedAt = checks.read()
      const orders = withoutLongFinished(found.day.orders, Date.now())
      if (orders.length === found.day.orders.length) return { ...found, checkedAt }
      const shorter = { day: { ...found.day, orders }, tag: undefined }
      days.write(shorter)
      return { ...shorter, checkedAt }
    },
    write({ day, tag, checkedAt }: CachedDay, before: CachedDay | null): void {
      if (before?.day !== day) days.write({ day, tag })
      checks.write(checkedAt)
    },
  }
}

type WrittenDay = Pick<CachedDay, 'day' | 'tag'>

function isDay(content: unknown): content is WrittenDay {
  const { day }: { day?: Partial<DriverDayResponse> | null } = Object(content)
  return Array.isArray(day?.orders) && Array.isArray(day.cash?.deliveries) && day.counts !== undefined
}

export type ShopClock = ReturnType<typeof openShopClock>

/** A phone's clock that is this near to the shop's is more exact than what a header says in whole seconds. */
const toleranceMs = 5_000

type Clocks = { wall(): number; steady(): number }

/** How far the phone's clock was behind the shop's, and when that was. A page that is opened again without a network needs it. */
type Measured = { offset: number; at: number }

type OffsetStore = Pick<Stored<Measured | null>, 'read' | 'write'>

const phoneOffset = stored('adom_shop_clock', (content): Measured | null => {
  const { offset, at } = Object(content)
  return Number.isFinite(offset) && Number.isFinite(at) ? { offset, at } : null
})

const phoneClocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/**
 * What time it is in the shop. Between two answers of the shop the steady clock counts, so that a phone whose clock is wrong,
 * or put right while taps wait, still knows when they were made.
 */
export function openShopClock({ wall, steady }: Clocks = phoneClocks, measured: OffsetStore = phoneOffset) {
  const last = measured.read()
  // A clock that shows less than when it was measured was put back since, so what was measured holds no more.
  const offset = last && wall() >= last.at ? last.offset : 0
  let base = wall() - steady() + offset
  const marks = new Map<string, number>()
  const now = () => {
    const counted = base + steady()
    return isNear(wall(), counted) ? wall() : counted
  }
  return {
    now,
    /** The moment of a tap that was made on this page. */
    mark(key: string): string {
      marks.set(key, steady())
      return new Date(now()).toISOString()
    },
    /** When a tap was made, as far as is known by now: the shop may have told the time only after it. */
    timeOf({ key, tappedAt }: { key: string; tappedAt: string }): string {
      const mark = marks.get(key)
      if (mark === undefined) return tappedAt
      const made = base + mark
      return isNear(Date.parse(tappedAt), made) ? tappedAt : new Date(made).toISOString()
    },
    /** The `Date` of an answer that has just come. */
    setBy(date: string | null): void {
      const told = Date.parse(date ?? '')
      if (Number.isNaN(told)) return
      if (!isNear(told, base + steady())) base = told - steady()
      const now = isNear(told, wall()) ? 0 : told - wall()
      if (now !== 0 || measured.read()) measured.write({ offset: now, at: wall() })
    },
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < toleranceMs
}
