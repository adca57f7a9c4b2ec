import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultDeliveryFees, orderTotal } from './delivery-fee.ts'
import { subtotalOf } from './money.ts'

const lines = [
  { price: 8500, quantity: 2 },
  { price: 1999, quantity: 3 },
]

test('the customer pays the subtotal and the delivery fee', () => {
  const kumasi = { option: 'delivery_service', region: 'Ashanti', city: 'Kumasi' } as const
  expect(orderTotal(lines, kumasi, defaultDeliveryFees)).toEqual({
    subtotal: 22997,
    deliveryFee: 4500,
    total: 27497,
  })
})

test('with a personal rider the total is the subtotal', () => {
  const ownRider = { option: 'personal_rider', region: 'Ashanti', city: 'Kumasi' } as const
  expect(orderTotal(lines, ownRider, defaultDeliveryFees)).toEqual({
    subtotal: 22997,
    deliveryFee: 0,
    total: 22997,
  })
})

test('the subtotal does not depend on the order of the lines', () => {
  const anyLines = fc.array(
    fc.record({ price: fc.nat(1_000_000), quantity: fc.integer({ min: 1, max: 999 }) }),
  )
  fc.assert(
    fc.property(anyLines, (some) => {
      expect(subtotalOf([...some].reverse())).toBe(subtotalOf(some))
      expect(Number.isSafeInteger(subtotalOf(some))).toBe(true)
    }),
  )
})
