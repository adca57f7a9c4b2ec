import { expect, test } from 'vitest'
import { remainingQuantity } from './remaining-quantity.ts'

test('as many go into the cart as are wanted while the shelf holds them', () => {
  expect(remainingQuantity({ stock: 10, inCart: 2, wanted: 3 })).toBe(3)
})

test('what is in the cart already counts against the shelf', () => {
  expect(remainingQuantity({ stock: 4, inCart: 3, wanted: 2 })).toBe(1)
  expect(remainingQuantity({ stock: 4, inCart: 4, wanted: 1 })).toBe(0)
  expect(remainingQuantity({ stock: 1, inCart: 5, wanted: 1 })).toBe(0)
})

test('an unknown stock stops nobody', () => {
  expect(remainingQuantity({ stock: Number.NaN, inCart: 7, wanted: 2 })).toBe(2)
})
