import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import { toCedis } from '#rules/money.ts'
import type { CashTaken, CashTap, PhotoTap, StepTap, Tap } from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import type { Delivery } from './deliveries.ts'

/** How long a tap can be undone. */
export const undoMs = 6_000

type StepDetails = { cash?: CashTaken | null; proofCode?: string | null; waitMs: number }

/** Null where there is no step any more. */
export function makeStep(
  { id, tracking_code, shownStatus }: Delivery,
  { cash = null, proofCode = null, waitMs }: StepDetails,
): StepTap | null {
  const to = nextStepForDriver(shownStatus)
  if (to === null) return null
  return { ...tapOn(id, tracking_code, waitMs), kind: 'step', from: shownStatus, to, cash, proofCode }
}

export function makeCash({ id, tracking_code }: Delivery, cash: CashTaken): CashTap {
  return { ...tapOn(id, tracking_code, 0), kind: 'cash', cash }
}

export function makePhoto({ id, tracking_code }: Delivery, waitMs: number): PhotoTap {
  const tap = tapOn(id, tracking_code, waitMs)
  return { ...tap, kind: 'photo', photo: tap.key }
}

function tapOn(orderId: number, trackingCode: string, waitMs: number) {
  const now = Date.now()
  return {
    key: crypto.randomUUID(),
    orderId,
    trackingCode,
    tappedAt: new Date(now).toISOString(),
    sendAt: now + waitMs,
    refusal: null,
  }
}

/** The list as it is after the shop has taken a tap: what the driver sees must not depend on whether the next request succeeds. */
export function applyTap(day: DriverDayResponse, tap: Tap): DriverDayResponse {
  const order = day.orders.find(({ id }) => id === tap.orderId)
  if (order === undefined) return day
  const changed = changedOrder(order, tap)
  const orders = day.orders.map((each) => (each === order ? changed : each))
  const cash = tap.kind === 'photo' || tap.cash === null ? day.cash : withCash(day, changed, tap)
  return { ...day, orders, cash }
}

function changedOrder(order: DriverOrderResponse, tap: Tap): DriverOrderResponse {
  if (tap.kind === 'photo') return { ...order, photos: order.photos + 1 }
  const cash = tap.cash && { collected: toCedis(tap.cash.collected), cash_reason: tap.cash.reason }
  if (tap.kind === 'cash') return { ...order, ...cash }
  return { ...order, ...cash, order_status: tap.to, has_code: order.has_code || tap.proofCode !== null }
}

function withCash(
  { cash }: DriverDayResponse,
  order: DriverOrderResponse,
  { cash: taken, tappedAt }: { cash: CashTaken | null; tappedAt: string },
): DriverDayResponse['cash'] {
  const before = cash.deliveries.find(({ order_id }) => order_id === order.id)
  const collected = toCedis(taken?.collected ?? 0)
  const delivery = {
    order_id: order.id,
    tracking_code: order.tracking_code,
    customer_name: order.customer_name,
    due: order.amount_to_collect,
    collected,
    reason: taken?.reason ?? '',
    at: tappedAt,
  }
  const more = collected - (before?.collected ?? 0)
  const due = cash.due + (before === undefined ? delivery.due : 0)
  return {
    due,
    collected: cash.collected + more,
    open: due - cash.collected - more,
    in_hand: cash.in_hand + more,
    deliveries: [...cash.deliveries.filter((each) => each !== before), delivery],
  }
}
