import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countdown, defaultSaleEnd, saleOver, saleTitle } from './countdown.ts'

const end = new Date(defaultSaleEnd)

test('the banner has its title, its end and its last words', () => {
  expect(saleTitle).toBe('Grand Opening Sale Coming Soon!')
  expect(saleOver).toBe("Time's up!")
  expect(end.getTime()).toBe(Date.UTC(2025, 6, 30, 23, 59, 59))
})

test.each([
  ['2025-07-28T22:58:57Z', { days: 2, hours: 1, minutes: 1, seconds: 2, isOver: false }],
  ['2025-07-29T23:59:59Z', { days: 1, hours: 0, minutes: 0, seconds: 0, isOver: false }],
  ['2025-07-30T23:59:58Z', { days: 0, hours: 0, minutes: 0, seconds: 1, isOver: false }],
  ['2025-07-30T23:59:58.900Z', { days: 0, hours: 0, minutes: 0, seconds: 1, isOver: false }],
  ['2025-07-30T23:59:59Z', { days: 0, hours: 0, minutes: 0, seconds: 0, isOver: true }],
  ['2026-01-01T00:00:00Z', { days: 0, hours: 0, minutes: 0, seconds: 0, isOver: true }],
])('at %s', (now, left) => {
  expect(countdown(end, new Date(now))).toEqual(left)
})

test('a banner without a real end is over', () => {
  expect(countdown(new Date('soon'), new Date('2025-01-01')).isOver).toBe(true)
})

test('the parts add up to the time that is left', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (left) => {
      const parts = countdown(end, new Date(end.getTime() - left * 1000))
      expect(parts.days * 86_400 + parts.hours * 3600 + parts.minutes * 60 + parts.seconds).toBe(left)
      expect([parts.hours < 24, parts.minutes < 60, parts.seconds < 60, parts.isOver]).toEqual([
        true,
        true,
        true,
        false,
      ])
    }),
  )
})
