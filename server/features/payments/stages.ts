import type { OrderStatus } from '#rules/order-status.ts'
import type { PaymentState } from '#rules/payment-states.ts'

/** What the shop knows of a payment; what its page shows is shorter. */
export const stages = [
  /** Written down, and perhaps not yet sent. */
  'created',
  'pending',
  /** Sent, without an answer that says whether it arrived. */
  'unknown',
  /** Not approved in time as far as we know; still asked about. */
  'expired_local',
  'failed',
  'expired',
  'succeeded',
  /** Paid, but not what we asked for: a person decides. */
  'review',
  /** Paid, and the gateway says now that the money is disputed, gone or going: a person decides. */
  'questioned',
  /** Paid, but there is nothing to send for it. */
  'refund_due',
  /** Somebody has decided that it goes back, and the gateway is at it. */
  'refund_pending',
  /** A part went back; the rest pays the order. */
  'partially_refunded',
  'refunded',
] as const

export type Stage = (typeof stages)[number]

/** The prompt may be on a phone at this moment: an order has one of these at most. */
export function isLive(stage: Stage): boolean {
  return stage === 'created' || stage === 'pending' || stage === 'unknown'
}

/** Nobody has said no yet. */
export function isOpen(stage: Stage): boolean {
  return isLive(stage) || stage === 'expired_local'
}

export const settledStages = [
  'succeeded',
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const satisfies readonly Stage[]

/** The gateway has said that the money came. What it says against it later is for a person to judge. */
export function isSettled(stage: Stage): boolean {
  return settledStages.some((each) => each === stage)
}

/** Its money may still be disputed, taken or sent back without a word from us, even a second time. */
export const watchedStages = [
  'succeeded',
  'questioned',
  'refund_due',
  'partially_refunded',
  'refunded',
] as const satisfies readonly Stage[]

export function isWatched(stage: Stage): boolean {
  return watchedStages.some((each) => each === stage)
}

export const shownStates = {
  created: 'awaiting',
  pending: 'awaiting',
  unknown: 'awaiting',
  expired_local: 'not_confirmed',
  failed: 'failed',
  expired: 'expired',
  succeeded: 'paid',
  review: 'review',
  questioned: 'questioned',
  refund_due: 'refund_due',
  refund_pending: 'refund_pending',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
} satisfies Record<Stage, PaymentState>

/** How far a refund has come. What is created, pending or unknown may still pay money out. */
export const refundStages = ['created', 'pending', 'unknown', 'succeeded', 'failed'] as const

export type RefundStage = (typeof refundStages)[number]

/** Through the gateway, by a person's hand, or somewhere that the gateway only tells of. */
export const refundWays = ['gateway', 'by_hand', 'elsewhere'] as const

export type RefundWay = (typeof refundWays)[number]

export function isUnderWay({ stage }: { stage: RefundStage }): boolean {
  return stage !== 'succeeded' && stage !== 'failed'
}

/** Money may still go out with it: under way, or after a no that a gateway may take back. */
export function mayStillPay({ stage, uncertainUntil }: Uncertain): boolean {
  return isUnderWay({ stage }) || (stage === 'failed' && uncertainUntil !== null)
}

/** Whatever is sent in its place may go out twice. */
export function isUncertain({ stage, uncertainUntil }: Uncertain, now: Date): boolean {
  return stage === 'failed' && uncertainUntil !== null && now < uncertainUntil
}

type Uncertain = { stage: RefundStage; uncertainUntil: Date | null }

const noWallet = 'This number has no MTN MoMo wallet. Check the number.'
const notEnough = 'Not enough balance, or your daily limit is reached.'
const timedOut = 'The request timed out. Try again and approve within 5 minutes.'

const notNow = 'We could not take the payment now.'

const reasonTexts: Record<string, string> = {
  PAYER_NOT_FOUND: noWallet,
  NOT_ENOUGH_FUNDS: notEnough,
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: notEnough,
  PAYER_LIMIT_REACHED: notEnough,
  APPROVAL_REJECTED: 'You declined the payment.',
  EXPIRED: timedOut,
  COULD_NOT_PERFORM_TRANSACTION: timedOut,
  NEVER_CONFIRMED: timedOut,
  SENDER_ACCOUNT_NOT_ACTIVE: 'Your wallet is not active. Contact MTN.',
  INTERNAL_PROCESSING_ERROR: 'Payment failed. Check your balance and try again.',
  PAYSTACK_FAILED: 'Payment failed. Check your balance and try again.',
  NEVER_RECEIVED: 'Your request did not reach MTN. Please try again.',
  GATEWAY_UNREACHABLE: 'Could not connect to payment gateway.',
  PAGE_LOST: 'Could not connect to payment gateway.',
}

/** Everything that is not in the table is the shop's own trouble, not the customer's. */
export function isOwnTrouble(reason: string): boolean {
  return reasonTexts[reason] === undefined
}

/** Money for an order that was cancelled afterwards goes back. */
export function shownStage({ stage }: { stage: Stage }, { status }: { status: OrderStatus }): Stage {
  const paysOrder = stage === 'succeeded' || stage === 'partially_refunded'
  return paysOrder && status === 'Cancelled' ? 'refund_due' : stage
}

export function shownState(payment: { stage: Stage }, order: { status: OrderStatus }): PaymentState {
  return shownStates[shownStage(payment, order)]
}

/** Why it stands as it does, for the person who waits. */
export function reasonMessages(stage: Stage, reason: string | null): string | null {
  switch (stage) {
    case 'failed':
    case 'expired':
      return reasonTexts[reason ?? ''] ?? notNow
    case 'expired_local':
      return 'We have not seen your approval yet.'
    case 'review':
    case 'questioned':
      return 'We are checking your payment.'
    case 'refund_due':
      return 'Your payment has arrived, but not in time for this order. You get your money back.'
    case 'refund_pending':
      return 'Your money is on its way back to you.'
    case 'partially_refunded':
      return 'We have paid a part of your money back.'
    case 'refunded':
      return 'We have paid your money back.'
    default:
      return null
  }
}

export const refundedElsewhere = 'REFUNDED_ELSEWHERE'

/** What the gateway has against money that was paid, for the staff. */
export function questionMessage(reason: string | null): string {
  if (reason === refundedElsewhere) return 'A part of the money was paid back on the gateway’s own pages.'
  if (reason?.startsWith('DISPUTE')) {
    return reason.endsWith('LOST')
      ? 'A dispute about this payment was decided for the customer.'
      : 'The customer disputes this payment: answer on the gateway’s own pages.'
  }
  return `The gateway says now that it was not paid: ${reason}`
}

const refundReasonTexts: Record<string, string> = {
  NEVER_RECEIVED: 'The gateway never received it.',
  GATEWAY_UNREACHABLE: 'The gateway could not be reached.',
  NEEDS_ATTENTION: 'The gateway waits for you: look at its own pages.',
  DECIDED: 'Staff decided that it did not go out.',
  TOLD_OTHERWISE: 'The gateway says that another amount went back: look at its own pages.',
  NOT_ENOUGH_FUNDS: 'There is not enough money on the shop’s account at the gateway.',
  PAYEE_NOT_FOUND: 'The customer’s wallet no longer exists.',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'The customer’s wallet cannot receive money.',
}

/** Why a refund stands as it does, for the staff. */
export function refundReasonMessages(reason: string | null): string | null {
  return reason && (refundReasonTexts[reason] ?? `The gateway says: ${reason}`)
}
