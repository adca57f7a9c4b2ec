import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDeliveryDay, readDay } from './days.ts'
import { dayAfter } from './delivery-attempts.ts'
import {
  isServedOn,
  isSlot,
  mayStaffChoose,
  offeredDays,
  type RowDays,
  readSlots,
  rowDaysInWords,
  rowDaysMistakes,
  toRowDaysForm,
} from './delivery-days.ts'

/** Tuesday. */
const now = new Date('2026-11-17T10:00:00Z')

const row: RowDays = { weekdays: [3, 5], slots: [], cutOffDays: 1, cutOffHour: 16, capacity: 2 }

const shown = (offered: ReturnType<typeof offeredDays>) =>
  offered.map(({ day, slot, isFree }) => `${formatDeliveryDay(day, slot)}${isFree ? '' : ' full'}`)

test('the next days on which deliveries go there are offered, at most seven', () => {
  expect(shown(offeredDays(row, now, []))).toEqual([
    'Wed, Nov 18',
    'Fri, Nov 20',
    'Wed, Nov 25',
    'Fri, Nov 27',
    'Wed, Dec 2',
    'Fri, Dec 4',
    'Wed, Dec 9',
  ])
})

test('after the cut-off the day is gone, to the second', () => {
  const first = (time: string) => offeredDays(row, new Date(`2026-11-17T${time}Z`), [])[0]?.day
  expect(first('15:59:59.999')).toBe('2026-11-18')
  expect(first('16:00:00')).toBe('2026-11-20')
})

test('today is offered until its cut-off, and no time that has begun', () => {
  const today = { ...row, weekdays: [2], cutOffDays: 0, cutOffHour: 24, slots: ['09-12', '14-18'] }
  const at = (time: string) => shown(offeredDays(today, new Date(`2026-11-17T${time}Z`), [])).slice(0, 2)
  expect(at('08:59:00')).toEqual(['Tue, Nov 17, 09:00–12:00', 'Tue, Nov 17, 14:00–18:00'])
  expect(at('09:00:00')[0]).toBe('Tue, Nov 17, 14:00–18:00')
  expect(at('14:00:00')[0]).toBe('Tue, Nov 24, 09:00–12:00')
})

test('a full day is shown as full; where the first seven are full, more are shown up to a free one', () => {
  const full = (days: string[]) => days.map((day) => ({ day, slot: null, orders: 2 }))
  expect(shown(offeredDays(row, now, full(['2026-11-18'])))[0]).toBe('Wed, Nov 18 full')
  const first = offeredDays(row, now, []).map(({ day }) => day)
  expect(shown(offeredDays(row, now, full(first)))).toHaveLength(8)
  expect(shown(offeredDays(row, now, full(first))).at(-1)).toBe('Fri, Dec 11')
  expect(offeredDays(row, now, full([...first, '2026-12-11']))).toEqual([])
})

test('each time has places of its own, and without a limit nothing is ever full', () => {
  const slots = { ...row, slots: ['09-12', '14-18'] }
  const taken = [
    { day: '2026-11-18', slot: '09-12', orders: 2 },
    { day: '2026-11-18', slot: null, orders: 9 },
  ]
  expect(shown(offeredDays(slots, now, taken)).slice(0, 2)).toEqual([
    'Wed, Nov 18, 09:00–12:00 full',
    'Wed, Nov 18, 14:00–18:00',
  ])
  expect(offeredDays({ ...slots, capacity: 0 }, now, taken).every(({ isFree }) => isFree)).toBe(true)
})

const anySlots = fc
  .uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 4 })
  .map((hours) => hours.toSorted((one, other) => one - other))
  .map((hours) =>
    hours.map((from) => `${String(from).padStart(2, '0')}-${String(from + 1).padStart(2, '0')}`),
  )

const anyRow: fc.Arbitrary<RowDays> = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  slots: anySlots,
  cutOffDays: fc.integer({ min: 0, max: 7 }),
  cutOffHour: fc.integer({ min: 0, max: 24 }),
  capacity: fc.integer({ min: 0, max: 3 }),
})

const anyMoment = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
})

test('whatever the owner enters, only served days before their cut-off are offered, in order and once', () => {
  fc.assert(
    fc.property(anyRow, anyMoment, (days, moment) => {
      expect(Object.values(rowDaysMistakes(toRowDaysForm(days))).every((each) => each === null)).toBe(true)
      const offered = offeredDays(days, moment, [])
      const keys = offered.map(({ day, slot }) => `${day} ${slot ?? ''}`)
      expect(keys).toEqual([...new Set(keys)].toSorted())
      for (const { day, slot } of offered) {
        expect(isServedOn(days, day)).toBe(true)
        expect(day >= dayAfter(moment, 0)).toBe(true)
        expect(slot === null ? days.slots.length === 0 : days.slots.includes(slot)).toBe(true)
        const lastCall = (readDay(day)?.getTime() ?? 0) + (days.cutOffHour - days.cutOffDays * 24) * 3_600_000
        expect(moment.getTime() < lastCall).toBe(true)
      }
      expect(new Set(offered.map(({ day }) => day)).size).toBeLessThanOrEqual(7)
    }),
  )
})

test('whatever is taken, a choice is free exactly while fewer orders than places are on it', () => {
  fc.assert(
    fc.property(
      anyRow,
      anyMoment,
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 }),
      (days, moment, counts) => {
        const taken = offeredDays({ ...days, capacity: 0 }, moment, []).map(({ day, slot }, n) => ({
          day,
          slot,
          orders: counts[n] ?? 0,
        }))
        const offered = offeredDays(days, moment, taken)
        for (const { day, slot, isFree } of offered) {
          const orders = taken.find((each) => each.day === day && each.slot === slot)?.orders ?? 0
          expect(isFree).toBe(days.capacity === 0 || orders < days.capacity)
        }
        // Nothing free is hidden behind what is full.
        const hasFree = taken.some(({ orders }) => days.capacity === 0 || orders < days.capacity)
        if (hasFree) expect(offered.some(({ isFree }) => isFree)).toBe(true)
      },
    ),
  )
})

test('times are read as owners write them, in whole hours', () => {
  expect(readSlots('')).toEqual([])
  expect(readSlots('14 – 18, 9-12')).toEqual(['09-12', '14-18'])
  expect(readSlots('9:00-12:00; 22-24')).toEqual(['09-12', '22-24'])
  for (const wrong of ['morning', '12-9', '9-9', '9-25', '9:30-12'])
    expect(readSlots(wrong), wrong).toBeNull()
  expect(['09-12', '9-12', '12-09', '09-12 '].map(isSlot)).toEqual([true, false, false, false])
})

test('what an owner may not enter is told at its field', () => {
  const mistakes = (change: object) =>
    Object.entries(rowDaysMistakes({ ...toRowDaysForm(row), ...change })).flatMap(([name, mistake]) =>
      mistake === null ? [] : [name],
    )
  expect(mistakes({ weekdays: [7] })).toEqual(['weekdays'])
  expect(mistakes({ slots: ['09-12', '11-13'] })).toEqual(['slots'])
  expect(mistakes({ slots: Array(7).fill('09-12') })).toEqual(['slots'])
  expect(mistakes({ cut_off_days: 1.5, cut_off_hour: Number.NaN, capacity: 1_001 })).toEqual([
    'cut_off_days',
    'cut_off_hour',
    'capacity',
  ])
})

test('the days of a row are said in words', () => {
  expect(rowDaysInWords({ ...row, weekdays: [0, 5, 3], slots: ['09-12'] })).toBe(
    'Wed, Fri and Sun, 09:00–12:00, order until 16:00 the day before, at most 2 at one time',
  )
})

test('the staff may promise any day of the next two months', () => {
  expect(mayStaffChoose('2026-11-17', now)).toBe(true)
  expect(mayStaffChoose('2027-01-16', now)).toBe(true)
  for (const day of ['2026-11-16', '2027-01-17', '2026-11-31', '0000-01-01', ''])
    expect(mayStaffChoose(day, now), day).toBe(false)
})
