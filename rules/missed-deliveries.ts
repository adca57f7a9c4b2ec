import type { AttemptOutcome } from './delivery-attempts.ts'

/** Told to the customer, who may then choose a day. Null: the customer was there and does not want it. */
export const missedReasons = {
  not_at_home: 'Nobody was at home.',
  refused: null,
  wrong_address: 'We could not find the address.',
  postponed: 'You asked for another day.',
} satisfies Record<AttemptOutcome, string | null>

/** Whoever is told may answer with a day. */
export function isCustomerAsked(outcome: AttemptOutcome): boolean {
  return missedReasons[outcome] !== null
}
