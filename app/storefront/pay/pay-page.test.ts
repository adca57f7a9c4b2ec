import { expect, test } from 'vitest'
import { showTimeLeft } from './pay-page.tsx'

test.each([
  [300_000, '5:00'],
  [252_000, '4:12'],
  [251_001, '4:12'],
  [60_000, '1:00'],
  [9_500, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%i ms are shown as %s', (left, shown) => {
  expect(showTimeLeft(left)).toBe(shown)
})
