import type { DeliveryOption } from './delivery-fee.ts'

export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const

export type OrderStatus = (typeof orderStatuses)[number]

const progress = {
  Pending: 0,
  Processing: 33,
  Shipped: 66,
  Delivered: 100,
  Cancelled: 100,
} satisfies Record<OrderStatus, number>

const stepsOfDrivers = {
  Pending: 'Processing',
  Processing: 'Shipped',
  Shipped: 'Delivered',
  Delivered: null,
  Cancelled: null,
} satisfies Record<OrderStatus, OrderStatus | null>

export const orderStatusTone = {
  Pending: 'gray',
  Processing: 'gray',
  Shipped: 'indigo',
  Delivered: 'green',
  Cancelled: 'red',
} as const satisfies Record<OrderStatus, string>

/** Where nobody brings it, the same statuses have other words. */
const pickupLabels: Partial<Record<OrderStatus, string>> = {
  Shipped: 'Ready to collect',
  Delivered: 'Collected',
}

/** As people read it; on the wire a status is always the same. */
export function statusLabel(status: OrderStatus, option?: DeliveryOption): string {
  return (option === 'pickup' && pickupLabels[status]) || status
}

export function readOrderStatus(text: string | null | undefined): OrderStatus | null {
  const wanted = text?.trim().toLowerCase()
  return orderStatuses.find((status) => status.toLowerCase() === wanted) ?? null
}

export function progressPercent(status: OrderStatus): number {
  return progress[status]
}

type OrderStep = { status: OrderStatus; isDone: boolean; isCurrent: boolean }

/** All steps count as passed on a cancelled order; the page draws them muted, so nobody reads Delivered as done. */
export function orderSteps(current: OrderStatus): OrderStep[] {
  const reached = orderStatuses.indexOf(current)
  return orderStatuses.map((status, position) => ({
    status,
    isDone: position <= reached,
    isCurrent: position === reached,
  }))
}

export function nextStepForDriver(status: OrderStatus): OrderStatus | null {
  return stepsOfDrivers[status]
}

export function mayDriverMove(from: OrderStatus, to: OrderStatus): boolean {
  return stepsOfDrivers[from] === to
}

/** Why an order was cancelled, where nobody of the shop did it. */
export const cancelReasons = ['not_paid', 'not_confirmed', 'by_customer'] as const

const cancellableMs = 3_600_000

type Cancellable = { status: OrderStatus; createdAt: Date; driverId?: string | null; hadDriver?: boolean }

/**
 * For an hour, and until somebody has begun to pack it. Not once a driver has it or had it, who knows code and phone number as
 * well as the customer does.
 */
export function mayCustomerCancel(
  { status, createdAt, driverId, hadDriver }: Cancellable,
  now: Date,
): boolean {
  const isEarly = now.getTime() - createdAt.getTime() < cancellableMs
  const isBetweenTwo = (driverId ?? null) === null && !hadDriver
  return status === 'Pending' && isEarly && isBetweenTwo
}

const finishedShownMs = 7 * 24 * 3_600_000

/** A driver sees the customer of a finished order only as long as there may be a question about it. Before this moment nobody asks any more. */
export function finishedShownSince(now: number): Date {
  return new Date(now - finishedShownMs)
}

/** The words on the driver's button. Without a next step it is disabled. */
export function driverButtonText(status: OrderStatus): string {
  const next = nextStepForDriver(status)
  if (next) return `Mark as ${next}`
  return status === 'Delivered' ? 'Completed' : status
}

export type StockEffect = 'restore' | 'take' | 'none'

export function stockEffect(from: OrderStatus, to: OrderStatus): StockEffect {
  if (from === to) return 'none'
  if (to === 'Cancelled') return 'restore'
  return from === 'Cancelled' ? 'take' : 'none'
}

export const orderSources = ['shop', 'phone', 'whatsapp', 'counter'] as const

type OrderSource = (typeof orderSources)[number]

/** Where the staff writes an order down for a customer. */
export const manualOrderSources = ['phone', 'whatsapp', 'counter'] as const satisfies readonly OrderSource[]

export type ManualOrderSource = (typeof manualOrderSources)[number]

export const orderSourceTexts = {
  shop: 'Ordered online',
  phone: 'Taken by phone',
  whatsapp: 'Taken by WhatsApp',
  counter: 'Sold at the counter',
} satisfies Record<OrderSource, string>
