import { expect, test } from 'vitest'
import { isDeliveryPin, makeDeliveryPin, normalisePin, pinOf } from './delivery-pin.ts'

test('a PIN has four digits, also when it begins with zeros', () => {
  expect(makeDeliveryPin(() => 7)).toBe('0007')
  expect(makeDeliveryPin((bound) => bound - 1)).toBe('9999')
})

test('a PIN may be typed with blanks, and is nothing but digits', () => {
  expect(normalisePin(' 48 21 ')).toBe('4821')
  expect(['4821', '48 21', '482', '48210', 'K7P2QX', ''].map(isDeliveryPin)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a PIN is shown while a driver of the shop is still to come', () => {
  const order = { deliveryOption: 'delivery_service', status: 'Shipped', deliveryPin: '4821' } as const
  expect(pinOf(order)).toBe('4821')
  expect(pinOf({ ...order, status: 'Delivered' })).toBe(null)
  expect(pinOf({ ...order, status: 'Cancelled' })).toBe(null)
  expect(pinOf({ ...order, deliveryOption: 'pickup' })).toBe('4821')
  expect(pinOf({ ...order, deliveryOption: 'personal_rider' })).toBe(null)
  expect(pinOf({ ...order, deliveryPin: null })).toBe(null)
})
