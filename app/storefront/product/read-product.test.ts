import { expect, test } from 'vitest'
import { listSamples } from '#app/components/sample-catalogue.ts'
import { othersThan, readProductId } from './read-product.ts'

test('an address with a number names a product, also that of a sample', () => {
  expect(readProductId('12')).toBe(12)
  expect(readProductId('-3')).toBe(-3)
})

test('an address with anything else names none', () => {
  for (const text of ['', 'abc', '1e3', '12.5', ' 4', '99999999999', '0x1f']) {
    expect(readProductId(text)).toBeNull()
  }
})

test('a page offers four other products, each once and never its own', () => {
  const samples = listSamples()
  const ids = othersThan({ id: -2 }, [...samples, ...samples]).map(({ id }) => id)
  expect(ids).toEqual([-1, -3, -4, -5])
})
