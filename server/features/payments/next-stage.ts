import { notConfirmedAfterMinutes } from '#rules/payment-states.ts'
import type { GatewayStatus, Paid, RefundStatus } from './gateways/gateway.ts'
import { lastCheckSeconds } from './schedule.ts'
import {
  isLive,
  isOpen,
  isSettled,
  isUnderWay,
  isWatched,
  type RefundStage,
  refundedElsewhere,
  type Stage,
} from './stages.ts'
import type { PaymentRow, RefundRow } from './tables.ts'

export type Step = { stage: Stage; reason: string | null }

type Known = Pick<PaymentRow, 'reference' | 'stage' | 'reason' | 'amount' | 'currency' | 'createdAt'>

const ranOutOfTime = ['EXPIRED', 'COULD_NOT_PERFORM_TRANSACTION']

const neverReceivedAfterSeconds = 30 * 60

export const neverReceived = 'NEVER_RECEIVED'

/** Where an answer of the gateway takes a payment. What is settled stays, whatever is said later, until all of it has gone back. */
export function nextStage(payment: Known, status: GatewayStatus, now: Date): Step {
  const { stage, reason } = payment
  const stays = { stage, reason }
  if (isSettled(stage)) {
    const isBack = status.is === 'refunded' && isWatched(stage)
    return isBack ? { stage: 'refunded', reason: refundedElsewhere } : stays
  }
  switch (status.is) {
    case 'succeeded':
      return { stage: isAsAgreed(payment, status.paid) ? 'succeeded' : 'review', reason: null }
    case 'refunded':
      return { stage: 'refunded', reason: refundedElsewhere }
    case 'failed': {
      const no = ranOutOfTime.includes(status.reason) ? 'expired' : 'failed'
      return isOpen(stage) ? { stage: no, reason: status.reason } : stays
    }
    case 'not_asked':
      return stays
    case 'pending':
      // Given up too early: whoever approves now has paid, so it is waited for again.
      if (!isOpen(stage) && !status.isIdle && ageOf(payment, now) < lastCheckSeconds) {
        return { stage: 'expired_local', reason: null }
      }
  }
  return isOpen(stage) ? waiting(payment, status.is, now) : stays
}

function ageOf({ createdAt }: Pick<Known, 'createdAt'>, now: Date): number {
  return (now.getTime() - createdAt.getTime()) / 1_000
}

function waiting(payment: Known, said: 'pending' | 'not_found' | 'no_answer', now: Date): Step {
  const { stage } = payment
  const age = ageOf(payment, now)
  if (said === 'not_found' && age >= neverReceivedAfterSeconds) {
    return { stage: 'failed', reason: neverReceived }
  }
  // A gateway that is silent has not said no: it is asked until it speaks.
  if (said !== 'no_answer' && age >= lastCheckSeconds) return { stage: 'expired', reason: 'NEVER_CONFIRMED' }
  if (!isLive(stage) || age >= notConfirmedAfterMinutes * 60) return { stage: 'expired_local', reason: null }
  if (said === 'pending') return { stage: 'pending', reason: null }
  return { stage: stage === 'created' ? 'unknown' : stage, reason: null }
}

function isAsAgreed({ reference, amount, currency }: Known, paid: Paid): boolean {
  return paid.amount === amount && paid.currency === currency && paid.reference === reference
}

type RefundStep = { stage: RefundStage; reason: string | null }

type KnownRefund = Pick<RefundRow, 'stage' | 'reason' | 'createdAt'>

/** Where an answer of the gateway takes a refund. Only a clear no, or nothing there for long, lets go of it, and a no may still become a yes. */
export function nextRefundStage(refund: KnownRefund, status: RefundStatus, now: Date): RefundStep {
  const { stage, reason } = refund
  const stays = { stage, reason }
  if (stage === 'failed' && status.is === 'succeeded') return { stage: 'succeeded', reason: null }
  if (!isUnderWay(refund)) return stays
  switch (status.is) {
    case 'succeeded':
      return { stage: 'succeeded', reason: null }
    case 'failed':
      return { stage: 'failed', reason: status.reason }
    case 'stuck':
      return { stage: 'pending', reason: status.reason }
    case 'pending':
      return { stage: 'pending', reason: null }
    case 'not_found': {
      if (ageOf(refund, now) >= neverReceivedAfterSeconds) return { stage: 'failed', reason: neverReceived }
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    }
    case 'no_answer':
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    case 'not_asked':
      return stays
  }
}
