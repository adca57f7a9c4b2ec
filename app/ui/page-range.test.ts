import { expect, test } from 'vitest'
import { pageRange } from './page-range.ts'

test('a short list is one page', () => {
  expect(pageRange(1, 50, 6)).toEqual({ from: 1, to: 6, pages: 1 })
})

test('the last page ends with the last row', () => {
  expect(pageRange(3, 50, 120)).toEqual({ from: 101, to: 120, pages: 3 })
})

test('a full last page is not followed by an empty one', () => {
  expect(pageRange(2, 50, 100)).toEqual({ from: 51, to: 100, pages: 2 })
})

test('a page that does not exist shows the nearest one', () => {
  expect(pageRange(9, 50, 60)).toEqual({ from: 51, to: 60, pages: 2 })
  expect(pageRange(0, 50, 60)).toEqual({ from: 1, to: 50, pages: 2 })
})

test('an empty list shows nothing', () => {
  expect(pageRange(1, 50, 0)).toEqual({ from: 0, to: 0, pages: 1 })
})
