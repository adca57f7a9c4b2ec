/**
 * What a customer is told about an order. A new kind is a row here, its mail in server/features/orders/order-emails.ts, and
 * whoever posts it; the texts are shown and changed at /admin/news.
 */
const orderNotifications = {
  received: {
    label: 'Order received',
    when: 'When somebody has placed an order.',
    text: 'order {code} received, {total}. {pin}',
    places: ['code', 'total', 'pin'],
  },
  paid: {
    label: 'Payment received',
    when: 'When an online payment has arrived.',
    text: 'payment of {total} for order {code} received.',
    places: ['code', 'total', 'pin', 'receipt'],
  },
  packed: {
    label: 'Being packed',
    when: 'When an order is set to Processing. Nobody is told unless you switch it on.',
    text: 'order {code} is being packed.',
    places: ['code', 'total', 'pin'],
    isOff: true,
  },
  changed: {
    label: 'Order changed',
    when: 'When an order was changed, by the shop or by its customer.',
    text: 'order {code} was changed: total {total}. {owed}',
    places: ['code', 'total', 'owed'],
  },
  shipped: {
    label: 'On its way',
    when: 'When an order has left the shop.',
    text: 'order {code} is on its way. {pin}',
    places: ['code', 'rider', 'due', 'pin'],
  },
  not_at_home: {
    label: 'Not at home',
    when: 'When the rider could not hand an order over: nobody was there, the address was wrong, or another day was asked for. The link leads to where the customer chooses a new day.',
    text: 'we could not hand over order {code}. {why} Choose a new day:',
    places: ['code', 'why', 'rider'],
  },
  ready: {
    label: 'Ready to collect',
    when: 'When an order that is collected at the shop was set to Ready to collect.',
    text: 'order {code} is ready at {place}. {pin}',
    places: ['code', 'place', 'pin', 'due'],
  },
  delivered: {
    label: 'Delivered',
    when: 'When an order has arrived. The link leads to the review.',
    text: 'order {code} has been delivered. Thank you! How do you like it?',
    places: ['code', 'receipt'],
  },
  collected: {
    label: 'Collected',
    when: 'When an order was collected at the shop. The link leads to the review.',
    text: 'order {code} has been collected. Thank you! How do you like it?',
    places: ['code', 'receipt'],
  },
  cancelled: {
    label: 'Cancelled',
    when: 'When an order was cancelled.',
    text: 'order {code} was cancelled.',
    places: ['code', 'total'],
  },
  not_paid: {
    label: 'Cancelled: not paid',
    when: 'When an order was cancelled because no payment came. The link leads to the shop.',
    text: 'order {code} was cancelled because no payment arrived. Order again:',
    places: ['code', 'total'],
  },
  refund_due: {
    label: 'Money comes back',
    when: 'When a payment cannot be used and goes back.',
    text: 'a payment for order {code} comes back to your wallet.',
    places: ['code'],
  },
  partly_refunded: {
    label: 'A part is paid back',
    when: 'When a part of the money was paid back.',
    text: '{amount} for order {code} have been paid back.',
    places: ['code', 'amount'],
  },
  refunded: {
    label: 'Money is paid back',
    when: 'When all the money was paid back.',
    text: 'your {amount} for order {code} have been paid back.',
    places: ['code', 'amount'],
  },
} satisfies Record<string, NotificationFacts>

/** What stands in a text for what differs from order to order. */
export type NotificationPlace =
  | 'code'
  | 'total'
  | 'amount'
  | 'pin'
  | 'due'
  | 'owed'
  | 'rider'
  | 'place'
  | 'receipt'
  | 'why'
  | 'product'

type NotificationFacts = {
  label: string
  when: string
  /** For phones, with places; the shop's name comes before it and a link after it. */
  text: string
  places: readonly NotificationPlace[]
  /** Nobody is told until the owner wants it. */
  isOff?: boolean
}

export type Notification = keyof typeof orderNotifications

export const notifications = Object.keys(orderNotifications) as [Notification, ...Notification[]]

export const notificationLabels = Object.fromEntries(
  notifications.map((kind) => [kind, orderNotifications[kind].label]),
) as Record<Notification, string>

export type NotificationKind = Notification | 'back_in_stock'

export const notificationKinds: Record<NotificationKind, NotificationFacts> = {
  ...orderNotifications,
  back_in_stock: {
    label: 'Back in stock',
    when: 'When a product is back, for those who asked to be told. The link leads to the product.',
    text: '{product} is back.',
    places: ['product'],
  },
}

/** By hand: somebody of the shop writes on WhatsApp, with one tap. */
export const channels = ['email', 'whatsapp', 'sms', 'by_hand'] as const

export type Channel = (typeof channels)[number]

export const channelLabels = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  by_hand: 'By hand',
} satisfies Record<Channel, string>

export const messageStates = ['waiting', 'sending', 'sent', 'delivered', 'read', 'failed'] as const

export type MessageState = (typeof messageStates)[number]

const stateLabels = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Arrived',
  read: 'Read',
  failed: 'Not sent',
} satisfies Record<MessageState, string>

const byHandLabels: Partial<Record<MessageState, string>> = { waiting: 'Not told yet', sent: 'Told' }

export function messageStateLabel(channel: Channel, state: MessageState): string {
  return (channel === 'by_hand' && byHandLabels[state]) || stateLabels[state]
}

export const failureReasons = [
  'bad_number',
  'undelivered',
  'no_answer',
  'no_credit',
  'refused',
  'unreachable',
  'too_many',
  'budget',
  'window_closed',
  'unsubscribed',
] as const

export type FailureReason = (typeof failureReasons)[number]

export const failureReasonTexts = {
  bad_number: 'The number cannot be reached.',
  undelivered: 'It did not arrive on the phone.',
  no_answer: 'The provider gave no answer: it may have arrived.',
  no_credit: 'The credit at the provider is used up.',
  refused: 'The provider refused it.',
  unreachable: 'The provider could not be reached for hours.',
  too_many: 'This person got too many messages.',
  budget: 'As many messages as the shop sends in a day went out already.',
  window_closed:
    'WhatsApp takes free words for 24 hours after the customer wrote. Send a template or an SMS.',
  unsubscribed: 'This person wants no offers any more.',
} satisfies Record<FailureReason, string>

/** Receipts come late, twice and in any order: a message never goes back to what it was before. */
export function isStepForward(from: MessageState, to: MessageState): boolean {
  if (to === 'failed') return from === 'waiting' || from === 'sending' || from === 'sent'
  return from !== 'failed' && messageStates.indexOf(to) > messageStates.indexOf(from)
}
