import { expect, test } from 'vitest'
import { readQuantity } from './quantity-stepper.tsx'

test('a whole number is taken as it is', () => {
  expect(readQuantity('3')).toBe(3)
  expect(readQuantity(' 12 ')).toBe(12)
})

test('what is not a number becomes one', () => {
  for (const typed of ['', '  ', 'two', '1e999', '--']) expect(readQuantity(typed)).toBe(1)
})

test('nothing and less than nothing become one', () => {
  for (const typed of ['0', '-4']) expect(readQuantity(typed)).toBe(1)
})

test('half a piece is not sold', () => {
  expect(readQuantity('2.9')).toBe(2)
})

test('there is never more than the maximum', () => {
  expect(readQuantity('9', { max: 4 })).toBe(4)
})

test('the minimum holds even when the maximum is lower', () => {
  expect(readQuantity('5', { max: 0 })).toBe(1)
})
