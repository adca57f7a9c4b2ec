import { formatDeliveryDay } from '#rules/days.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { pinOf } from '#rules/delivery-pin.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { missedReasons } from '#rules/missed-deliveries.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { fillNotification, type NotificationSetting } from '#rules/notification-settings.ts'
import { type Notification, type NotificationPlace, notificationKinds } from '#rules/notifications.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import { showPhone } from '#rules/phone-number.ts'
import { receiptPath } from '#rules/receipts.ts'
import { reviewPath } from '#rules/reviews.ts'
import { partsInWords } from '#rules/sets.ts'
import type { Email } from '../notifications/email.ts'
import type { OrderRow } from './tables.ts'
import type { SoldLine } from './write-order.ts'

export type NotifiedOrder = OrderRow & {
  lines: readonly SoldLine[]
  /** Who brings it, with a number where there is one. */
  rider: { name: string; phone: string } | null
  /** Whether the shop issues receipts. */
  hasReceipts: boolean
  /** Where and when orders are collected. */
  pickup: { address: string; hours: string }
}

/** The same notification for a mail, and in one sentence with a link. */
type Message = { email: Email; words: string; link: string }

/** No word that a customer typed is in an e-mail: anybody can enter anybody's address. */
export function writeNotification(
  notification: Notification,
  order: NotifiedOrder,
  { publicUrl, news }: { publicUrl: string; news: NotificationSetting },
  amount: Pesewas = order.total,
): Message {
  const written: Words = mails[notification](order, amount)
  const { opening, facts = [], ...email } = written
  const receipt = receiptLink(publicUrl, order)
  const values = valuesOf(order, amount, receipt)
  const own = news.mail.split(/\n+/).flatMap((words) => fillNotification(words, values) || [])
  const paragraphs = [...(own.length > 0 ? own : opening), ...facts]
  const button = buttons[notification]?.(publicUrl, order) ?? track(publicUrl, order)
  const link = notificationKinds[notification].places.includes('receipt') ? receipt : null
  const whole = { ...email, paragraphs, button, ...(link && { link }) }
  return { email: whole, words: fillNotification(news.text, values), link: button.url }
}

/** Nothing that a customer typed is among them, either. */
function valuesOf(
  order: NotifiedOrder,
  amount: Pesewas,
  receipt: Link | null,
): Partial<Record<NotificationPlace, string>> {
  const pin = pinOf(order)
  const { rider } = order
  return {
    code: order.trackingCode,
    total: formatGhs(order.total),
    amount: formatGhs(amount),
    pin:
      pin === null
        ? ''
        : `${isCollected(order) ? 'To collect it' : 'For the driver at your door'}: PIN ${pin}.`,
    due: dueWords(order).join(''),
    owed: owedWords(order).join(''),
    receipt: receipt ? `Receipt: ${receipt.url}` : '',
    why: whyWords(order).join(''),
    rider: rider
      ? `Your rider: ${[rider.name, rider.phone && showPhone(rider.phone)].filter(Boolean).join(', ')}.`
      : '',
    place: placeOf(order),
  }
}

type Link = { label: string; url: string }

/** To the page, which asks for the phone number: a mail may go to whoever was typed in, so it carries no name and no address. */
function receiptLink(publicUrl: string, order: NotifiedOrder): Link | null {
  const { cost, open } = balanceOf(order)
  if (!order.hasReceipts || cost === 0 || open > 0) return null
  return { label: 'Your receipt', url: publicUrl + receiptPath(order.trackingCode) }
}

function isCollected({ deliveryOption }: OrderRow): boolean {
  return deliveryOption === 'pickup'
}

function placeOf({ pickup: { address, hours } }: NotifiedOrder): string {
  return hours ? `${address} (${hours})` : address
}

function track(publicUrl: string, { trackingCode }: OrderRow) {
  return { label: 'Track your order', url: `${publicUrl}/track-order?code=${trackingCode}` }
}

type Button = (publicUrl: string, order: OrderRow) => Link

/** Where a message leads that does not lead to the tracking page. */
const buttons: Partial<Record<Notification, Button>> = {
  not_at_home: (publicUrl, order) => ({ ...track(publicUrl, order), label: 'Choose a new day' }),
  not_paid: (publicUrl) => ({ label: 'Order again', url: `${publicUrl}/shop` }),
  delivered: toReview,
  collected: toReview,
}

function toReview(publicUrl: string, { trackingCode, reviewKey }: OrderRow) {
  return {
    label: 'Tell us how you like it',
    url: publicUrl + reviewPath(trackingCode, { key: reviewKey }),
  }
}

type Words = Omit<Email, 'button' | 'paragraphs'> & {
  /** What the owner may say in own words. */
  opening: string[]
  /** What the customer needs to know in any case. */
  facts?: string[]
}

const notArrived = 'Has it not arrived within three days? Answer this mail and we will look into it.'

const afterArrival = [
  'Your review helps others to choose. It is shown with your first name and your town.',
  'Is something missing or broken? Answer this mail and we will put it right.',
]

const mails = {
  received: (order) => ({
    subject: `We have received your order ${order.trackingCode}`,
    opening: [`Thank you! Your order #${order.id} has reached us.`, paymentWords(order)],
    facts: [...dayWords(order), ...pinWords(order)],
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
    facts: [...dayWords(order), ...owedWords(order)],
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
    facts: [...dayWords(order), ...dueWords(order), ...pinWords(order)],
  }),
  not_at_home: (order) => ({
    subject: `We could not hand over your order ${order.trackingCode}`,
    opening: [`Our rider came back with order #${order.id}.`, ...whyWords(order)],
    facts: ['Please choose a new day. You need your tracking code and the phone number of the order.'],
    afterwards: ['Has something changed? Answer this mail and we will help.'],
  }),
  ready: (order) => ({
    subject: `Your order ${order.trackingCode} is ready to collect`,
    opening: [`Order #${order.id} is packed and waits for you.`],
    facts: [`Collect it here: ${placeOf(order)}`, ...dueWords(order), ...pinWords(order)],
  }),
  delivered: (order) => ({
    subject: `Your order ${order.trackingCode} has been delivered`,
    opening: [`Order #${order.id} has been delivered. We hope you enjoy it!`],
    afterwards: afterArrival,
  }),
  collected: (order) => ({
    subject: `You have collected your order ${order.trackingCode}`,
    opening: [`Order #${order.id} has been collected. We hope you enjoy it!`],
    afterwards: afterArrival,
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

function paymentWords(order: OrderRow): string {
  const isPaidInShop = isCollected(order) && order.paymentMethod === 'whatsapp'
  return isPaidInShop
    ? 'We confirm it on WhatsApp, and you pay when you collect it.'
    : paymentMessages[order.paymentMethod]
}

function dueWords(order: OrderRow): string[] {
  const { amountToCollect } = balanceOf(order)
  return amountToCollect > 0 ? [`Please have ${formatGhs(amountToCollect)} ready.`] : []
}

function dayWords({ deliverOn, deliverSlot }: OrderRow): string[] {
  return deliverOn === null ? [] : [`We bring it on ${formatDeliveryDay(deliverOn, deliverSlot)}.`]
}

/** What is left to do about the money, after a change. */
function owedWords(order: OrderRow): string[] {
  const { amountToCollect, awaitedOnline, toPayBack } = balanceOf(order)
  if (toPayBack > 0) return [`We pay ${formatGhs(toPayBack)} back to you.`]
  if (awaitedOnline > 0) return [`${formatGhs(awaitedOnline)} are to be paid online.`]
  const when = isCollected(order) ? 'when you collect it' : 'on delivery'
  return amountToCollect > 0 ? [`${formatGhs(amountToCollect)} are to be paid ${when}.`] : []
}

/** Why it was not handed over, the last time. */
function whyWords({ lastAttempt }: OrderRow): string[] {
  const why = lastAttempt && missedReasons[lastAttempt]
  return why ? [why] : []
}

function pinWords(order: OrderRow): string[] {
  const pin = pinOf(order)
  if (pin === null) return []
  if (isCollected(order))
    return [`Your PIN is ${pin}. Say it when you collect the order, and to nobody before.`]
  return [
    `Your delivery PIN is ${pin}. Say it to the driver when the parcel is in your hands, and to nobody before.`,
  ]
}

function billOf({
  lines,
  subtotal,
  deliveryFee,
  discounts,
  total,
  deliveryOption,
}: NotifiedOrder): [string, string][] {
  const row = (what: string, amount: Pesewas): [string, string] => [what, formatGhs(amount)]
  return [
    ...lines.map(({ quantity, productName, pricePerItem, parts }) => {
      const contents = parts ? ` (${partsInWords(parts)})` : ''
      return row(`${quantity} x ${productName}${contents}`, quantity * pricePerItem)
    }),
    row('Subtotal', subtotal),
    row(deliveryOption === 'pickup' ? deliveryOptionTexts.pickup.label : 'Delivery', deliveryFee),
    ...discounts.map((discount) => row(`Discount ${discountLabel(discount)}`, -discount.amount)),
    row('Total', total),
  ]
}
