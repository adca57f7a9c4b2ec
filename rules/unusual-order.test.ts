import { expect, test } from 'vitest'
import { unusualReasonsOf } from './unusual-order.ts'

const quiet = { usualPieces: 2, isOneOfMany: false }

test('an ordinary order needs no confirmation, even when it takes the last pieces', () => {
  expect(unusualReasonsOf({ ...quiet, lines: [{ quantity: 3, stockBefore: 3 }] })).toEqual([])
  expect(unusualReasonsOf({ ...quiet, lines: [{ quantity: 10, stockBefore: 20 }] })).toEqual([])
})

test('an order that empties the shelf is to be confirmed', () => {
  expect(unusualReasonsOf({ ...quiet, lines: [{ quantity: 154, stockBefore: 154 }] })).toEqual([
    'many_pieces',
    'most_of_stock',
  ])
  expect(unusualReasonsOf({ ...quiet, lines: [{ quantity: 11, stockBefore: 20 }] })).toEqual([
    'most_of_stock',
  ])
})

test('many pieces are many times what people usually order here', () => {
  const lines = [
    { quantity: 20, stockBefore: 500 },
    { quantity: 20, stockBefore: 500 },
  ]
  expect(unusualReasonsOf({ ...quiet, lines })).toEqual(['many_pieces'])
  expect(unusualReasonsOf({ ...quiet, usualPieces: null, lines })).toEqual(['many_pieces'])
  expect(unusualReasonsOf({ ...quiet, usualPieces: 5, lines })).toEqual([])
})

test('one of many orders from one number or address is to be confirmed', () => {
  expect(unusualReasonsOf({ ...quiet, isOneOfMany: true, lines: [] })).toEqual(['many_orders'])
})
