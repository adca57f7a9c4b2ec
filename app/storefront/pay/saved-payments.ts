import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** A payment that was started on this phone. The reference opens its page, so no other phone may know it. */
type SavedPayment = { code: string; reference: string /** Where it is paid. */; address: string }

export function payPath(reference: string): string {
  return `/pay/${encodeURIComponent(reference)}`
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const key = 'adom_beauty_payments'
const mostSaved = 5

/** The newest payment of each order, so that whoever closed the tab can return to it. */
export function savePayment(storage: Storage | null, payment: SavedPayment): void {
  const others = listPayments(storage).filter(({ code }) => code !== payment.code)
  write(storage, [payment, ...others].slice(0, mostSaved))
}

export function findSavedPayment(storage: Storage | null, code: string): SavedPayment | null {
  return listPayments(storage).find((each) => each.code === code) ?? null
}

function listPayments(storage: Storage | null): SavedPayment[] {
  try {
    const saved: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isPayment) : []
  } catch {
    return []
  }
}

function isPayment(saved: unknown): saved is SavedPayment {
  if (typeof saved !== 'object' || saved === null) return false
  const { code, reference, address } = saved as Record<string, unknown>
  const isAddress = typeof address === 'string' && /^(?:\/pay\/|https?:\/\/)/.test(address)
  return typeof code === 'string' && typeof reference === 'string' && isAddress
}

function write(storage: Storage | null, payments: SavedPayment[]): void {
  try {
    storage?.setItem(key, JSON.stringify(payments))
  } catch {
    // Without storage the tracking page still says how the payment stands.
  }
}

/** The payment that this phone started for an order, or null: the server cannot know, so the first render has null. */
export function useSavedPayment(code: string): SavedPayment | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findSavedPayment(storageHere('localStorage'), code) : null),
    [isHydrated, code],
  )
}
