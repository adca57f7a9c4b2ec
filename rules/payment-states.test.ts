import { expect, test } from 'vitest'
import type { DeliveryOption } from './delivery-fee.ts'
import type { OrderStatus } from './order-status.ts'
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
  paymentTextForStaff,
  paymentTextOf,
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

test('a customer is not asked for the money of a cancelled order, and pays a collected one where it is collected', () => {
  const text = (status: OrderStatus, deliveryOption: DeliveryOption, paymentState: string) =>
    paymentTextOf({ status, deliveryOption, paymentState })
  expect(text('Shipped', 'delivery_service', 'Pay on delivery')).toBe('Pay on delivery')
  expect(text('Pending', 'pickup', 'Pay on delivery')).toBe('Pay when you collect it')
  expect(text('Cancelled', 'pickup', 'Pay on delivery')).toBe('Nothing to pay')
  expect(text('Cancelled', 'delivery_service', 'Awaiting payment')).toBe('Nothing to pay')
  expect(text('Cancelled', 'delivery_service', 'Refund due')).toBe('Refund due')
  expect(paymentTextForStaff({ status: 'Pending', paymentState: 'Pay on delivery' })).toBe('Pay on delivery')
  expect(paymentTextForStaff({ status: 'Cancelled', paymentState: 'Pay on delivery' })).toBe('Nothing to pay')
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
