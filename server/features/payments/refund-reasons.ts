const words: Record<string, string> = {
  NEVER_RECEIVED: 'The gateway never received it.',
  GATEWAY_UNREACHABLE: 'The gateway could not be reached.',
  NEEDS_ATTENTION: 'The gateway waits for you: look at its own pages.',
  TOLD_OTHERWISE: 'The gateway says that another amount went back: look at its own pages.',
  NOT_ENOUGH_FUNDS: 'There is not enough money on the shop’s account at the gateway.',
  PAYEE_NOT_FOUND: 'The customer’s wallet no longer exists.',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'The customer’s wallet cannot receive money.',
}

/** Why a refund stands as it does, for the staff. */
export function refundReasonMessages(reason: string | null): string | null {
  return reason && (words[reason] ?? `The gateway says: ${reason}`)
}
