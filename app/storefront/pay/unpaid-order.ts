import { stored, useStored } from '#app/data/stored.ts'
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

/** About as long as the shop reserves the products; after that the shop itself says no. */
const offeredMs = 15 * 60_000

/** Until the tab is closed: whoever reloads after a payment that did not begin can still begin it. */
export const unpaidOrderStore = stored(
  'adom_beauty_unpaid_order',
  (content) => (isUnpaid(content) ? content : null),
  { area: 'sessionStorage' },
)

/** Null once the shop no longer reserves its products. */
export function findUnpaid(now: number, order = unpaidOrderStore.read()): UnpaidOrder | null {
  return order && now - order.at < offeredMs ? order : null
}

/** Whether this tab placed the order and could not begin its payment. */
export function useUnpaidHere(code: string): boolean {
  const order = useStored(unpaidOrderStore) ?? null
  return findUnpaid(Date.now(), order)?.code === code
}

function isUnpaid(content: unknown): content is UnpaidOrder {
  if (typeof content !== 'object' || content === null) return false
  const { id, code, amount, name, phone, at } = content as Record<string, unknown>
  const numbers = [id, amount, at].every((value) => typeof value === 'number')
  return numbers && [code, name, phone].every((value) => typeof value === 'string')
}
