import { type DeliveryOption, deliveryOptionTexts } from './delivery-fee.ts'
import { discountLabel, type NamedDiscount } from './discount-texts.ts'
import { formatGhs, type Pesewas } from './money.ts'
import { type PaymentMethod, paymentMethodTexts } from './payment-states.ts'
import { chatLength, longestChatLink, showPhone } from './phone-number.ts'

export type OrderInMessage = {
  number: number | string
  trackingCode: string
  /** Where the order can be followed; left out when it is too long for a chat. */
  trackingLink?: string
  customerName: string
  phone: string
  email: string | null
  address: string
  lines: readonly { quantity: number; name: string; price: Pesewas }[]
  deliveryOption: DeliveryOption
  deliveryFee: Pesewas
  /** When it is brought, in words. */
  deliveryDay?: string
  discounts: readonly NamedDiscount[]
  total: Pesewas
  paymentMethod: PaymentMethod
  note?: string
  giftNote?: string
}

const longestStart = 'https://wa.me/?text='.length + 15
const mostLines = 15
const longest = {
  name: 180,
  phone: 60,
  email: 160,
  address: 360,
  product: 120,
  discounts: 120,
  code: 30,
  number: 30,
  link: 200,
  note: 300,
}
const roomForRest = chatLength('\n+ 1000000 more')

/** The order in words for the shop's chat. Long orders are cut in the middle; total and tracking code always stay. */
export function orderMessage(order: OrderInMessage): string {
  const start = [
    `New Order #${oneLine(String(order.number), longest.number)}`,
    `Customer: ${oneLine(order.customerName, longest.name)}`,
    `Phone: ${oneLine(showPhone(order.phone), longest.phone)}`,
    `Email: ${oneLine(order.email ?? '', longest.email) || 'not given'}`,
    `Address: ${oneLine(order.address, longest.address) || 'not given'}`,
  ]
  const end = [
    `Delivery: ${deliveryWords(order)}`,
    ...noteLines('Delivery day', order.deliveryDay),
    ...discountLines(order.discounts),
    `Total: ${formatGhs(order.total)}`,
    `Payment: ${paymentMethodTexts[order.paymentMethod].inMessage}`,
    ...noteLines('Note', order.note),
    ...noteLines('Gift note', order.giftNote),
    `Tracking code: ${oneLine(order.trackingCode, longest.code)}`,
    ...trackingLines(order.trackingLink),
  ]
  const left = longestChatLink - longestStart - chatLength([...start, ...end].join('\n'))
  return [...start, ...itemLines(order.lines, left), ...end].join('\n')
}

function itemLines(lines: OrderInMessage['lines'], left: number): string[] {
  const shown: string[] = []
  let used = roomForRest
  for (const { quantity, name, price } of lines.slice(0, mostLines)) {
    const sum = quantity > 1 ? ` = ${formatGhs(price * quantity)}` : ''
    const line = `${quantity} x ${oneLine(name, longest.product)} - ${formatGhs(price)}${sum}`
    used += chatLength(`\n${line}`)
    if (used > left) break
    shown.push(line)
  }
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `+ ${more} more`] : shown
}

function deliveryWords({ deliveryOption, deliveryFee }: OrderInMessage): string {
  return deliveryOption === 'delivery_service'
    ? formatGhs(deliveryFee)
    : deliveryOptionTexts[deliveryOption].label
}

function noteLines(label: string, note = ''): string[] {
  const line = oneLine(note, longest.note)
  return line ? [`${label}: ${line}`] : []
}

function discountLines(discounts: OrderInMessage['discounts']): string[] {
  if (discounts.length === 0) return []
  const sum = discounts.reduce((total, { amount }) => total + amount, 0)
  const names = oneLine(discounts.map(discountLabel).join(', '), longest.discounts)
  return [`Discount: ${formatGhs(-sum)} (${names})`]
}

function trackingLines(link: string | undefined): string[] {
  return link && chatLength(link) <= longest.link ? [`Track: ${link}`] : []
}

/** Without line breaks, so that a customer's name cannot write a line of its own, such as another total. */
function oneLine(text: string, most: number): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (chatLength(line) <= most) return line
  const dots = '...'
  let short = ''
  let length = dots.length
  for (const letter of line) {
    length += chatLength(letter)
    if (length > most) break
    short += letter
  }
  return short.trimEnd() + dots
}
