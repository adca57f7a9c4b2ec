import { expect, test } from 'vitest'
import {
  approvalMinutes,
  defaultPaymentMethod,
  holdMinutes,
  longestHoldMinutes,
  notConfirmedAfterMinutes,
  orderPaymentLabels,
  orderPaymentStates,
  paymentMethods,
  paymentMethodTexts,
  readPaymentMethod,
} from './payment-states.ts'

test('every state of an order’s money has words of its own', () => {
  const words = orderPaymentStates.map((state) => orderPaymentLabels[state])
  expect(words).toEqual([
    'Awaiting payment',
    'Not confirmed yet',
    'Payment failed',
    'Paid',
    'Under review',
    'Money in question',
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

test('an order goes through the messaging app, unless it is paid online', () => {
  expect(defaultPaymentMethod).toBe('whatsapp')
  expect(paymentMethodTexts.mtn_momo.label).toBe('Order Online')
  expect(paymentMethodTexts.whatsapp.label).toMatch(/WhatsApp, pay on delivery/)
})

test('the chat message names the way of paying', () => {
  expect(paymentMethodTexts.whatsapp.inMessage).toBe('Pay on delivery by WhatsApp')
  expect(paymentMethodTexts.mtn_momo.inMessage).toBe('Online payment')
})

test('only the two methods are understood', () => {
  expect(paymentMethods.map(readPaymentMethod)).toEqual(paymentMethods)
  expect(['', 'cash', 'WhatsApp', null, undefined].map(readPaymentMethod)).toEqual(Array(5).fill(null))
})
