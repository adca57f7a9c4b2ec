import { expect, test } from 'vitest'
import { readProductId } from './read-product.ts'

test('an address with a number names a product, also that of a sample', () => {
  expect(readProductId('12')).toBe(12)
  expect(readProductId('-3')).toBe(-3)
})

test('an address with anything else names none', () => {
  for (const text of ['', 'abc', '1e3', '12.5', ' 4', '99999999999', '0x1f']) {
    expect(readProductId(text)).toBeNull()
  }
})
