import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import { toCedis } from '#rules/money.ts'
import {
  type ActionQueue,
  type AttemptTap,
  type CashTaken,
  newestCash,
  refusedTaps,
  waitingAttempt,
  waitingStep,
} from '#rules/offline-action-queue.ts'
import { finishedShownSince, type OrderStatus, readOrderStatus } from '#rules/order-status.ts'

/** An order as the driver sees it: with what they tapped and the shop does not know yet. */
export type Delivery = DriverOrderResponse & {
  shownStatus: OrderStatus
  /** Something that was tapped on it was not taken, and the driver has not read it yet. */
  isRefused: boolean
}

export type DeliveryFilter = { status: string; q: string }

export const pageSize = 50

export function toDeliveries(orders: readonly DriverOrderResponse[], queue: ActionQueue): Delivery[] {
  const refused = new Set(refusedTaps(queue).map(({ orderId }) => orderId))
  return orders.map((order) => {
    const cash = newestCash(queue, order.id)
    const attempt = waitingAttempt(queue, order.id)
    return {
      // A list that this phone keeps from the version before.
      ...notAttempted,
      ...(attempt ? afterAttempt(order, attempt) : order),
      paid_by: order.paid_by ?? 'cash',
      money_reference: order.money_reference ?? '',
      ...(cash && enteredMoney(cash)),
      shownStatus: waitingStep(queue, order.id)?.to ?? order.order_status,
      isRefused: refused.has(order.id),
    }
  })
}

const notAttempted = {
  attempts: 0,
  last_attempt: null,
  to_decide_since: null,
  deliver_on: null,
  deliver_slot: null,
  answer_day: null,
  answer_note: '',
}

/** The order waits for the office now, and the customer's last answer was to something else. */
export function afterAttempt(
  order: DriverOrderResponse,
  { outcome, tappedAt }: Pick<AttemptTap, 'outcome' | 'tappedAt'>,
): DriverOrderResponse {
  return {
    ...order,
    ...notAttempted,
    attempts: (order.attempts ?? 0) + 1,
    last_attempt: outcome,
    to_decide_since: tappedAt,
  }
}

/** What was entered at the door, as the shop tells it. */
export function enteredMoney({ collected, reason, way = 'cash', reference = '' }: CashTaken) {
  return { collected: toCedis(collected), cash_reason: reason, paid_by: way, money_reference: reference }
}

/**
 * A card with an unsent tap stays where it was: its Undo must not jump away. One with a refusal stands first, whatever is
 * looked for, until it is read.
 */
export function filterDeliveries(deliveries: readonly Delivery[], { status, q }: DeliveryFilter): Delivery[] {
  const wanted = readOrderStatus(status)
  const found = deliveries.filter(
    (order) =>
      !order.isRefused &&
      (wanted === null || order.order_status === wanted || order.shownStatus === wanted) &&
      matches(order, q),
  )
  return [...deliveries.filter(({ isRefused }) => isRefused), ...found]
}

/** How many of each status are still to be done and not in the list with this status. */
export function countOthers(deliveries: readonly Delivery[], status: string): [OrderStatus, number][] {
  const wanted = readOrderStatus(status)
  if (wanted === null) return []
  const open = ['Pending', 'Processing', 'Shipped'] as const
  return open
    .filter((each) => each !== wanted)
    .map((each): [OrderStatus, number] => [
      each,
      deliveries.filter(({ shownStatus, order_status }) => shownStatus === each && order_status !== wanted)
        .length,
    ])
    .filter(([, count]) => count > 0)
}

/** Code or name in any case, or the phone number however it is written. */
function matches({ tracking_code, customer_name, customer_phone }: DriverOrderResponse, q: string): boolean {
  const term = q.trim().toLowerCase()
  if (term === '') return true
  if (`${tracking_code}\n${customer_name}\n${customer_phone}`.toLowerCase().includes(term)) return true
  const digits = term.replace(/[\s().+-]/g, '')
  return /^\d{3,}$/.test(digits) && customer_phone.replace(/\D/g, '').includes(digits)
}

/** As many as the shop gives at once; what is still to be done comes first. */
export const mostOnPhone = 100

/** True when the phone has every order that the filter could show, so that the shop need not be asked. */
export function isAllOnPhone(status: string, onPhone: readonly DriverOrderResponse[]): boolean {
  if (onPhone.length < mostOnPhone) return true
  const wanted = readOrderStatus(status)
  return wanted !== null && isOpen(wanted) && !onPhone.every(({ order_status }) => isOpen(order_status))
}

function isOpen(status: OrderStatus): boolean {
  return status !== 'Delivered' && status !== 'Cancelled'
}

/** What the driver hears of: orders that came, and orders whose contents are not what they were. */
export function newAndEdited(before: DriverDayResponse, after: DriverDayResponse) {
  const known = withNewOrders({}, before)
  return {
    added: after.orders.filter(({ id, order_status }) => isOpen(order_status) && !(id in known)),
    edited: after.orders.filter((order) => isUnread(order, known)),
  }
}

/** When each order was last changed, as far as the driver has read it. */
export type ReadEdits = Record<number, string>

/** An order that is new to the driver is read as it comes; what left the list is forgotten. */
export function withNewOrders(read: ReadEdits, { orders }: DriverDayResponse): ReadEdits {
  return Object.fromEntries(orders.map(({ id, edited_at }) => [id, read[id] ?? edited_at ?? '']))
}

export function isUnread({ id, edited_at, order_status }: DriverOrderResponse, read: ReadEdits): boolean {
  return isOpen(order_status) && (edited_at ?? '') > (read[id] ?? '~')
}

/** Without what is finished for long: a phone without a network forgets it like the shop. */
export function withoutLongFinished(
  orders: readonly DriverOrderResponse[],
  now: number,
): DriverOrderResponse[] {
  const since = finishedShownSince(now).toISOString()
  return orders.filter(({ order_status, updated_at }) => isOpen(order_status) || updated_at > since)
}
