import type { PaymentState } from '#rules/payment-states.ts'

const second = 1_000
const minute = 60 * second

/** The answer comes within the first minutes or not at all, so the page asks often at first. Null: nothing more will come. */
export function pauseBeforeNextLook(state: PaymentState, watchedMs: number): number | null {
  switch (state) {
    case 'awaiting':
    case 'not_confirmed':
      if (watchedMs < minute) return 3 * second
      return watchedMs < 6 * minute ? 5 * second : 15 * second
    case 'failed':
    case 'expired':
    case 'review':
    case 'refund_pending':
      // Money can still arrive late or go back, and a person may look into it.
      return 30 * second
    case 'paid':
    case 'refund_due':
    case 'partially_refunded':
    case 'refunded':
      return null
  }
}
