import { formatGhs, type Pesewas } from '../../../rules/money.ts'
import type { PaymentMethod } from '../../../rules/payment-methods.ts'
import { shopName } from '../../../rules/shop-facts.ts'
import type { Letter } from '../notifications/letter.ts'
import type { SoldLine } from './agree-on-prices.ts'
import type { OrderRow } from './write-order.ts'

export type OrderInNews = OrderRow & { lines: readonly SoldLine[] }

export type News = 'received' | 'shipped' | 'delivered' | 'cancelled'

type Message = { letter: Letter; sms: string }

/** No word that a customer typed is in a letter: anybody can enter anybody's address. */
export function writeNews(news: News, order: OrderInNews, trackingUrl: string): Message {
  const { subject, short, ...letter } = texts[news](order)
  return {
    letter: { subject, ...letter, button: { label: 'Track your order', url: trackingUrl } },
    sms: `${shopName}: ${short} ${trackingUrl}`,
  }
}

type Words = Omit<Letter, 'button'> & { short: string }

const texts = {
  received: (order) => ({
    subject: `We have received your order ${order.trackingCode}`,
    paragraphs: [`Thank you! Your order #${order.id} has reached us.`, paymentWords[order.paymentMethod]],
    bill: billOf(order),
    short: `order ${order.trackingCode} received, ${formatGhs(order.total)}.`,
  }),
  shipped: (order) => ({
    subject: `Your order ${order.trackingCode} is on its way`,
    paragraphs: [
      order.deliveryOption === 'personal_rider'
        ? `Your rider has collected order #${order.id}.`
        : `Order #${order.id} has left our shop.`,
      ...dueWords(order),
    ],
    short: `order ${order.trackingCode} is on its way.`,
  }),
  delivered: (order) => ({
    subject: `Your order ${order.trackingCode} has been delivered`,
    paragraphs: [`Order #${order.id} has been delivered. We hope you enjoy it!`],
    afterwards: ['Is something missing or broken? Answer this mail and we will put it right.'],
    short: `order ${order.trackingCode} has been delivered. Thank you!`,
  }),
  cancelled: (order) => ({
    subject: `Your order ${order.trackingCode} was cancelled`,
    paragraphs: [
      `Order #${order.id} was cancelled.`,
      ...(order.paidAt ? ['You have paid for it already: we will be in touch about your refund.'] : []),
    ],
    afterwards: ['Was this a mistake? Answer this mail and we will help.'],
    short: `order ${order.trackingCode} was cancelled.`,
  }),
} satisfies Record<News, (order: OrderInNews) => Words>

const paymentWords = {
  whatsapp: 'We confirm it on WhatsApp, and you pay on delivery.',
  mtn_momo: 'We prepare it as soon as your payment has arrived.',
} satisfies Record<PaymentMethod, string>

function dueWords(order: OrderRow): string[] {
  return order.paidAt ? [] : [`Please have ${formatGhs(order.total)} ready.`]
}

function billOf({ lines, subtotal, deliveryFee, total }: OrderInNews): [string, string][] {
  const row = (what: string, amount: Pesewas): [string, string] => [what, formatGhs(amount)]
  return [
    ...lines.map(({ quantity, productName, pricePerItem }) =>
      row(`${quantity} x ${productName}`, quantity * pricePerItem),
    ),
    row('Subtotal', subtotal),
    row('Delivery', deliveryFee),
    row('Total', total),
  ]
}
