import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availableOf, jarsOf, mostOfAPart, mostParts, partsMistake, savingOf, stockOfSet } from './sets.ts'

test('the scarcest part decides how many sets there are; a part that is not sold leaves none', () => {
  const butter = { stock: 7, quantity: 2, isSold: true }
  expect(stockOfSet([butter, { stock: 9, quantity: 1, isSold: true }])).toBe(3)
  expect(stockOfSet([butter, { stock: 0, quantity: 1, isSold: true }])).toBe(0)
  expect(stockOfSet([butter, { stock: 9, quantity: 1, isSold: false }])).toBe(0)
  expect(stockOfSet([])).toBe(0)
})

test('a set and one of its parts in one order take the same jars, each product once', () => {
  const parts = [
    { productId: 9, quantity: 2 },
    { productId: 4, quantity: 1 },
  ]
  expect(
    jarsOf([
      { productId: 20, quantity: 3, parts },
      { productId: 9, quantity: 1 },
    ]),
  ).toEqual([
    { productId: 4, quantity: 3 },
    { productId: 9, quantity: 7 },
  ])
})

/** Sets of products 1 to 4, and these products themselves, in any order. */
const cart = fc
  .tuple(
    fc.array(fc.nat(30), { minLength: 4, maxLength: 4 }),
    fc.uniqueArray(
      fc.record({
        productId: fc.integer({ min: 1, max: 12 }),
        quantity: fc.integer({ min: 1, max: 9 }),
        contents: fc.uniqueArray(
          fc.record({
            productId: fc.integer({ min: 1, max: 4 }),
            quantity: fc.integer({ min: 1, max: 3 }),
          }),
          { minLength: 1, maxLength: 4, selector: ({ productId }) => productId },
        ),
      }),
      { minLength: 1, maxLength: 8, selector: ({ productId }) => productId },
    ),
  )
  .map(([stocks, chosen]) => ({
    stockOf: (id: number) => stocks[id - 1] ?? 0,
    lines: chosen.map(({ productId, quantity, contents }) => ({
      productId,
      quantity,
      stock: stocks[productId - 1] ?? 0,
      parts:
        productId > 4
          ? contents.map((part) => ({ ...part, stock: stocks[part.productId - 1] ?? 0, isSold: true }))
          : null,
    })),
  }))

test('property: a cart fits if, and only if, the jars of all its lines are there', () => {
  fc.assert(
    fc.property(cart, ({ lines, stockOf }) => {
      const available = availableOf(lines)
      const fits = lines.every(({ quantity }, n) => (available[n] ?? 0) >= quantity)
      const areThere = jarsOf(lines).every(({ productId, quantity }) => quantity <= stockOf(productId))
      expect(fits).toBe(areThere)
    }),
  )
})

test('property: whoever takes as many as is said to be available takes no jar that is not there', () => {
  fc.assert(
    fc.property(cart, ({ lines, stockOf }) => {
      const available = availableOf(lines)
      const lowered = lines.map((line, n) => ({
        ...line,
        quantity: Math.min(line.quantity, available[n] ?? 0),
      }))
      for (const { productId, quantity } of jarsOf(lowered))
        expect(quantity).toBeLessThanOrEqual(stockOf(productId))
    }),
  )
})

test('a saving is what the parts cost beyond the set, and never below nothing', () => {
  const parts = [
    { price: 5_000, quantity: 2 },
    { price: 3_000, quantity: 1 },
  ]
  expect(savingOf(parts, 11_500)).toBe(1_500)
  expect(savingOf(parts, 14_000)).toBe(0)
})

test('a set has at least two pieces, few kinds, each once', () => {
  const part = (productId: number, quantity = 1) => ({ productId, quantity })
  expect(partsMistake([])).toBeNull()
  expect(partsMistake([part(1, 3)])).toBeNull()
  expect(partsMistake([part(1)])).toMatch(/two pieces/)
  expect(partsMistake([part(1), part(1)])).toMatch(/twice/)
  expect(partsMistake([part(1), part(2, mostOfAPart + 1)])).toMatch(/whole numbers/)
  expect(partsMistake([part(1), part(2, 0)])).toMatch(/whole numbers/)
  const many = Array.from({ length: mostParts + 1 }, (_, n) => part(n + 1))
  expect(partsMistake(many)).toMatch(/at most/)
})
