import { pinOf } from '#rules/delivery-pin.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { fillNews, type NewsRow } from '#rules/news.ts'
import type { NewsPlace, Notification } from '#rules/notifications.ts'
import { balanceOf } from '#rules/order-money.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import { showPhone } from '#rules/phone-number.ts'
import { reviewPath } from '#rules/reviews.ts'
import type { Email } from '../notifications/email.ts'
import type { OrderRow } from './tables.ts'
import type { SoldLine } from './write-order.ts'

export type NotifiedOrder = OrderRow & {
  lines: readonly SoldLine[]
  /** Who brings it, with a number where there is one. */
  rider: { name: string; phone: string } | null
}

/** The same news for a mail, and in one sentence with a link. */
type Message = { email: Email; words: string; link: string }

/** No word that a customer typed is in an e-mail: anybody can enter anybody's address. */
export function writeNotification(
  notification: Notification,
  order: NotifiedOrder,
  { publicUrl, news }: { publicUrl: string; news: NewsRow },
  amount: Pesewas = order.total,
): Message {
  const written: Words = mails[notification](order, amount)
  const { opening, facts = [], ...email } = written
  const values = valuesOf(order, amount)
  const own = news.mail.split(/\n+/).flatMap((words) => fillNews(words, values) || [])
  const paragraphs = [...(own.length > 0 ? own : opening), ...facts]
  const button = buttons[notification]?.(publicUrl, order) ?? track(publicUrl, order)
  return { email: { ...email, paragraphs, button }, words: fillNews(news.text, values), link: button.url }
}

/** Nothing that a customer typed is among them, either. */
function valuesOf(order: NotifiedOrder, amount: Pesewas): Partial<Record<NewsPlace, string>> {
  const pin = pinOf(order)
  const { rider } = order
  return {
    code: order.trackingCode,
    total: formatGhs(order.total),
    amount: formatGhs(amount),
    pin: pin === null ? '' : `For the driver at your door: PIN ${pin}.`,
    due: dueWords(order).join(''),
    owed: owedWords(order).join(''),
    rider: rider
      ? `Your rider: ${[rider.name, rider.phone && showPhone(rider.phone)].filter(Boolean).join(', ')}.`
      : '',
  }
}

function track(publicUrl: string, { trackingCode }: OrderRow) {
  return { label: 'Track your order', url: `${publicUrl}/track-order?code=${trackingCode}` }
}

type Button = (publicUrl: string, order: OrderRow) => { label: string; url: string }

/** Where a message leads that does not lead to the tracking page. */
const buttons: Partial<Record<Notification, Button>> = {
  not_paid: (publicUrl) => ({ label: 'Order again', url: `${publicUrl}/shop` }),
  delivered: (publicUrl, { trackingCode, reviewKey }) => ({
    label: 'Tell us how you like it',
    url: publicUrl + reviewPath(trackingCode, { key: reviewKey }),
  }),
}

type Words = Omit<Email, 'button' | 'paragraphs'> & {
  /** What the owner may say in own words. */
  opening: string[]
  /** What the customer needs to know in any case. */
  facts?: string[]
}

const notArrived = 'Has it not arrived within three days? Answer this mail and we will look into it.'

const mails = {
  received: (order) => ({
    subject: `We have received your order ${order.trackingCode}`,
    opening: [`Thank you! Your order #${order.id} has reached us.`, paymentMessages[order.paymentMethod]],
    facts: pinWords(order),
    bill: billOf(order),
  }),
  paid: (order) => ({
    subject: `Your payment for order ${order.trackingCode} has arrived`,
    opening: [
      `Thank you! We have received ${formatGhs(order.total)} for order #${order.id} and prepare it now.`,
    ],
    bill: billOf(order),
  }),
  packed: (order) => ({
    subject: `Your order ${order.trackingCode} is being packed`,
    opening: [`We are packing order #${order.id} now.`],
  }),
  changed: (order) => ({
    subject: `Your order ${order.trackingCode} was changed`,
    opening: [`Order #${order.id} was changed. This is what it is now:`],
    facts: owedWords(order),
    bill: billOf(order),
    afterwards: ['Did you not ask for this? Answer this mail and we will help.'],
  }),
  shipped: (order) => ({
    subject: `Your order ${order.trackingCode} is on its way`,
    opening: [
      order.deliveryOption === 'personal_rider'
        ? `Your rider has collected order #${order.id}.`
        : `Order #${order.id} has left our shop.`,
    ],
    facts: [...dueWords(order), ...pinWords(order)],
  }),
  delivered: (order) => ({
    subject: `Your order ${order.trackingCode} has been delivered`,
    opening: [`Order #${order.id} has been delivered. We hope you enjoy it!`],
    afterwards: [
      'Your review helps others to choose. It is shown with your first name and your town.',
      'Is something missing or broken? Answer this mail and we will put it right.',
    ],
  }),
  cancelled: (order) => ({
    subject: `Your order ${order.trackingCode} was cancelled`,
    opening: [`Order #${order.id} was cancelled.`],
    facts: order.paidAt ? ['You have paid for it already: we will be in touch about your refund.'] : [],
    afterwards: ['Was this a mistake? Answer this mail and we will help.'],
  }),
  not_paid: (order) => ({
    subject: `Your order ${order.trackingCode} was cancelled: no payment arrived`,
    opening: [
      `We have not received a payment for order #${order.id}, so it was cancelled and nothing is owed.`,
      'Would you still like it? Order again, and pay online or on delivery.',
    ],
    afterwards: [
      'Has money left your wallet all the same? It is found by itself: you get your order or your money back.',
    ],
  }),
  refund_due: (order) => ({
    subject: `Your money for order ${order.trackingCode} comes back`,
    opening: [
      `A payment for order #${order.id} has reached us, but we cannot use it for this order. We pay it back to your wallet.`,
    ],
    afterwards: ['Do you have a question? Answer this mail and we will help.'],
  }),
  partly_refunded: (order, amount) => ({
    subject: `We have paid back a part of your money for order ${order.trackingCode}`,
    opening: [
      `We have sent ${formatGhs(amount)} of what you paid for order #${order.id} back to where it came from.`,
    ],
    afterwards: [notArrived],
  }),
  refunded: (order, amount) => ({
    subject: `We have paid back your money for order ${order.trackingCode}`,
    opening: [
      `We have sent ${formatGhs(amount)} for order #${order.id} back to where it came from. Nothing more is owed.`,
    ],
    afterwards: [notArrived],
  }),
} satisfies Record<Notification, (order: NotifiedOrder, amount: Pesewas) => Words>

const paymentMessages = {
  whatsapp: 'We confirm it on WhatsApp, and you pay on delivery.',
  mtn_momo: 'We prepare it as soon as your payment has arrived.',
} satisfies Record<PaymentMethod, string>

function dueWords(order: OrderRow): string[] {
  const { amountToCollect } = balanceOf(order)
  return amountToCollect > 0 ? [`Please have ${formatGhs(amountToCollect)} ready.`] : []
}

/** What is left to do about the money, after a change. */
function owedWords(order: OrderRow): string[] {
  const { amountToCollect, awaitedOnline, toPayBack } = balanceOf(order)
  if (toPayBack > 0) return [`We pay ${formatGhs(toPayBack)} back to you.`]
  if (awaitedOnline > 0) return [`${formatGhs(awaitedOnline)} are to be paid online.`]
  return amountToCollect > 0 ? [`${formatGhs(amountToCollect)} are to be paid on delivery.`] : []
}

function pinWords(order: OrderRow): string[] {
  const pin = pinOf(order)
  if (pin === null) return []
  return [
    `Your delivery PIN is ${pin}. Say it to the driver when the parcel is in your hands, and to nobody before.`,
  ]
}

function billOf({ lines, subtotal, deliveryFee, discounts, total }: NotifiedOrder): [string, string][] {
  const row = (what: string, amount: Pesewas): [string, string] => [what, formatGhs(amount)]
  return [
    ...lines.map(({ quantity, productName, pricePerItem }) =>
      row(`${quantity} x ${productName}`, quantity * pricePerItem),
    ),
    row('Subtotal', subtotal),
    row('Delivery', deliveryFee),
    ...discounts.map((discount) => row(`Discount ${discountLabel(discount)}`, -discount.amount)),
    row('Total', total),
  ]
}
