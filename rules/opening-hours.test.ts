import { expect, test } from 'vitest'
import { isOpen } from './opening-hours.ts'

// The shop keeps GMT even on a computer that does not.
process.env.TZ = 'Pacific/Kiritimati'

test.each([
  ['2026-03-02T08:59:59Z', 'Monday before nine', false],
  ['2026-03-02T09:00:00Z', 'Monday at nine', true],
  ['2026-03-04T15:00:00Z', 'Wednesday afternoon', true],
  ['2026-03-07T21:59:59Z', 'Saturday just before ten', true],
  ['2026-03-07T22:00:00Z', 'Saturday at ten', false],
  ['2026-03-08T12:00:00Z', 'Sunday noon', false],
  ['2026-03-08T23:30:00-03:00', 'Monday half past two in the night', false],
  ['2026-03-09T07:30:00-03:00', 'Monday half past ten', true],
  ['no day', 'no moment at all', false],
])('%s, %s: open is %s', (at, _words, open) => {
  expect(isOpen(new Date(at))).toBe(open)
})
