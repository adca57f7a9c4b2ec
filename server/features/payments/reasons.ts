import type { Stage } from './stages.ts'

const noWallet = 'This number has no MTN MoMo wallet. Check the number.'
const notEnough = 'Not enough balance, or your daily limit is reached.'
const timedOut = 'The request timed out. Try again and approve within 5 minutes.'

export const notNow = 'We could not take the payment now.'

const words: Record<string, string> = {
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
}

/** Everything that is not in the table is the shop's own trouble, not the customer's. */
export function isOwnTrouble(reason: string): boolean {
  return words[reason] === undefined
}

/** Why it stands as it does, for the person who waits. */
export function reasonMessages(stage: Stage, reason: string | null): string | null {
  switch (stage) {
    case 'failed':
    case 'expired':
      return words[reason ?? ''] ?? notNow
    case 'expired_local':
      return 'We have not seen your approval yet.'
    case 'review':
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
