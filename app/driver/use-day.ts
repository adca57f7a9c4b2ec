import { useCallback, useEffect, useRef, useState } from 'react'
import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import { isApiProblem } from '../data/api-problem.ts'
import { readStored, store } from '../data/device-storage.ts'
import { getIfChanged } from '../data/get-if-changed.ts'
import { readToken } from '../data/token.ts'
import { keepsakeKey } from '../session/drafts.ts'

/** As many as the shop gives at once; what is still to be done comes first. */
export const mostOnPhone = 100

const address = `/api/orders/driver?status=all&limit=${mostOnPhone}`
const pollEveryMs = 8_000

export type Day = {
  /** The last list that came, however old; null before the first one ever. */
  kept: KeptDay | null
  error: string | null
  isLoading: boolean
  refresh(): Promise<void>
  /** What a tap has changed, until the shop says it itself. */
  change(step: (day: DriverDayResponse) => DriverDayResponse): void
}

/** The driver's list: from the phone at once, from the shop every few seconds while somebody looks at it. */
export function useDay(userId: string, onNew: (orders: DriverOrderResponse[]) => void): Day {
  const { kept, newest, keep } = useKeptDay(userId)
  const [error, setError] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const told = useRef(onNew)
  told.current = onNew
  const changes = useRef(0)

  const refresh = useCallback(async () => {
    setLoading(true)
    try {
      const before = newest.current
      const changesBefore = changes.current
      const next = await ask(before)
      setError(null)
      // An answer from before the last tap arrived would show the old step once more.
      if (changes.current !== changesBefore) return
      if (before && next.day !== before.day) tellNew(before.day, next.day, told.current)
      keep(next)
    } catch (problem) {
      setError(wordsFor(problem))
    } finally {
      setLoading(false)
    }
  }, [keep, newest])
  usePolling(refresh)

  const change = useCallback<Day['change']>(
    (step) => {
      changes.current += 1
      const before = newest.current
      if (before !== null) keep({ ...before, day: step(before.day), tag: undefined })
    },
    [keep, newest],
  )
  return { kept, error, isLoading, refresh, change }
}

async function ask(before: KeptDay | null): Promise<KeptDay> {
  if (readToken() === null) throw new Error('No authentication token found')
  const changed = await getIfChanged<DriverDayResponse>(address, {
    knownTag: before?.tag,
    otherwise: 'Failed to fetch orders',
  })
  const checkedAt = Date.now()
  if (changed === null && before !== null) return { ...before, checkedAt }
  if (changed === null) throw new Error('Failed to fetch orders')
  return { day: changed.answer, tag: changed.tag, checkedAt }
}

function wordsFor(problem: unknown): string {
  const isSilent = isApiProblem(problem) && problem.status === 0
  return problem instanceof Error && !isSilent
    ? problem.message
    : 'Failed to load your orders. Please try again.'
}

function tellNew(
  before: DriverDayResponse,
  after: DriverDayResponse,
  tell: (orders: DriverOrderResponse[]) => void,
): void {
  const known = new Set(before.orders.map(({ id }) => id))
  const isOpen = ({ order_status }: DriverOrderResponse) =>
    order_status !== 'Delivered' && order_status !== 'Cancelled'
  const added = after.orders.filter((order) => !known.has(order.id) && isOpen(order))
  if (added.length > 0) tell(added)
}

/** Nobody asks for a page that nobody sees; whoever comes back to it, or to the network, sees news at once. */
function usePolling(refresh: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const next = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') await refresh()
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(next, pollEveryMs)
    }
    const hurry = () => {
      if (document.visibilityState === 'visible') void next()
    }
    void next()
    window.addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
    }
  }, [refresh])
}

type KeptDay = { day: DriverDayResponse; tag: string | undefined; checkedAt: number }

/** The last list, on the screen and on the phone. Signing out throws it away: it is full of addresses. */
function useKeptDay(userId: string) {
  const key = keepsakeKey('driver-day', userId)
  const [kept, setKept] = useState(() => readKept(key))
  const newest = useRef(kept)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const keep = useCallback(
    (next: KeptDay) => {
      // An answer that comes after signing out must not bring the addresses back to the phone.
      if (!isHere.current) return
      const isSame = newest.current?.day === next.day
      newest.current = next
      setKept(next)
      if (!isSame) store(key, JSON.stringify({ day: next.day, tag: next.tag }))
      store(`${key}:checked`, String(next.checkedAt))
    },
    [key],
  )
  return { kept, newest, keep }
}

function readKept(key: string): KeptDay | null {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? 'null')
    return isKept(kept) ? { ...kept, checkedAt: Number(readStored(`${key}:checked`)) } : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Pick<KeptDay, 'day' | 'tag'> {
  if (typeof value !== 'object' || value === null || !('day' in value)) return false
  const { day } = value as { day: Partial<DriverDayResponse> | null }
  return Array.isArray(day?.orders) && Array.isArray(day.cash?.deliveries) && day.counts !== undefined
}
