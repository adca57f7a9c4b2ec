import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attemptMistakes,
  attemptOutcomes,
  attemptsText,
  daysToChoose,
  mayChooseDay,
  opensDecision,
} from './delivery-attempts.ts'
import { isCustomerAsked } from './missed-deliveries.ts'

const now = new Date('2026-02-27T21:30:00Z')

test('who was not met is asked for a day; who refused the parcel is not', () => {
  expect(attemptOutcomes.filter(isCustomerAsked)).toEqual(['not_at_home', 'wrong_address', 'postponed'])
})

test('a customer chooses from tomorrow on, a rider from today on, both for two weeks', () => {
  const days = daysToChoose(now)
  expect(days).toHaveLength(14)
  expect([days[0], days[1], days.at(-1)]).toEqual([
    { value: '2026-02-28', label: 'Sat, Feb 28' },
    { value: '2026-03-01', label: 'Sun, Mar 1' },
    { value: '2026-03-13', label: 'Fri, Mar 13' },
  ])
  expect(daysToChoose(now, { fromToday: true })[0]).toEqual({
    value: '2026-02-27',
    label: 'Today, Fri, Feb 27',
  })
})

test('every day that is offered may be chosen, and none before or after', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
      fc.boolean(),
      (at, fromToday) => {
        const offered = daysToChoose(at, { fromToday }).map(({ value }) => value)
        const beside = (day = '', days = 1) =>
          new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
        expect(offered.every((day) => mayChooseDay(day, at, { fromToday }))).toBe(true)
        expect(mayChooseDay(beside(offered[0], -1), at, { fromToday })).toBe(false)
        expect(mayChooseDay(beside(offered.at(-1)), at, { fromToday })).toBe(false)
      },
    ),
  )
})

test('at the door it must be said what happened, and of postponed to which day', () => {
  const report = { outcome: null, day: '' }
  expect(attemptMistakes(report, now)).toEqual({ outcome: 'Please choose what happened' })
  expect(attemptMistakes({ ...report, outcome: 'postponed' }, now)).toEqual({
    day: 'Please choose a day within the next 14 days',
  })
  expect(attemptMistakes({ ...report, outcome: 'postponed', day: '2026-02-27' }, now)).toEqual({})
  expect(attemptMistakes({ ...report, outcome: 'not_at_home' }, now)).toEqual({})
})

const at = (minute: number) => new Date(Date.UTC(2026, 1, 27, 10, minute))
const known = (minute: number, phoneSequence: number, decided?: number) => ({
  happenedAt: at(minute),
  phoneId: 'a phone',
  phoneSequence,
  decidedAt: decided === undefined ? null : at(decided),
})
const sent = (minute: number, phoneSequence: number, phoneId = 'a phone') => ({
  happenedAt: at(minute),
  phoneId,
  phoneSequence,
})

test('a new attempt is to be decided, also a second one', () => {
  expect(opensDecision(sent(5, 1), [])).toBe(true)
  expect(opensDecision(sent(30, 2), [known(5, 1, 10)])).toBe(true)
  expect(opensDecision(sent(30, 2), [known(5, 1)])).toBe(true)
})

test('of one phone its numbers decide which is newer, whatever its clock said; of two the times', () => {
  expect(opensDecision(sent(50, 1), [known(5, 2)])).toBe(false)
  expect(opensDecision(sent(5, 3), [known(50, 2)])).toBe(true)
  expect(opensDecision(sent(5, 9, 'another phone'), [known(50, 2)])).toBe(false)
})

test('what happened before the office decided is not opened again', () => {
  expect(opensDecision(sent(7, 2), [known(5, 1, 10)])).toBe(false)
})

test('how often and why the last time, in one line', () => {
  expect(attemptsText(1, 'not_at_home')).toBe('1 attempt: not at home')
  expect(attemptsText(3, 'refused')).toBe('3 attempts, the last: refused')
})
