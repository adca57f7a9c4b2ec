import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumQuantity, readQuantity } from './cart.ts'

test.each([
  ['3', 3],
  [3, 3],
  [' 12 ', 12],
  ['2.9', 2],
  ['0', 1],
  ['-4', 1],
  ['', 1],
  ['abc', 1],
  ['3 jars', 1],
  ['1e3', 1],
  [null, 1],
  [undefined, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  ['5000', maximumQuantity],
])('an entry of %s counts as %i', (entry, quantity) => {
  expect(readQuantity(entry)).toBe(quantity)
})

test('nobody chooses more than there is in stock', () => {
  expect(readQuantity('9', 4)).toBe(4)
  expect(readQuantity('4', 4)).toBe(4)
  expect(readQuantity('9', 4.7)).toBe(4)
  expect(readQuantity('9', Number.NaN)).toBe(9)
})

test('the quantity never falls below 1, even with an empty shelf', () => {
  expect(readQuantity('9', 0)).toBe(1)
  expect(readQuantity('9', -2)).toBe(1)
})

test('whatever is typed, the quantity is a whole number from 1 to the maximum', () => {
  const entries = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.integer().map(String),
    fc.constant(null),
  )
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 2000 }), (entry, maximum) => {
      const quantity = readQuantity(entry, maximum)
      expect(Number.isInteger(quantity)).toBe(true)
      expect(quantity).toBeGreaterThanOrEqual(1)
      expect(quantity).toBeLessThanOrEqual(Math.min(maximum, maximumQuantity))
    }),
  )
})
