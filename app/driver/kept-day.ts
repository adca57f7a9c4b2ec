import { useCallback, useEffect, useRef, useState } from 'react'
import type { DriverDayResponse } from '#contract/delivery.ts'
import { readStored, store } from '../data/device-storage.ts'
import { keepsakeKey } from '../session/drafts.ts'

export type KeptDay = { day: DriverDayResponse; tag: string | undefined; checkedAt: number }

/** The last list, on the screen and on the phone. Signing out throws it away: it is full of addresses. */
export function useKeptDay(userId: string) {
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
