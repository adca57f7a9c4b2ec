import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { findPlacedOrder, type PlacedOrder } from './placed-order.ts'

/** The order as this tab placed it, or null: the server cannot know, so the first look is always null. */
export function usePlacedHere(code: string): PlacedOrder | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findPlacedOrder(storageHere('sessionStorage'), code) : null),
    [isHydrated, code],
  )
}
