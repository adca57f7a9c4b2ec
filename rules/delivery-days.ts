import { formatSlot, readDay } from './days.ts'
import { dayAfter } from './delivery-attempts.ts'

/** When deliveries go to the places of one row of the fee table. */
export type RowDays = {
  /** 0 is Sunday. */
  weekdays: readonly number[]
  /** Such as `09-12`; none: some time on the day. */
  slots: readonly string[]
  /** Orders come in until this hour, so many days before. */
  cutOffDays: number
  cutOffHour: number
  /** Deliveries in one slot, or on one day without slots. 0: no limit. */
  capacity: number
}

/** What a customer chooses. Without slots it is a day alone. */
type DeliveryDay = { day: string; slot: string | null }

export type OfferedDay = DeliveryDay & { isFree: boolean }

export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export const mostSlots = 6
export const mostCutOffDays = 7
export const highestCapacity = 1_000

/** So far ahead a day is looked for, and so many of them are shown. */
const horizonDays = 28
const mostDays = 7
/** The staff may promise a day as far ahead as this. */
const staffHorizonDays = 60

const oneHour = 60 * 60 * 1000

export type TakenDay = DeliveryDay & { orders: number }

/**
 * The next days on which something can be brought there, the full ones among them. More than usual only where the first ones
 * are all full: then up to the first free one.
 */
export function offeredDays(row: RowDays, now: Date, taken: readonly TakenDay[]): OfferedDay[] {
  const found: OfferedDay[] = []
  const days = new Set<string>()
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    if (days.size >= mostDays && found.some(({ isFree }) => isFree)) break
    const day = dayAfter(now, ahead)
    for (const slot of row.slots.length > 0 ? row.slots : [null]) {
      const choice = { day, slot }
      if (!isServed(row, choice, now)) continue
      days.add(day)
      found.push({ ...choice, isFree: row.capacity === 0 || ordersOn(choice, taken) < row.capacity })
    }
  }
  return found.some(({ isFree }) => isFree) ? found : []
}

function ordersOn({ day, slot }: DeliveryDay, taken: readonly TakenDay[]): number {
  return taken.find((each) => each.day === day && each.slot === slot)?.orders ?? 0
}

/** The last day that `offeredDays` looks at. */
export function lastOfferedDay(now: Date): string {
  return dayAfter(now, horizonDays)
}

/** Whether a delivery goes there then, and it is early enough to order one. */
function isServed(row: RowDays, { day, slot }: DeliveryDay, now: Date): boolean {
  const start = readDay(day)?.getTime()
  if (start === undefined || !isServedOn(row, day)) return false
  const lastCall = start - row.cutOffDays * 24 * oneHour + row.cutOffHour * oneHour
  // Nobody is promised a time that has begun.
  const begin = slot === null ? Number.POSITIVE_INFINITY : start + Number(slot.slice(0, 2)) * oneHour
  return now.getTime() < Math.min(lastCall, begin)
}

export function isServedOn({ weekdays }: Pick<RowDays, 'weekdays'>, day: string): boolean {
  const start = readDay(day)
  return start !== null && weekdays.includes(start.getUTCDay())
}

/** `09-12`: whole hours of one day, the first before the second. */
export function isSlot(text: string): boolean {
  const [, from, to] = /^(\d{2})-(\d{2})$/.exec(text) ?? []
  return from !== undefined && to !== undefined && from < to && to <= '24'
}

/** What an owner writes, such as `9-12, 14–18`; null where it cannot be read. */
export function readSlots(text: string): string[] | null {
  const slots = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, from = '', to = ''] = /^(\d{1,2})(?::00)?\s*[-–]\s*(\d{1,2})(?::00)?$/.exec(part) ?? []
      return `${from.padStart(2, '0')}-${to.padStart(2, '0')}`
    })
  return slots.every(isSlot) ? slots.toSorted() : null
}

/** One that begins before the one before it has ended would be two promises for one time. */
function hasOverlap(slots: readonly string[]): boolean {
  const sorted = slots.toSorted()
  return sorted.some((slot, n) => n > 0 && slot.slice(0, 2) < (sorted[n - 1]?.slice(3) ?? ''))
}

export const staffDayMistake = `Please choose a day within the next ${staffHorizonDays} days`

/** The staff may promise any day, also one that is full or on which nobody drives there. */
export function mayStaffChoose(day: string, now: Date): boolean {
  return readDay(day) !== null && day >= dayAfter(now, 0) && day <= dayAfter(now, staffHorizonDays)
}

/** `Tue and Fri` */
export function weekdaysInWords(weekdays: readonly number[]): string {
  return fromMonday(weekdays)
    .map((weekday) => weekdayNames[weekday])
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
}

export function fromMonday(weekdays: readonly number[]): number[] {
  return weekdays.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
}

/** What holds for a row, for the list of changes. */
export function rowDaysInWords({ weekdays, slots, cutOffDays, cutOffHour, capacity }: RowDays): string {
  return [
    weekdaysInWords(weekdays),
    ...(slots.length > 0 ? [slots.map(formatSlot).join(' and ')] : []),
    `order until ${cutOffText(cutOffDays, cutOffHour)}`,
    ...(capacity === 0 ? [] : [`at most ${capacity} ${slots.length > 0 ? 'at one time' : 'a day'}`]),
  ].join(', ')
}

/** `16:00 the day before` */
function cutOffText(days: number, hour: number): string {
  return `${String(hour).padStart(2, '0')}:00 ${cutOffDayText(days)}`
}

export function cutOffDayText(days: number): string {
  if (days === 0) return 'on the same day'
  return days === 1 ? 'the day before' : `${days} days before`
}

export type RowDaysForm = {
  weekdays: number[]
  slots: string[]
  cut_off_days: number
  cut_off_hour: number
  capacity: number
}

/** By field of the row; null where nothing is wrong. */
export function rowDaysMistakes(days: RowDaysForm): Record<keyof RowDaysForm, string | null> {
  const isWhole = (number: number, most: number) => Number.isInteger(number) && number >= 0 && number <= most
  const areWeekdays = days.weekdays.every((weekday) => isWhole(weekday, 6))
  const hasSlots = days.slots.every(isSlot) && days.slots.length <= mostSlots
  return {
    weekdays: days.weekdays.length > 0 && areWeekdays ? null : 'Please choose at least one day of the week',
    slots: hasSlots
      ? hasOverlap(days.slots)
        ? 'Please write times that do not overlap'
        : null
      : `Please write up to ${mostSlots} times in whole hours, such as 9-12, 14-18`,
    cut_off_days: isWhole(days.cut_off_days, mostCutOffDays) ? null : 'Please choose the day',
    cut_off_hour: isWhole(days.cut_off_hour, 24) ? null : 'Please choose the hour',
    capacity: isWhole(days.capacity, highestCapacity)
      ? null
      : `Please enter a whole number from 0 to ${highestCapacity}`,
  }
}

export function toRowDays({ weekdays, slots, cut_off_days, cut_off_hour, capacity }: RowDaysForm): RowDays {
  return {
    weekdays: fromMonday([...new Set(weekdays)]),
    slots: slots.toSorted(),
    cutOffDays: cut_off_days,
    cutOffHour: cut_off_hour,
    capacity,
  }
}

export function toRowDaysForm({ weekdays, slots, cutOffDays, cutOffHour, capacity }: RowDays): RowDaysForm {
  return {
    weekdays: [...weekdays],
    slots: [...slots],
    cut_off_days: cutOffDays,
    cut_off_hour: cutOffHour,
    capacity,
  }
}
