import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { findUnpaid } from './unpaid-order.ts'

/** Whether this tab placed the order and could not begin its payment. */
export function useUnpaidHere(code: string): boolean {
  const isHydrated = useHydrated()
  return useMemo(
    () => isHydrated && findUnpaid(storageHere('sessionStorage'), Date.now())?.code === code,
    [isHydrated, code],
  )
}
