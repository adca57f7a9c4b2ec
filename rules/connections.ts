import type { Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import type { PaymentMethod } from './payment-states.ts'
import type { OfficeRole } from './rights.ts'

/** What an event about an order tells: nothing about its customer, so that it can lie anywhere. */
export type OrderFacts = {
  orderId: number
  trackingCode: string
  status: OrderStatus
  total: Pesewas
  paymentMethod: PaymentMethod
}

export type ScarceProduct = { id: number; name: string; stock: number }

/** Everything that the shop says of itself as it happens, to its staff and to other tools of its owner. */
type ShopEventFacts = {
  'order.created': OrderFacts
  'order.paid': OrderFacts & { amount: Pesewas }
  'order.status_changed': OrderFacts & { previousStatus: OrderStatus }
  'message.received': { conversationId: number }
  'stock.low': { products: ScarceProduct[] }
}

export type ShopEventType = keyof ShopEventFacts

export type ShopEvent = {
  [Type in ShopEventType]: { type: Type; facts: ShopEventFacts[Type] }
}[ShopEventType]

export const shopEventTypes = [
  'order.created',
  'order.paid',
  'order.status_changed',
  'message.received',
  'stock.low',
] as const satisfies readonly ShopEventType[]

/** What a key may be: never an admin, so that no key reaches the team, the payment settings or the keys themselves. */
export const keyRoles = ['helper', 'manager'] as const satisfies readonly OfficeRole[]

export type KeyRole = (typeof keyRoles)[number]

export const keyNameLimit = 60

export const mostKeys = 20

export const mostWebhooks = 10

/** What a receiver is called with: what happens in the shop, and a test. */
export const webhookEvents = [...shopEventTypes, 'test'] as const

type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventLabels = {
  'order.created': 'New order',
  'order.paid': 'Payment',
  'order.status_changed': 'Status of an order',
  'message.received': 'Message',
  'stock.low': 'Low stock',
  test: 'Test',
} as const satisfies Record<WebhookEvent, string>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Why a receiver got nothing, where it has not answered with a status. */
export const deliveryFailures = ['forbidden', 'time_over', 'unreachable', 'paused'] as const

type DeliveryFailure = (typeof deliveryFailures)[number]

export const deliveryFailureWords = {
  forbidden: 'not an address of the public web',
  time_over: 'no answer in time',
  unreachable: 'not reachable',
  paused: 'the webhook was paused',
} as const satisfies Record<DeliveryFailure, string>

const minute = 60_000
const hour = 60 * minute

/** Between one try and the next; about a day in all. */
const waits = [minute, 10 * minute, hour, 5 * hour, 18 * hour]

export const mostTries = waits.length + 1

/** How long a receiver that has failed so often is left alone; null: it was the last try. */
export function waitAfter(tries: number): number | null {
  return waits[tries - 1] ?? null
}

/** So long may a receiver fail before nothing is sent to it any more. */
export const pausedAfterMs = 3 * 24 * hour

const longestAddress = 500

/** Null: the address can be stored. Whether it is called decides the server. */
export function webhookAddressMistake(address: string): string | null {
  if (address === '') return 'Please enter an address'
  if (address.length > longestAddress) return `Please use at most ${longestAddress} characters.`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    return 'Please enter a whole address, such as https://example.com/shop'
  return url.username || url.password ? 'Please leave the name and password out of the address' : null
}
