import { formatDeliveryDay } from './days.ts'
import { type DeliveryFees, type Destination, deliveryFee, deliveryOptionTexts } from './delivery-fee.ts'
import { formatGhs, type Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import { jarsOf, type SetPart } from './sets.ts'

/** The staff changes an order until it has left the shop. What comes later is a return. */
export function mayStaffEdit(status: OrderStatus): status is 'Pending' | 'Processing' {
  return status === 'Pending' || status === 'Processing'
}

type Wanted = { productId: number; quantity: number }

type Sold = Wanted & { parts?: readonly SetPart[] | null | undefined }

type SplitLine = Wanted & {
  /** As many as were agreed on: they keep their price, and their set its parts. */
  kept: number
  /** What is new: it has to be there, and to be sold. */
  extra: number
}

export function splitLines(agreed: readonly Wanted[], wanted: readonly Wanted[]): SplitLine[] {
  const before = new Map(agreed.map(({ productId, quantity }) => [productId, quantity]))
  return wanted.map(({ productId, quantity }) => {
    const kept = Math.min(quantity, before.get(productId) ?? 0)
    return { productId, quantity, kept, extra: quantity - kept }
  })
}

type Terms = { price: Pesewas; parts?: readonly SetPart[] | null | undefined }

/** More of it at another price, or of a set that is another one now, would need a second line of the same product. */
export function hasOtherTerms(agreed: Terms, today: Terms): boolean {
  return agreed.price !== today.price || spell(agreed.parts) !== spell(today.parts)
}

function spell(parts: readonly SetPart[] | null | undefined): string {
  return (parts ?? [])
    .map(({ productId, quantity }) => `${productId}x${quantity}`)
    .toSorted()
    .join()
}

/** What goes back on the shelf (more than zero) or comes off it, by jar; of sets, their parts. */
export function stockDifference(
  before: readonly Sold[],
  after: readonly Sold[],
): { productId: number; change: number }[] {
  const changes = new Map(jarsOf(before).map(({ productId, quantity }) => [productId, quantity]))
  for (const { productId, quantity } of jarsOf(after))
    changes.set(productId, (changes.get(productId) ?? 0) - quantity)
  return [...changes]
    .map(([productId, change]) => ({ productId, change }))
    .filter(({ change }) => change !== 0)
    .toSorted((one, other) => one.productId - other.productId)
}

type Delivered = { to: Destination; subtotal: Pesewas }

/**
 * Somewhere else costs what it costs there today. To the same place the agreed fee stays, unless more or less is bought than
 * what makes delivery free there.
 */
export function editedFee(agreed: Pesewas, before: Delivered, after: Delivered, fees: DeliveryFees): Pesewas {
  const today = deliveryFee(after.to, fees, after.subtotal)
  if (!isSameDestination(before.to, after.to)) return today
  return today === deliveryFee(before.to, fees, before.subtotal) ? agreed : today
}

export function isSameDestination(one: Destination, other: Destination): boolean {
  return one.option === other.option && one.region === other.region && one.city === other.city
}

export const editedParts = [
  'line',
  'name',
  'phone',
  'email',
  'address',
  'delivery',
  'day',
  'customer_note',
  'gift_note',
  'delivery_fee',
  'discount',
  'total',
  'return',
] as const

type EditedPart = (typeof editedParts)[number]

/** One thing of an order as it was and as it is, in words; `name` says which line. */
export type OrderEdit = { part: EditedPart; name: string; before: string; after: string }

/** What tells who the customer is: gone with the customer. */
export const personalParts: readonly EditedPart[] = [
  'name',
  'phone',
  'email',
  'address',
  'customer_note',
  'gift_note',
]

const labels = {
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  delivery: 'Delivery',
  day: 'Delivery day',
  customer_note: 'Note to the shop',
  gift_note: 'Gift message',
  delivery_fee: 'Delivery fee',
  discount: 'Discount',
  total: 'Total',
  return: 'Return',
} satisfies Record<Exclude<EditedPart, 'line'>, string>

export function editedPartLabel({ part, name }: Pick<OrderEdit, 'part' | 'name'>): string {
  if (part === 'return') return `${labels.return} of ${name}`
  return part === 'line' ? name : labels[part]
}

export type EditableOrder = {
  customerName: string
  customerPhone: string
  customerEmail: string | null
  address: string
  city: string
  region: string
  zip: string
  deliveryOption: Destination['option']
  deliverOn: string | null
  deliverSlot: string | null
  customerNote: string
  giftNote: string
  deliveryFee: Pesewas
  discount: Pesewas
  total: Pesewas
  lines: readonly { productId: number; productName: string; quantity: number }[]
}

/** Everything that is another after the edit, in the order in which people look for it. */
export function editsOf(before: EditableOrder, after: EditableOrder): OrderEdit[] {
  return [...lineEdits(before, after), ...detailEdits(before, after)]
}

function lineEdits({ lines: before }: EditableOrder, { lines: after }: EditableOrder): OrderEdit[] {
  const ids = [...new Set([...before, ...after].map(({ productId }) => productId))]
  return ids.flatMap((id) => {
    const one = before.find(({ productId }) => productId === id)
    const other = after.find(({ productId }) => productId === id)
    const name = other?.productName ?? one?.productName ?? ''
    return edit('line', String(one?.quantity ?? 0), String(other?.quantity ?? 0), name)
  })
}

function detailEdits(before: EditableOrder, after: EditableOrder): OrderEdit[] {
  const both = (part: EditedPart, read: (order: EditableOrder) => string) =>
    edit(part, read(before), read(after))
  return [
    ...both('name', ({ customerName }) => customerName),
    ...both('phone', ({ customerPhone }) => customerPhone),
    ...both('email', ({ customerEmail }) => customerEmail ?? ''),
    ...both('address', addressOf),
    ...both('delivery', ({ deliveryOption }) => deliveryOptionTexts[deliveryOption].label),
    ...both('day', ({ deliverOn, deliverSlot }) =>
      deliverOn === null ? '' : formatDeliveryDay(deliverOn, deliverSlot),
    ),
    ...both('customer_note', ({ customerNote }) => customerNote),
    ...both('gift_note', ({ giftNote }) => giftNote),
    ...both('delivery_fee', ({ deliveryFee: fee }) => formatGhs(fee)),
    ...both('discount', ({ discount }) => formatGhs(discount)),
    ...both('total', ({ total }) => formatGhs(total)),
  ]
}

function addressOf({ address, city, region, zip }: EditableOrder): string {
  return [address, city, region, zip].filter(Boolean).join(', ')
}

function edit(part: EditedPart, before: string, after: string, name = ''): OrderEdit[] {
  return before === after ? [] : [{ part, name, before, after }]
}
