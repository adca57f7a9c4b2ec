import { formatDate } from './dates.ts'

const oneDay = 24 * 60 * 60 * 1000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `Fri, Mar 5`, of a day written `2027-03-05`: near enough to need no year. */
export function formatDay(written: string): string {
  const day = readDay(written)
  return day === null ? '' : `${weekdays[day.getUTCDay()]}, ${formatDate(day).replace(/, .*/, '')}`
}

/** `09:00–12:00`, of a time written `09-12`. */
export function formatSlot(slot: string): string {
  return `${slot.replace('-', ':00–')}:00`
}

/** `Fri, Mar 5, 09:00–12:00`: when an order is brought. */
export function formatDeliveryDay(day: string, slot: string | null | undefined): string {
  return formatDay(day) + (slot ? `, ${formatSlot(slot)}` : '')
}

export const noDayFree =
  'No delivery day is free there in the next four weeks. Please choose another way of delivery, or write to us.'

/** The first moment of a day written `2024-03-05`; null when there is no such day. */
export function readDay(text: string): Date | null {
  const written = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.[0]
  if (!written) return null
  const start = new Date(`${written}T00:00:00Z`)
  const isReal = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(written)
  return isReal ? start : null
}

/** The day of a moment, written `2024-03-05`. Ghana keeps GMT all year. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** A filter that ends on a day takes everything before the start of the next one. */
export function startOfNextDay(day: Date): Date {
  return new Date((Math.floor(day.getTime() / oneDay) + 1) * oneDay)
}
