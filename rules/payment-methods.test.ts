import { expect, test } from 'vitest'
import {
  defaultPaymentMethod,
  paymentMethods,
  paymentMethodTexts,
  readPaymentMethod,
} from './payment-states.ts'

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
