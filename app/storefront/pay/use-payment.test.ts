import { expect, test } from 'vitest'
import type { PaymentState } from '#rules/payment-states.ts'
import { pauseBeforeNextFetch } from './use-payment.ts'

test.each([
  [0, 3_000],
  [59_999, 3_000],
  [60_000, 5_000],
  [359_999, 5_000],
  [360_000, 15_000],
])('after %i ms of waiting the page looks again in %i ms', (watched, pause) => {
  expect(pauseBeforeNextFetch('awaiting', watched)).toBe(pause)
  expect(pauseBeforeNextFetch('not_confirmed', watched)).toBe(pause)
})

test.each<PaymentState>(['failed', 'expired', 'review'])(
  'a payment that is %s is looked at now and then',
  (state) => {
    expect(pauseBeforeNextFetch(state, 0)).toBe(30_000)
  },
)

test.each<PaymentState>(['paid', 'refund_due', 'refunded'])('a payment that is %s is settled', (state) => {
  expect(pauseBeforeNextFetch(state, 0)).toBeNull()
})
