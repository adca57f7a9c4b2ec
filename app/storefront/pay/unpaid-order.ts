import { useMemo } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { CheckoutForm } from '#rules/checkout-fields.ts'

/** An order that the shop has, and whose payment has not begun. Amounts are in cedis, as they travel. */
export type UnpaidOrder = {
  id: number
  code: string
  amount: number
  name: string
  email: string | null
  phone: string
  /** When it was ordered, by this phone's clock. */
  at: number
}

export function toUnpaid(order: PlacedOrderResponse, form: CheckoutForm): UnpaidOrder {
  return {
    id: order.id,
    code: order.tracking_code,
    amount: order.order_total,
    name: form.fullName,
    email: form.email || null,
    phone: form.phone,
    at: Date.now(),
  }
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'adom_beauty_unpaid_order'

/** About as long as the shop reserves the products; after that the shop itself says no. */
const offeredMs = 15 * 60_000

/** Until the tab is closed: whoever reloads after a payment that did not begin can still begin it. */
export function saveUnpaid(storage: Storage | null, order: UnpaidOrder): void {
  quietly(() => storage?.setItem(key, JSON.stringify(order)))
}

export function forgetUnpaid(storage: Storage | null): void {
  quietly(() => storage?.removeItem(key))
}

/** Null once the shop no longer reserves its products. */
export function findUnpaid(storage: Storage | null, now: number): UnpaidOrder | null {
  const stored: unknown = quietly(() => JSON.parse(storage?.getItem(key) ?? 'null'))
  return isUnpaid(stored) && now - stored.at < offeredMs ? stored : null
}

function isUnpaid(stored: unknown): stored is UnpaidOrder {
  if (typeof stored !== 'object' || stored === null) return false
  const { id, code, amount, name, phone, at } = stored as Record<string, unknown>
  const numbers = [id, amount, at].every((value) => typeof value === 'number')
  return numbers && [code, name, phone].every((value) => typeof value === 'string')
}

/** A storage that is full, forbidden or damaged stores nothing. */
function quietly<Value>(step: () => Value): Value | null {
  try {
    return step()
  } catch {
    return null
  }
}

/** Whether this tab placed the order and could not begin its payment. */
export function useUnpaidHere(code: string): boolean {
  const isHydrated = useHydrated()
  return useMemo(
    () => isHydrated && findUnpaid(storageHere('sessionStorage'), Date.now())?.code === code,
    [isHydrated, code],
  )
}
