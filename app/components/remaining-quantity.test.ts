import { expect, test } from 'vitest'
import { orderLimit, remainingQuantity } from './remaining-quantity.ts'

test.each([
  [4, 4, 'Only 4 in stock'],
  [998, 998, 'Only 998 in stock'],
  [999, 999, 'At most 999 of one product in an order'],
  [9_999, 999, 'At most 999 of one product in an order'],
  [Number.NaN, 999, 'At most 999 of one product in an order'],
  [undefined, 999, 'At most 999 of one product in an order'],
])('with %s on the shelf an order may have %i, and it is said why', (stock, max, limitText) => {
  expect(orderLimit(stock)).toEqual({ max, limitText })
})

test('as many go into the cart as are wanted while the shelf holds them', () => {
  expect(remainingQuantity({ stock: 10, inCart: 2, wanted: 3 })).toBe(3)
})

test('what is in the cart already counts against the shelf', () => {
  expect(remainingQuantity({ stock: 4, inCart: 3, wanted: 2 })).toBe(1)
  expect(remainingQuantity({ stock: 4, inCart: 4, wanted: 1 })).toBe(0)
  expect(remainingQuantity({ stock: 1, inCart: 5, wanted: 1 })).toBe(0)
})

test('a full shelf lets nobody put more into the cart than one order may have', () => {
  expect(remainingQuantity({ stock: 9_999, inCart: 998, wanted: 5 })).toBe(1)
  expect(remainingQuantity({ stock: 9_999, inCart: 999, wanted: 1 })).toBe(0)
  expect(remainingQuantity({ stock: Number.NaN, inCart: 999, wanted: 1 })).toBe(0)
})

test('an unknown stock stops nobody', () => {
  expect(remainingQuantity({ stock: Number.NaN, inCart: 7, wanted: 2 })).toBe(2)
})
