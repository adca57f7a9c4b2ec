/** What a customer is told about an order. */
export const notifications = [
  'received',
  'paid',
  'changed',
  'shipped',
  'delivered',
  'cancelled',
  'not_paid',
  'refund_due',
  'partly_refunded',
  'refunded',
] as const

export type Notification = (typeof notifications)[number]

export const notificationLabels = {
  received: 'Order received',
  paid: 'Payment received',
  changed: 'Order changed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  not_paid: 'Cancelled: not paid',
  refund_due: 'Money comes back',
  partly_refunded: 'A part is paid back',
  refunded: 'Money is paid back',
} satisfies Record<Notification, string>

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
  'no_answer',
  'no_credit',
  'refused',
  'unreachable',
  'too_many',
  'budget',
] as const

export type FailureReason = (typeof failureReasons)[number]

export const failureReasonTexts = {
  bad_number: 'The number cannot be reached.',
  no_answer: 'The provider gave no answer: it may have arrived.',
  no_credit: 'The credit at the provider is used up.',
  refused: 'The provider refused it.',
  unreachable: 'The provider could not be reached for hours.',
  too_many: 'This person got too many messages.',
  budget: 'As many messages as the shop sends in a day went out already.',
} satisfies Record<FailureReason, string>

/** Receipts come late, twice and in any order: a message never goes back to what it was before. */
export function isStepForward(from: MessageState, to: MessageState): boolean {
  if (to === 'failed') return from === 'waiting' || from === 'sending' || from === 'sent'
  return from !== 'failed' && messageStates.indexOf(to) > messageStates.indexOf(from)
}
