import { expect, test } from 'vitest'
import { countLabel } from './count-label.ts'

test('a search that finds very much says more than so many; without a search the number is exact', () => {
  expect(countLabel(100, true)).toBe('100')
  expect(countLabel(101, true)).toBe('more than 100')
  expect(countLabel(150, true)).toBe('150')
  expect(countLabel(301, true)).toBe('more than 300')
  expect(countLabel(1, true)).toBe('1')
  expect(countLabel(101, false)).toBe('101')
})
