import { expect, test } from 'vitest'
import {
  approvalMinutes,
  holdMinutes,
  longestHoldMinutes,
  notConfirmedAfterMinutes,
  orderPaymentLabels,
  orderPaymentStates,
} from './payment-states.ts'

test('every state of an order’s money has words of its own', () => {
  const words = orderPaymentStates.map((state) => orderPaymentLabels[state])
  expect(words).toEqual([
    'Awaiting payment',
    'Not confirmed yet',
    'Payment failed',
    'Paid',
    'Under review',
    'Refund due',
    'Refund on its way',
    'Partly refunded',
    'Refunded',
  ])
})

test('whoever approves in time is never too late for the products', () => {
  expect(approvalMinutes).toBeLessThan(notConfirmedAfterMinutes)
  expect(notConfirmedAfterMinutes).toBeLessThan(holdMinutes)
  expect(holdMinutes).toBeLessThan(longestHoldMinutes)
})
