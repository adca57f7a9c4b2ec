const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const oneDay = 24 * 60 * 60 * 1000

/** `Mar 5, 2024`. Ghana keeps GMT all year, so a day of the shop is a day in UTC wherever the server stands. */
export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `Mar 5, 2024, 14:03` */
export function formatDateAndTime(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  return `${formatDate(date)}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** The first moment of a day written `2024-03-05`; null when there is no such day. */
export function readDay(text: string): Date | null {
  const written = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.[0]
  if (!written) return null
  const start = new Date(`${written}T00:00:00Z`)
  const isReal = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(written)
  return isReal ? start : null
}

/** A filter that ends on a day takes everything before the start of the next one. */
export function startOfNextDay(day: Date): Date {
  return new Date((Math.floor(day.getTime() / oneDay) + 1) * oneDay)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
