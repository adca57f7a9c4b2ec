import type { RefundStatus } from './gateways/gateway.ts'
import { isUnderWay, type RefundStage } from './refund-stages.ts'
import type { RefundRow } from './tables.ts'

export type RefundStep = { stage: RefundStage; reason: string | null }

type Known = Pick<RefundRow, 'stage' | 'reason' | 'createdAt'>

const neverReceivedAfterSeconds = 30 * 60

/** Where a word of the gateway takes a refund. What has ended stays; only a clear no, or nothing there for long, lets go of it. */
export function nextRefundStage(refund: Known, status: RefundStatus, now: Date): RefundStep {
  const { stage, reason, createdAt } = refund
  const stays = { stage, reason }
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
      const age = (now.getTime() - createdAt.getTime()) / 1_000
      if (age >= neverReceivedAfterSeconds) return { stage: 'failed', reason: 'NEVER_RECEIVED' }
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    }
    case 'no_answer':
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    case 'not_asked':
      return stays
  }
}
