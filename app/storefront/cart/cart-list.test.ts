import { expect, test } from 'vitest'
import type { CartLine } from '#rules/cart.ts'
import { compareWithShelf, joinNotices, keepListed, listRows, noticeTexts, type Shelf } from './cart-list.tsx'

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

const serum = { id: 1, name: 'Hibiscus Glow Serum', price: 14500, stock: 9, image: '/small.webp' }
const onShelf = { name: serum.name, price: 14500, stock: 9, image: '/large.webp' }

function look(line: CartLine, shelf: Shelf) {
  const found = compareWithShelf(line, shelf)
  return { line: found.line, texts: noticeTexts(found.line, found.notice) }
}

test('a line that the shop still has as it was says nothing', () => {
  const line = { product: serum, quantity: 2 }
  expect(look(line, onShelf)).toEqual({ line, texts: [] })
})

test('a line with more pieces than are left is cut to what is left', () => {
  const { line, texts } = look({ product: serum, quantity: 5 }, { ...onShelf, stock: 3 })
  expect(line.quantity).toBe(3)
  expect(texts).toEqual(['Only 3 left, quantity changed'])
})

test('a new price is taken over, and the old one is named', () => {
  const { line, texts } = look({ product: serum, quantity: 1 }, { ...onShelf, price: 15000 })
  expect(line.product.price).toBe(15000)
  expect(texts).toEqual(['Price changed from Ghs 145.00 to Ghs 150.00'])
})

test('what is sold out or gone stays in the cart with its quantity and cannot be ordered', () => {
  const line = { product: serum, quantity: 2 }
  for (const [shelf, words] of [
    [{ ...onShelf, stock: 0 }, 'Out of Stock.'],
    ['gone', 'No longer sold.'],
  ] as const) {
    const found = look(line, shelf)
    expect(found.line).toEqual({ product: { ...serum, stock: 0 }, quantity: 2 })
    expect(found.texts).toEqual([`${words} It stays here, but is not part of your order.`])
  }
})

test('what is back in stock can be ordered again', () => {
  const waiting = { product: { ...serum, stock: 0 }, quantity: 4 }
  expect(look(waiting, { ...onShelf, stock: 2 }).line).toEqual({
    product: { ...serum, stock: 2 },
    quantity: 2,
  })
})

test('the small picture stays; only a missing one is filled in', () => {
  const { image: _, ...bare } = serum
  expect(look({ product: serum, quantity: 1 }, onShelf).line.product.image).toBe('/small.webp')
  expect(look({ product: bare, quantity: 1 }, onShelf).line.product.image).toBe('/large.webp')
})

test('what a first check has changed is still said after a second check', () => {
  const first = compareWithShelf({ product: serum, quantity: 5 }, { ...onShelf, price: 15000, stock: 3 })
  const second = compareWithShelf(first.line, { ...onShelf, price: 15000, stock: 3 })
  expect(noticeTexts(second.line, joinNotices(first.notice, second.notice))).toEqual([
    'Only 3 left, quantity changed',
    'Price changed from Ghs 145.00 to Ghs 150.00',
  ])
})

test('a price that came back to what it was is no notice', () => {
  const first = compareWithShelf({ product: serum, quantity: 1 }, { ...onShelf, price: 15000 })
  const second = compareWithShelf(first.line, onShelf)
  expect(noticeTexts(second.line, joinNotices(first.notice, second.notice))).toEqual([])
})
