import { expect, test } from 'vitest'
import type { CartLine } from '#rules/cart.ts'
import { keepListed, listRows } from './cart-list.tsx'

const line = (id: number): CartLine => ({ product: { id, name: `Product ${id}`, price: 100 }, quantity: 1 })

test('a line that was taken out keeps its place until the page is left', () => {
  const listed = keepListed([], [line(1), line(2), line(3)])
  const rows = listRows(listed, [line(1), line(3)], new Map([[2, line(2)]]))
  expect(rows.map((row) => [row.line.product.id, row.isRemoved])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ])
})

test('a line that was put back stands where it was, though the cart has it last', () => {
  const listed = keepListed([1, 2, 3], [line(1), line(3), line(2)])
  const rows = listRows(listed, [line(1), line(3), line(2)], new Map([[2, line(2)]]))
  expect(rows.map((row) => row.line.product.id)).toEqual([1, 2, 3])
  expect(rows.every((row) => !row.isRemoved)).toBe(true)
})

test('what another tab took out leaves the list without a trace', () => {
  expect(listRows([1, 2], [line(2)], new Map()).map((row) => row.line.product.id)).toEqual([2])
})

test('what another tab put in comes last', () => {
  expect(keepListed([2], [line(1), line(2)])).toEqual([2, 1])
})

test('the list stays the same thing while nothing new comes', () => {
  const listed = keepListed([], [line(1)])
  expect(keepListed(listed, [line(1)])).toBe(listed)
})
