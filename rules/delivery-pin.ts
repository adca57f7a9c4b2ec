import type { DeliveryOption } from './delivery-fee.ts'
import type { OrderStatus } from './order-status.ts'

const pinLength = 4

export const pinMistake = `The PIN has ${pinLength} digits`

/** `below(bound)` draws a whole number from 0 up to, not including, the bound; every one equally likely. */
export function makeDeliveryPin(below: (bound: number) => number): string {
  return String(below(10 ** pinLength)).padStart(pinLength, '0')
}

/** People say and type it with blanks between. */
export function normalisePin(typed: string): string {
  return typed.replace(/\s+/g, '')
}

export function isDeliveryPin(typed: string): boolean {
  return /^\d{4}$/.test(normalisePin(typed))
}

/** How the shop knows that an order arrived. A `code` is a tracking code, from before there were PINs. */
export const proofKinds = ['photo', 'code', 'pin'] as const

type PinOrder = { deliveryOption: DeliveryOption; status: OrderStatus; deliveryPin: string | null }

/** The PIN as long as the customer needs it: for a driver of the shop who is still to come, or to collect the order. */
export function pinOf({ deliveryOption, status, deliveryPin }: PinOrder): string | null {
  const isToCome = status !== 'Delivered' && status !== 'Cancelled'
  return isToCome && deliveryOption !== 'personal_rider' ? deliveryPin : null
}
