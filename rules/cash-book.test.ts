import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashTotals, checkCash, checkHandOver, mostCash, openAmount, reasonOf } from './cash-book.ts'

const pesewas = fc.nat({ max: 1_000_000 })
const door = fc.record({ due: pesewas, collected: fc.option(pesewas) })

test('what was due is what was collected and what is still open, however the day went', () => {
  fc.assert(
    fc.property(fc.array(door), (doors) => {
      const { due, collected, open } = cashTotals(doors)
      expect(collected + open).toBe(due)
      expect(open).toBe(doors.reduce((sum, each) => sum + openAmount(each), 0))
    }),
  )
})

test('the sums of two halves of a day are the sums of the day', () => {
  fc.assert(
    fc.property(fc.array(door), fc.array(door), (morning, evening) => {
      const [one, other, whole] = [morning, evening, [...morning, ...evening]].map(cashTotals)
      expect((one?.collected ?? 0) + (other?.collected ?? 0)).toBe(whole?.collected)
      expect((one?.open ?? 0) + (other?.open ?? 0)).toBe(whole?.open)
    }),
  )
})

test('what nobody entered yet is open', () => {
  expect(openAmount({ due: 29_000, collected: null })).toBe(29_000)
  expect(openAmount({ due: 29_000, collected: 30_000 })).toBe(-1_000)
})

test('the amount due needs no word, any other needs a reason', () => {
  expect(checkCash(29_000, 29_000, '')).toEqual({})
  expect(checkCash(29_000, 20_000, ' ')).toEqual({ reason: 'Please say why it is not the amount due' })
  expect(checkCash(29_000, 0, 'Pays tomorrow')).toEqual({})
  for (const wrong of [null, -1, mostCash + 1]) {
    expect(checkCash(29_000, wrong, 'tip')).toEqual({
      collected: 'Please enter the amount in cedis, such as 290.00',
    })
  }
})

test('a reason belongs to an amount that is not due', () => {
  expect(reasonOf(37_000, 35_000, ' He had no change ')).toBe('He had no change')
  expect(reasonOf(37_000, 37_000, 'He had no change')).toBe('')
})

test('a hand-over is all that the driver has, or less with a word about the rest, and never more', () => {
  expect(checkHandOver(50_000, 50_000, '')).toEqual({})
  expect(checkHandOver(50_000, 40_000, 'Fuel')).toEqual({})
  expect(checkHandOver(50_000, 40_000, '')).toEqual({ note: 'Please say why it is less' })
  expect(checkHandOver(50_000, 50_001, 'found')).toEqual({
    counted: 'This is more than the driver has collected',
  })
  for (const nothing of [0, null]) {
    expect(checkHandOver(50_000, nothing, 'none')).toEqual({
      counted: 'Please enter what you counted, such as 290.00',
    })
  }
})
