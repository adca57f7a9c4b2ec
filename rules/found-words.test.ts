import { expect, test } from 'vitest'
import { foundWords } from './found-words.ts'

test('a search that finds very much says more than so many; without a search the number is exact', () => {
  expect(foundWords(100, true)).toBe('100')
  expect(foundWords(101, true)).toBe('more than 100')
  expect(foundWords(150, true)).toBe('150')
  expect(foundWords(301, true)).toBe('more than 300')
  expect(foundWords(1, true)).toBe('1')
  expect(foundWords(101, false)).toBe('101')
})
