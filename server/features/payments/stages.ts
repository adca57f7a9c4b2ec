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
export const liveStages = ['created', 'pending', 'unknown'] as const satisfies readonly Stage[]

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
  'refund_due',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const satisfies readonly Stage[]

/** The gateway has said that the money came. This never goes back, whatever it says later. */
export function isSettled(stage: Stage): boolean {
  return settledStages.some((each) => each === stage)
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
  refund_due: 'refund_due',
  refund_pending: 'refund_pending',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
} satisfies Record<Stage, PaymentState>
