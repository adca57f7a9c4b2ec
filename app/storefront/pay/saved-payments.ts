import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** A payment that was started on this phone. The reference opens its page, so no other phone may know it. */
type KeptPayment = { code: string; reference: string /** Where it is paid. */; address: string }

export function payPath(reference: string): string {
  return `/pay/${encodeURIComponent(reference)}`
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const key = 'adom_beauty_payments'
const mostKept = 5

/** The newest payment of each order, so that whoever closed the tab finds the way back. */
export function keepPayment(storage: Storage | null, payment: KeptPayment): void {
  const others = listPayments(storage).filter(({ code }) => code !== payment.code)
  write(storage, [payment, ...others].slice(0, mostKept))
}

export function findKeptPayment(storage: Storage | null, code: string): KeptPayment | null {
  return listPayments(storage).find((each) => each.code === code) ?? null
}

function listPayments(storage: Storage | null): KeptPayment[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPayment) : []
  } catch {
    return []
  }
}

function isPayment(kept: unknown): kept is KeptPayment {
  if (typeof kept !== 'object' || kept === null) return false
  const { code, reference, address } = kept as Record<string, unknown>
  const isAddress = typeof address === 'string' && /^(?:\/pay\/|https?:\/\/)/.test(address)
  return typeof code === 'string' && typeof reference === 'string' && isAddress
}

function write(storage: Storage | null, payments: KeptPayment[]): void {
  try {
    storage?.setItem(key, JSON.stringify(payments))
  } catch {
    // Without storage the tracking page still says how the payment stands.
  }
}

/** The payment that this phone started for an order, or null: the server cannot know, so the first look is always null. */
export function useKeptPayment(code: string): KeptPayment | null {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? findKeptPayment(storageHere('localStorage'), code) : null),
    [isHydrated, code],
  )
}
