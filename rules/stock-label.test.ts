import { expect, test } from 'vitest'
import { isBuyable, stockLabel } from './cart.ts'

test.each([
  [12, '12 in stock', true],
  [1, '1 in stock', true],
  [0, 'Out of Stock', false],
  [-3, 'Out of Stock', false],
  [Number.NaN, null, true],
  [Number.POSITIVE_INFINITY, null, true],
  [undefined, null, true],
  [null, null, true],
  ['12', null, true],
])('a stock of %s shows %s', (quantity, label, buyable) => {
  expect(stockLabel(quantity)).toBe(label)
  expect(isBuyable(quantity)).toBe(buyable)
})
