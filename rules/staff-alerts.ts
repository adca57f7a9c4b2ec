import type { ScarceProduct, ShopEvent, ShopEventType } from './connections.ts'
import { formatGhs } from './money.ts'
import type { OfficeRole, Right } from './rights.ts'

export const alertKinds = ['order', 'payment', 'message', 'low_stock'] as const

export type AlertKind = (typeof alertKinds)[number]

export const alertWays = ['mail', 'push', 'sound'] as const

export type AlertWay = (typeof alertWays)[number]

/** By which ways somebody hears of one kind. */
export type AlertChoice = Record<AlertWay, boolean>

type AlertRow = {
  label: string
  /** Whoever has no business with it does not hear of it, whatever they chose. */
  right: Right
  event: ShopEventType
  /** Whether it sounds for those who have chosen nothing yet. */
  sounds: boolean
}

const table = {
  order: { label: 'New order', right: 'orders', event: 'order.created', sounds: true },
  payment: { label: 'Payment', right: 'money', event: 'order.paid', sounds: false },
  message: { label: 'Message', right: 'messages', event: 'message.received', sounds: false },
  low_stock: { label: 'Low stock', right: 'products', event: 'stock.low', sounds: false },
} as const satisfies Record<AlertKind, AlertRow>

export const alertLabels: Record<AlertKind, string> = {
  order: table.order.label,
  payment: table.payment.label,
  message: table.message.label,
  low_stock: table.low_stock.label,
}

export function alertRight(kind: AlertKind): Right {
  return table[kind].right
}

export function alertEvent(kind: AlertKind): ShopEventType {
  return table[kind].event
}

export function alertKindOf(type: ShopEventType): AlertKind | null {
  return alertKinds.find((kind) => table[kind].event === type) ?? null
}

/** Until somebody chooses: the owner gets mails; a phone or an open page that is set up for it tells everybody. */
export function usualChoice(role: OfficeRole, kind: AlertKind): AlertChoice {
  return { mail: role === 'admin', push: true, sound: table[kind].sounds }
}

/** What a locked phone may show to whoever holds it: no names, no numbers of customers. */
export type AlertText = {
  title: string
  body: string
  /** The page of the back office that has the rest. */
  path: string
}

export function alertText(event: ShopEvent): AlertText {
  switch (event.type) {
    case 'order.created': {
      const { orderId, total, paymentMethod } = event.facts
      const how = paymentMethod === 'mtn_momo' ? 'to be paid online' : 'paid on delivery'
      return { title: `New order #${orderId}`, body: `${formatGhs(total)}, ${how}`, path: orderPath(orderId) }
    }
    case 'order.paid': {
      const { orderId, amount } = event.facts
      return { title: `Order #${orderId} is paid`, body: formatGhs(amount), path: orderPath(orderId) }
    }
    case 'order.status_changed': {
      const { orderId, status } = event.facts
      return { title: `Order #${orderId}`, body: status, path: orderPath(orderId) }
    }
    case 'message.received':
      return { title: 'New message', body: 'Somebody has written to the shop.', path: '/admin/messages' }
    case 'stock.low':
      return {
        title: 'Low stock',
        body: scarceText(event.facts.products),
        path: '/admin/products?low_stock=1',
      }
  }
}

function orderPath(orderId: number): string {
  return `/admin/orders?order=${orderId}`
}

const mostNamed = 3

function scarceText(products: readonly ScarceProduct[]): string {
  const named = products.slice(0, mostNamed).map(({ name, stock }) => `${name}: ${stock} left`)
  const more = products.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
