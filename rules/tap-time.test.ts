import { expect, test } from 'vitest'
import { timeOfTap } from './offline-action-queue.ts'

const now = new Date('2026-03-05T12:00:00Z')
const notBefore = new Date('2026-03-05T09:00:00Z')
const at = (time: string | null) =>
  timeOfTap(time === null ? null : new Date(time), { now, notBefore }).toISOString()

test('a tap counts from when it was made, however late it arrives', () => {
  expect(at('2026-03-05T10:30:00Z')).toBe('2026-03-05T10:30:00.000Z')
})

test.each([
  ['in the future', '2026-03-05T18:00:00Z', '2026-03-05T12:00:00.000Z'],
  ['before the last step of the order', '2026-03-05T08:00:00Z', '2026-03-05T09:00:00.000Z'],
  ['that no clock can show', 'yesterday', '2026-03-05T12:00:00.000Z'],
  ['that nobody named', null, '2026-03-05T12:00:00.000Z'],
])('a tap %s counts from the nearest moment that can be true', (_, tapped, expected) => {
  expect(at(tapped)).toBe(expected)
})

test('a tap is believed up to a day back', () => {
  const longAgo = new Date('2026-01-01T00:00:00Z')
  const tapped = new Date('2026-02-01T00:00:00Z')
  expect(timeOfTap(tapped, { now, notBefore: longAgo }).toISOString()).toBe('2026-03-04T12:00:00.000Z')
})

test('a server whose clock was set back does not turn the history around', () => {
  const later = new Date('2026-03-05T13:00:00Z')
  expect(timeOfTap(null, { now, notBefore: later })).toEqual(later)
  expect(timeOfTap(now, { now, notBefore: later })).toEqual(later)
})
