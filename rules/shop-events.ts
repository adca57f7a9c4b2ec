import type { Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import type { PaymentMethod } from './payment-states.ts'

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
