import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiscountableLine, type DiscountRule, discountKinds, takeOff } from './discounts.ts'

const none: DiscountRule = {
  id: 1,
  kind: 'percent',
  value: 10,
  buyQuantity: 0,
  getQuantity: 0,
  minimumSpend: 0,
  productIds: [],
  categories: [],
  isCombinable: false,
}

const oil: DiscountableLine = { productId: 1, category: 'oil', price: 10_000, quantity: 2 }
const soap: DiscountableLine = { productId: 2, category: 'soap', price: 3_333, quantity: 3 }

const line = fc.record({
  productId: fc.integer({ min: 1, max: 40 }),
  category: fc.constantFrom('oil', 'soap', 'serum'),
  price: fc.integer({ min: 0, max: 2_000_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
})

const carts = fc.uniqueArray(line, { minLength: 1, maxLength: 8, selector: ({ productId }) => productId })

const rule = fc
  .record({
    id: fc.integer({ min: 1, max: 99 }),
    kind: fc.constantFrom(...discountKinds),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
    buyQuantity: fc.integer({ min: 1, max: 5 }),
    getQuantity: fc.integer({ min: 1, max: 3 }),
    minimumSpend: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000_000 })),
    productIds: fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 4 })),
    categories: fc.oneof(fc.constant([]), fc.subarray(['oil', 'soap', 'serum'])),
    isCombinable: fc.boolean(),
  })
  .map(({ percent, amount, ...each }): DiscountRule => {
    return { ...each, value: each.kind === 'percent' ? percent : each.kind === 'amount' ? amount : 0 }
  })

const rules = fc.uniqueArray(rule, { maxLength: 6, selector: ({ id }) => id })
const fees = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }))

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

test('two gifts for what is bought count only what is paid: one jar of two stays', () => {
  const gift = {
    ...none,
    kind: 'buy_x_get_y' as const,
    value: 0,
    buyQuantity: 1,
    getQuantity: 1,
    isCombinable: true,
  }
  const taken = takeOff([oil], 0, [gift, { ...gift, id: 2 }])
  expect(sum(taken.lines)).toBe(10_000)
})

test('what is taken off is never negative, never more than the price, and adds up to the pesewa', () => {
  fc.assert(
    fc.property(carts, fees, rules, (lines, fee, discounts) => {
      const taken = takeOff(lines, fee, discounts)
      for (const [n, share] of taken.lines.entries()) {
        expect(Number.isInteger(share)).toBe(true)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual((lines[n]?.price ?? 0) * (lines[n]?.quantity ?? 0))
      }
      expect(taken.delivery).toBeGreaterThanOrEqual(0)
      expect(taken.delivery).toBeLessThanOrEqual(fee)
      expect(sum(taken.lines) + taken.delivery).toBe(taken.total)
      expect(sum(taken.discounts.map(({ amount }) => amount))).toBe(taken.total)
      expect(taken.discounts.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})

test('the order of rules and the order of lines change nothing', () => {
  fc.assert(
    fc.property(carts, fees, rules, fc.infiniteStream(fc.nat()), (lines, fee, discounts, keys) => {
      const shuffle = <T>(all: readonly T[]) =>
        all.map((value) => [keys.next().value ?? 0, value] as const).toSorted(([a], [b]) => a - b)
      const mixed = shuffle(lines).map(([, each]) => each)
      const other = takeOff(
        mixed,
        fee,
        shuffle(discounts).map(([, each]) => each),
      )
      const first = takeOff(lines, fee, discounts)
      expect(other.discounts).toEqual(first.discounts)
      expect([...other.obstacles].toSorted()).toEqual([...first.obstacles].toSorted())
      for (const [n, { productId }] of lines.entries())
        expect(other.lines[mixed.findIndex((each) => each.productId === productId)]).toBe(first.lines[n])
    }),
  )
})

test('one more discount never makes an order dearer, unless it is combined with others after which it comes', () => {
  fc.assert(
    fc.property(carts, fees, rules, rule, (lines, fee, discounts, more) => {
      const others = discounts.filter(({ id }) => id !== more.id)
      const added = { ...more, isCombinable: false }
      const before = takeOff(lines, fee, others).total
      expect(takeOff(lines, fee, [...others, added]).total).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('every discount is either taken off or says why not', () => {
  fc.assert(
    fc.property(carts, fc.option(fees), rules, (lines, fee, discounts) => {
      const taken = takeOff(lines, fee, discounts)
      const named = [...taken.discounts.map(({ id }) => id), ...taken.obstacles.keys()]
      expect(named.toSorted()).toEqual(discounts.map(({ id }) => id).toSorted())
    }),
  )
})

test('ten per cent off soap leaves the oil as it is, and the pesewas go to the lines they come from', () => {
  const taken = takeOff([oil, soap], 4_500, [{ ...none, categories: ['soap'] }])
  expect(taken).toMatchObject({ total: 1_000, lines: [0, 1_000], delivery: 0 })
})

test('an amount is spread over the lines by what they cost', () => {
  const taken = takeOff([oil, soap], 0, [{ ...none, kind: 'amount', value: 1_000 }])
  expect(taken).toMatchObject({ total: 1_000, lines: [667, 333] })
  const all = takeOff([oil, soap], 4_500, [{ ...none, kind: 'amount', value: 999_999 }])
  expect(all).toMatchObject({ total: 29_999, lines: [20_000, 9_999], delivery: 0 })
})

test('of buy two get one the cheapest are free, and one too few is said', () => {
  const rule: DiscountRule = { ...none, kind: 'buy_x_get_y', buyQuantity: 2, getQuantity: 1 }
  expect(takeOff([oil, soap], 0, [rule])).toMatchObject({ total: 3_333, lines: [0, 3_333] })
  const few = takeOff([{ ...soap, quantity: 2 }], 0, [rule])
  expect(few.obstacles.get(1)).toEqual({ why: 'buy_more', missing: 1 })
})

test('free delivery takes off the fee, says when there is none, and waits for the town', () => {
  const rule: DiscountRule = { ...none, kind: 'free_delivery', value: 0 }
  expect(takeOff([oil], 4_500, [rule])).toMatchObject({ total: 4_500, delivery: 4_500, lines: [0] })
  expect(takeOff([oil], 0, [rule]).obstacles.get(1)).toEqual({ why: 'delivery_free' })
  expect(takeOff([oil], null, [rule])).toMatchObject({ total: 0, discounts: [{ id: 1, amount: 0 }] })
})

test('a minimum says what is missing, and a discount for other products says so', () => {
  const short = takeOff([oil], 0, [{ ...none, minimumSpend: 22_300 }])
  expect(short.obstacles.get(1)).toEqual({ why: 'minimum_spend', missing: 2_300 })
  const other = takeOff([oil], 0, [{ ...none, productIds: [7] }])
  expect(other.obstacles.get(1)).toEqual({ why: 'not_these' })
})

test('what cannot be combined gives way to what takes off more', () => {
  const code = { ...none, id: 2, value: 10 }
  const automatic = { ...none, id: 1, value: 20 }
  const taken = takeOff([oil], 0, [code, automatic])
  expect(taken.discounts).toEqual([{ id: 1, amount: 4_000 }])
  expect(taken.obstacles.get(2)).toEqual({ why: 'not_together', with: 1 })
  const combined = takeOff(
    [oil],
    0,
    [code, automatic].map((each) => ({ ...each, isCombinable: true })),
  )
  expect(combined.discounts).toEqual([
    { id: 1, amount: 4_000 },
    { id: 2, amount: 1_600 },
  ])
})
