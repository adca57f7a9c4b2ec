import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relativeTime } from './dates.ts'

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
