const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

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

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `3 hours ago`. A moment that is still to come reads `in 3 hours`: clocks of phones and servers differ. */
export function relativeTime(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime()
  if (Number.isNaN(passed)) return ''
  const span = Math.abs(passed)
  if (span < minute) return 'just now'
  return passed > 0 ? `${inWords(span)} ago` : `in ${inWords(span)}`
}

function inWords(span: number): string {
  if (span < hour) return count(span / minute, 'minute')
  if (span < day) return count(span / hour, 'hour')
  const days = span / day
  if (days < 30) return count(days, 'day')
  if (days < 365) return count(Math.min(days / 30, 11), 'month')
  return count(days / 365, 'year')
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
