import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isRunning,
  priceAt,
  reducedPrice,
  type SaleReduction,
  type SaleTerms,
  saleBadge,
  saleState,
} from './sale-price.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

const base = fc.integer({ min: 0, max: 10_000_000 })

const reduction: fc.Arbitrary<SaleReduction> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 10_000_000 }) }),
)

const terms: fc.Arbitrary<SaleTerms> = fc
  .record({
    reduction,
    floor: fc.integer({ min: 0, max: 5_000_000 }),
    start: fc.integer({ min: -50, max: 50 }),
    length: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ reduction, floor, start, length }) => ({
    ...reduction,
    floor,
    startsAt: later(start),
    endsAt: later(start + length),
  }))

const sales = fc.array(terms, { maxLength: 8 })

test.each([
  ['a fifth off', 14_500, { kind: 'percent', percent: 20, floor: 0 }, 11_600],
  ['half a pesewa is rounded', 333, { kind: 'percent', percent: 50, floor: 0 }, 167],
  ['an amount off', 14_500, { kind: 'amount', amount: 2_000, floor: 0 }, 12_500],
  ['not below the floor', 2_500, { kind: 'amount', amount: 2_000, floor: 1_000 }, 1_000],
  [
    'what is cheaper than the floor stays as it is',
    800,
    { kind: 'amount', amount: 2_000, floor: 1_000 },
    800,
  ],
] as const)('%s', (_, price, sale, reduced) => {
  expect(reducedPrice(price, sale)).toBe(reduced)
})

test('a sale price is never negative, never above the base and never below the floor of its sale', () => {
  fc.assert(
    fc.property(base, terms, (price, sale) => {
      const reduced = reducedPrice(price, sale)
      expect(Number.isInteger(reduced)).toBe(true)
      expect(reduced).toBeGreaterThanOrEqual(0)
      expect(reduced).toBeLessThanOrEqual(price)
      expect(reduced).toBeGreaterThanOrEqual(Math.min(price, sale.floor))
    }),
  )
})

test('what costs more without a sale never costs less in it', () => {
  fc.assert(
    fc.property(base, base, sales, (one, other, all) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(priceAt(low, all, noon).price).toBeLessThanOrEqual(priceAt(high, all, noon).price)
    }),
  )
})

test('the order of the sales does not matter, and the best of those that run counts', () => {
  fc.assert(
    fc.property(base, sales, (price, all) => {
      const found = priceAt(price, all, noon)
      expect(priceAt(price, all.toReversed(), noon)).toEqual(found)
      const running = all.filter((sale) => isRunning(sale, noon)).map((sale) => reducedPrice(price, sale))
      expect(found.price).toBe(Math.min(price, ...running))
      expect(found.regularPrice).toBe(found.price < price ? price : undefined)
    }),
  )
})

test('a price holds until exactly the moment that it names', () => {
  fc.assert(
    fc.property(base, sales, (price, all) => {
      const { price: today, saleEndsAt } = priceAt(price, all, noon)
      if (saleEndsAt === undefined) {
        expect(today).toBe(price)
        return
      }
      expect(saleEndsAt > noon).toBe(true)
      expect(priceAt(price, all, saleEndsAt).price).not.toBe(today)
      for (let at = noon.getTime(); at < saleEndsAt.getTime(); at += 500)
        expect(priceAt(price, all, new Date(at)).price).toBe(today)
    }),
  )
})

test('a sale runs from its first second to the one before its end', () => {
  const sale = { startsAt: noon, endsAt: later(60) }
  const states = [-1, 0, 59, 60].map((seconds) => saleState(sale, later(seconds)))
  expect(states).toEqual(['coming', 'running', 'running', 'over'])
})

test.each([
  [11_600, 14_500, 20],
  [9_999, 14_500, 31],
  [14_499, 14_500, 1],
  [10_913, 14_550, 25],
  [1, 14_500, 99],
  [0, 14_500, 100],
])('%i instead of %i is %i percent off', (price, regularPrice, percent) => {
  expect(saleBadge({ price, regularPrice })).toBe(`${percent}% off`)
})
