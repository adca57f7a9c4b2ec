import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceMistake } from './cash-book.ts'
import { checkEntry, doorMoneyOf, type MoneyEntry } from './order-ledger.ts'

const cash: MoneyEntry = { kind: 'receipt', way: 'cash', amount: 50_00, reference: '', note: '' }
const balance = { open: 50_00, toPayBack: 0, byHand: 30_00 }

test('what is open is entered without a word; more, or a transfer that nobody can find, is not', () => {
  expect(checkEntry(cash, balance)).toEqual({})
  expect(checkEntry({ ...cash, amount: 51_00 }, balance).note).toBeDefined()
  expect(checkEntry({ ...cash, amount: 51_00, note: 'A tip' }, balance)).toEqual({})
  for (const way of ['mobile_money', 'wallet', 'bank'] as const) {
    expect(checkEntry({ ...cash, way }, balance)).toEqual({ reference: referenceMistake })
    expect(checkEntry({ ...cash, way, reference: 'MP2611' }, balance)).toEqual({})
  }
  for (const amount of [null, 0, -1, 10_000_001]) {
    expect(checkEntry({ ...cash, amount }, balance).amount).toBeDefined()
  }
})

test('no more goes back by hand than came in by hand, and a gesture needs a word', () => {
  const back: MoneyEntry = { ...cash, kind: 'repayment', amount: 30_00 }
  expect(checkEntry(back, balance).note).toBeDefined()
  expect(checkEntry({ ...back, note: 'A broken lid' }, balance)).toEqual({})
  expect(checkEntry(back, { ...balance, toPayBack: 30_00 })).toEqual({})
  expect(checkEntry({ ...back, amount: 30_01, note: 'A broken lid' }, balance).amount).toContain('30.00')
  expect(checkEntry(back, { ...balance, byHand: 0 }).amount).toContain('online')
})

test('what went back was with the first who had it', () => {
  const lines = [
    { driverId: 'ama', way: 'cash', amount: 165_00 },
    { driverId: 'kofi', way: 'mobile_money', amount: 165_00 },
    { driverId: 'kofi', way: 'mobile_money', amount: -5_00 },
  ] as const
  expect(doorMoneyOf('ama', lines, 165_00)).toEqual({ cash: 0, mobile_money: 0 })
  expect(doorMoneyOf('kofi', lines, 165_00)).toEqual({ cash: 0, mobile_money: 160_00 })
  expect(doorMoneyOf('kofi', lines, 0)).toEqual({ cash: 0, mobile_money: 160_00 })
  expect(doorMoneyOf('esi', lines, 0)).toEqual({ cash: 0, mobile_money: 0 })
})

test('what all drivers still have of an order is what they were given, less what went back', () => {
  const line = fc.record({
    driverId: fc.constantFrom('ama', 'kofi', 'esi'),
    way: fc.constantFrom('cash' as const, 'mobile_money' as const),
    amount: fc.nat(500_00),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.nat(100), (lines, share) => {
      const given = lines.reduce((sum, { amount }) => sum + amount, 0)
      const back = Math.floor((given * share) / 100)
      const left = ['ama', 'kofi', 'esi'].flatMap((each) => Object.values(doorMoneyOf(each, lines, back)))
      expect(left.reduce((sum, amount) => sum + amount, 0)).toBe(given - back)
      expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
    }),
  )
})
