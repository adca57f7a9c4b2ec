import { expect, test } from 'vitest'
import { keepListed, readIds } from './saved-ids.ts'

test('the wishlist asks for products by their numbers, each once', () => {
  expect(readIds('3,12,3', 48)).toEqual([3, 12])
})

test('nobody can ask for more than a wishlist holds, or for anything but numbers', () => {
  expect(readIds('1,2,3', 2)).toEqual([1, 2])
  expect(readIds('x,-4,,5e2,7', 48)).toEqual([7])
  expect(readIds(null, 48)).toEqual([])
})

test('a removed product keeps its place on the page, and one saved elsewhere comes first', () => {
  expect(keepListed([4, 2], [4])).toEqual([4, 2])
  expect(keepListed([4, 2], [9, 4, 2])).toEqual([9, 4, 2])
})
