import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, formatDateAndTime, relativeTime } from './dates.ts'
import { dayOf, formatDay, readDay, startOfNextDay } from './days.ts'

// The shop keeps GMT even on a computer that does not.
process.env.TZ = 'Pacific/Kiritimati'

test.each([
  ['2024-03-05T14:03:09Z', 'Mar 5, 2024', 'Mar 5, 2024, 14:03'],
  ['2024-12-31T23:59:59Z', 'Dec 31, 2024', 'Dec 31, 2024, 23:59'],
  ['2025-01-01T00:05:00Z', 'Jan 1, 2025', 'Jan 1, 2025, 00:05'],
  ['2025-01-01T00:30:00+01:00', 'Dec 31, 2024', 'Dec 31, 2024, 23:30'],
  ['nonsense', '', ''],
])('%s is written %s', (moment, date, dateAndTime) => {
  expect(formatDate(new Date(moment))).toBe(date)
  expect(formatDateAndTime(new Date(moment))).toBe(dateAndTime)
})

test('a day of the next weeks is known by its weekday', () => {
  expect(formatDay('2026-11-20')).toBe('Fri, Nov 20')
  expect(formatDay('2026-02-30')).toBe('')
})

test('a day begins at midnight in Ghana and lasts until the next one', () => {
  const day = readDay('2024-02-28')
  expect(day?.toISOString()).toBe('2024-02-28T00:00:00.000Z')
  expect(day && startOfNextDay(day).toISOString()).toBe('2024-02-29T00:00:00.000Z')
})

test.each(['', '2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '05/03/2024', '2024-3-5', '20240305'])(
  '"%s" is no day',
  (text) => {
    expect(readDay(text)).toBeNull()
  },
)

test('every moment of a day lies between its start and the start of the next', () => {
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const start = readDay(dayOf(moment)) ?? new Date(Number.NaN)
      expect(moment.getTime()).toBeGreaterThanOrEqual(start.getTime())
      expect(moment.getTime()).toBeLessThan(startOfNextDay(start).getTime())
      expect(startOfNextDay(moment)).toEqual(startOfNextDay(start))
    }),
  )
})

const now = new Date('2026-03-05T12:00:00Z')

test.each([
  ['2026-03-05T12:00:00Z', 'just now'],
  ['2026-03-05T11:59:01Z', 'just now'],
  ['2026-03-05T11:59:00Z', '1 minute ago'],
  ['2026-03-05T11:00:01Z', '59 minutes ago'],
  ['2026-03-05T11:00:00Z', '1 hour ago'],
  ['2026-03-05T09:00:00Z', '3 hours ago'],
  ['2026-03-04T12:00:00Z', '1 day ago'],
  ['2026-02-04T12:00:00Z', '29 days ago'],
  ['2026-02-03T12:00:00Z', '1 month ago'],
  ['2025-03-06T12:00:00Z', '11 months ago'],
  ['2025-03-05T12:00:00Z', '1 year ago'],
  ['2020-03-05T12:00:00Z', '6 years ago'],
  ['2026-03-05T12:00:30Z', 'just now'],
  ['2026-03-05T15:00:00Z', 'in 3 hours'],
  ['2026-03-07T12:00:00Z', 'in 2 days'],
  ['not a date', ''],
])('%s reads %s', (then, words) => {
  expect(relativeTime(new Date(then), now)).toBe(words)
})

test('no moment has strange words', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true }), (then, at) => {
      expect(relativeTime(then, at)).toMatch(
        /^(?:just now|(?:in )?(?:1 (?:minute|hour|day|month|year)|(?:[2-9]|[1-9]\d+) (?:minute|hour|day|month|year)s)(?: ago)?)$/,
      )
    }),
  )
})
