import { expect, test } from 'vitest'
import { shelfAddress } from './shelves.ts'

test('the address of a shelf survives every sign in its word', () => {
  expect(shelfAddress({ slug: 'bath & body' })).toBe('/shop?category=bath+%26+body')
})
