import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { findKeptPayment, type KeptPayment } from './kept-payments.ts'

/** The payment that this phone started for an order, or null: the server cannot know, so the first look is always null. */
export function useKeptPayment(code: string): KeptPayment | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findKeptPayment(storageHere('localStorage'), code) : null),
    [isHydrated, code],
  )
}
