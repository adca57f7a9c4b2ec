import { stored, useStored } from '#app/data/stored.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { ShownPayment } from '#contract/payments.ts'
import type { CheckoutForm } from '#rules/checkout-fields.ts'

/** An order that the shop has, and that is not paid yet. Amounts are in cedis, as they travel. */
export type UnpaidOrder = {
  id: number
  code: string
  amount: number
  name: string
  email: string | null
  phone: string
  /** When it was ordered, or its payment begun, by this phone's clock. */
  at: number
  /** Of the payment that has begun. */
  reference?: string
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

/** Until the tab is closed: whoever reloads, or comes back from the payment, finds the order again and the way to pay for it. */
export const unpaidOrderStore = stored(
  'adom_beauty_unpaid_order',
  (content) => (isUnpaidOrder(content) ? content : null),
  { area: 'sessionStorage' },
)

/** Null once the shop no longer reserves its products. */
export function findUnpaid(now: number, order = unpaidOrderStore.read()): UnpaidOrder | null {
  return order && now - order.at < offeredMs ? order : null
}

/** The order of this tab that waits for its payment; the server cannot know, so the first render has null. */
export function useUnpaid(): UnpaidOrder | null {
  return findUnpaid(Date.now(), useStored(unpaidOrderStore) ?? null)
}

/** Whether this tab placed the order and has not paid for it. */
export function useUnpaidHere(code: string): boolean {
  return useUnpaid()?.code === code
}

/** Its payment has begun: the shop reserves the products anew. */
export function keepUnpaid(order: UnpaidOrder, reference: string): void {
  unpaidOrderStore.write({ ...order, at: Date.now(), reference })
}

/** Another try has taken the place of the one that came to nothing: the old page would never say that it is paid. */
export function followRetry(code: string, reference: string): void {
  const order = unpaidOrderStore.read()
  if (order?.code === code) keepUnpaid(order, reference)
}

/** It is paid, or nobody pays for it online any more. */
export function forgetUnpaid(code: string): void {
  if (unpaidOrderStore.read()?.code === code) unpaidOrderStore.remove()
}

/** Whether there is still something to pay online. */
export function isUnpaid({ state, order }: ShownPayment): boolean {
  const isOpen = ['awaiting', 'not_confirmed', 'failed', 'expired'].includes(state)
  return isOpen && order.status !== 'Cancelled' && !order.isPaidAtDoor
}

function isUnpaidOrder(content: unknown): content is UnpaidOrder {
  if (typeof content !== 'object' || content === null) return false
  const { id, code, amount, name, phone, at, reference = '' } = content as Record<string, unknown>
  const numbers = [id, amount, at].every((value) => typeof value === 'number')
  return numbers && [code, name, phone, reference].every((value) => typeof value === 'string')
}
