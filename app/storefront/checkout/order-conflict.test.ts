import { expect, test } from 'vitest'
import { problemFromResponse } from '#app/data/api.ts'
import type { LineProblem } from '#contract/checkout.ts'
import { readConflict, settleLine } from './send-order.ts'

const serum = { product: { id: 1, name: 'Hibiscus Glow Serum', price: 14500, stock: 9 }, quantity: 3 }
const toner = { product: { id: 2, name: 'Rose Water Hydrating Toner', price: 6050, stock: 4 }, quantity: 1 }
const shown = { lines: [serum, toner], fee: 4500 }

const about = (line: typeof serum, changes: Partial<LineProblem> = {}): LineProblem => ({
  product_id: line.product.id,
  product_name: line.product.name,
  quantity: line.quantity,
  available: 9,
  is_sold: true,
  price_per_item: line.product.price / 100,
  ...changes,
})

function conflictOf(status: number, body: Record<string, unknown>) {
  const conflict = readConflict(problemFromResponse(status, { error: 'No.', ...body }), shown)
  if (!conflict) throw new Error('A conflict was expected')
  return conflict
}

test('new prices are shown beside the old ones, and only where they differ', () => {
  const conflict = conflictOf(409, {
    code: 'price_changed',
    items: [about(serum, { price_per_item: 150 }), about(toner)],
    delivery_fee: 45,
    order_total: 555.5,
  })
  expect(conflict).toEqual({
    kind: 'prices',
    changed: [{ productId: 1, name: 'Hibiscus Glow Serum', quantity: 3, old: 14500, now: 15000 }],
    delivery: null,
    discount: null,
    discountNow: null,
    refusedCode: null,
    total: 55550,
  })
  expect(settleLine(serum, conflict).product.price).toBe(15000)
  expect(settleLine(toner, conflict)).toEqual(toner)
})

test('a new delivery fee is shown beside the old one, also when no price has changed', () => {
  const body = { code: 'price_changed', items: [about(serum), about(toner)] }
  expect(conflictOf(409, { ...body, delivery_fee: 60, order_total: 555.5 })).toEqual({
    kind: 'prices',
    changed: [],
    delivery: { old: 4500, now: 6000 },
    discount: null,
    discountNow: null,
    refusedCode: null,
    total: 55550,
  })
})

test('each line that is short is named with what is left, and the cart can be cut to that', () => {
  const conflict = conflictOf(409, {
    code: 'out_of_stock',
    items: [about(serum, { available: 1 }), about(toner, { available: 0 })],
  })
  expect(conflict).toEqual({
    kind: 'stock',
    short: [
      { productId: 1, name: 'Hibiscus Glow Serum', wanted: 3, left: 1, isSold: true },
      { productId: 2, name: 'Rose Water Hydrating Toner', wanted: 1, left: 0, isSold: true },
    ],
  })
  expect(settleLine(serum, conflict)).toEqual({ product: { ...serum.product, stock: 1 }, quantity: 1 })
  expect(settleLine(toner, conflict)).toEqual({ product: { ...toner.product, stock: 0 }, quantity: 1 })
})

test('something that was never sold here has the name that the cart knows', () => {
  const sample = about(toner, { product_name: null, is_sold: false, available: 0, price_per_item: null })
  expect(conflictOf(409, { code: 'not_available', items: [sample] })).toEqual({
    kind: 'stock',
    short: [{ productId: 2, name: 'Rose Water Hydrating Toner', wanted: 1, left: 0, isSold: false }],
  })
})

test('an earlier try that came through is shown with its code, if the shop gives it', () => {
  expect(conflictOf(422, { code: 'already_submitted', tracking_code: 'K7P2QX' })).toEqual({
    kind: 'already',
    trackingCode: 'K7P2QX',
  })
  expect(conflictOf(422, { code: 'already_submitted' })).toEqual({ kind: 'already', trackingCode: null })
})

test('an answer with damaged lines still is a conflict', () => {
  expect(conflictOf(409, { code: 'out_of_stock', items: [null, 'jar', { product_id: 'x' }] })).toEqual({
    kind: 'stock',
    short: [],
  })
})

test('other refusals leave no choice', () => {
  expect(readConflict(problemFromResponse(400, { error: 'No.', code: 'invalid_input' }), shown)).toBeNull()
})

test('a code that does not hold is said in the words of the shop, with what it costs without it', () => {
  const problem = problemFromResponse(409, {
    error: 'The code SHEA10 is used up.',
    code: 'discount_refused',
    ...{ items: [], delivery_fee: 45, discount_total: 0, order_total: 215 },
  })
  const shown = { lines: [], fee: 4500, discount: { code: 'SHEA10', total: 1700 } }
  expect(readConflict(problem, shown)).toMatchObject({
    kind: 'prices',
    discount: { old: 1700, now: 0 },
    refusedCode: 'The code SHEA10 is used up.',
    total: 21500,
  })
})
