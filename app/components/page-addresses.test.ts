import { expect, test } from 'vitest'
import { trackingPath } from './page-addresses.ts'

test('the way of an order is found by its code', () => {
  expect(trackingPath('K7P2QX')).toBe('/track-order?code=K7P2QX')
  expect(trackingPath('a&b')).toBe('/track-order?code=a%26b')
})
