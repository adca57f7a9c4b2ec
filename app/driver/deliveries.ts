import type { DriverOrderResponse } from '#contract/delivery.ts'
import { type ActionQueue, waitingStep } from '#rules/offline-action-queue.ts'
import { type OrderStatus, readOrderStatus } from '#rules/order-status.ts'

/** An order as the driver sees it: with what they tapped and the shop does not know yet. */
export type Delivery = DriverOrderResponse & { shownStatus: OrderStatus }

export type DeliveryFilter = { status: string; q: string }

export const pageSize = 50

export function toDeliveries(orders: readonly DriverOrderResponse[], queue: ActionQueue): Delivery[] {
  return orders.map((order) => ({
    ...order,
    shownStatus: waitingStep(queue, order.id)?.to ?? order.order_status,
  }))
}

/** A card with an unsent tap stays where it was: its Undo must not jump away. */
export function filterDeliveries(deliveries: readonly Delivery[], { status, q }: DeliveryFilter): Delivery[] {
  const wanted = readOrderStatus(status)
  return deliveries.filter(
    (order) =>
      (wanted === null || order.order_status === wanted || order.shownStatus === wanted) && matches(order, q),
  )
}

/** Code or name in any case, or the phone number however it is written. */
function matches({ tracking_code, customer_name, customer_phone }: DriverOrderResponse, q: string): boolean {
  const term = q.trim().toLowerCase()
  if (term === '') return true
  if (`${tracking_code}\n${customer_name}\n${customer_phone}`.toLowerCase().includes(term)) return true
  const digits = term.replace(/[\s().+-]/g, '')
  return /^\d{3,}$/.test(digits) && customer_phone.replace(/\D/g, '').includes(digits)
}

/** True when the phone has every order that the filter could show, so that the shop need not be asked. */
export function isAllOnPhone(
  status: string,
  onPhone: readonly DriverOrderResponse[],
  total: number,
): boolean {
  if (onPhone.length >= total) return true
  const wanted = readOrderStatus(status)
  const isOpen = wanted === 'Pending' || wanted === 'Processing' || wanted === 'Shipped'
  const hasClosed = onPhone.some(
    ({ order_status }) => order_status === 'Delivered' || order_status === 'Cancelled',
  )
  return isOpen && hasClosed
}
