import { formatDay } from './days.ts'

/** Why a rider came back with the parcel. The order stays Shipped: the office decides what follows. */
export const attemptOutcomes = ['not_at_home', 'refused', 'wrong_address', 'postponed'] as const

export type AttemptOutcome = (typeof attemptOutcomes)[number]

export const attemptLabels = {
  not_at_home: 'Not at home',
  refused: 'Refused',
  wrong_address: 'Wrong address',
  postponed: 'Postponed',
} satisfies Record<AttemptOutcome, string>

export const longestAttemptNote = 300
export const mostAttempts = 20

/** So far ahead a day can be chosen. */
const choosableDays = 14

const oneDay = 24 * 60 * 60 * 1000

/** `2026-03-05`, so many days after this moment. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * oneDay).toISOString().slice(0, 10)
}

type FirstDay = {
  /** A rider may come back on the same day; a customer chooses from tomorrow on. */
  fromToday?: boolean
}

export function daysToChoose(now: Date, { fromToday = false }: FirstDay = {}) {
  const days = Array.from({ length: choosableDays }, (_, n) => dayAfter(now, n + 1))
  return (fromToday ? [dayAfter(now, 0), ...days] : days).map((value, n) => ({
    value,
    label: fromToday && n === 0 ? `Today, ${formatDay(value)}` : formatDay(value),
  }))
}

export const dayMistake = `Please choose a day within the next ${choosableDays} days`

/** Days are written so that they sort. */
export function mayChooseDay(day: string, now: Date, { fromToday = false }: FirstDay = {}): boolean {
  return day >= dayAfter(now, fromToday ? 0 : 1) && day <= dayAfter(now, choosableDays)
}

export type AttemptReport = { outcome: AttemptOutcome; note: string; day: string | null }

type TypedReport = { outcome: AttemptOutcome | null; day: string }

export type AttemptMistakes = { outcome?: string; day?: string }

/** Before it is kept on the phone: what is wrong then must be said at the door. */
export function attemptMistakes({ outcome, day }: TypedReport, now: Date): AttemptMistakes {
  if (outcome === null) return { outcome: 'Please choose what happened' }
  const isWrong = outcome === 'postponed' && !mayChooseDay(day, now, { fromToday: true })
  return isWrong ? { day: dayMistake } : {}
}

type SentAttempt = { happenedAt: Date; phoneId: string | null; phoneSequence: number | null }

type KnownAttempt = SentAttempt & { decidedAt: Date | null }

/**
 * Whether the office has to decide about an attempt that arrives now. One that comes late is counted like any other, but the
 * newest stands: what the same phone sent after it, or what was decided after it happened, is not opened again.
 */
export function opensDecision(attempt: SentAttempt, known: readonly KnownAttempt[]): boolean {
  return !known.some(
    ({ decidedAt, ...each }) =>
      isAfter(each, attempt) || (decidedAt !== null && decidedAt > attempt.happenedAt),
  )
}

/** Of one phone its numbers decide, whatever any clock says. */
function isAfter(one: SentAttempt, other: SentAttempt): boolean {
  const isSamePhone = one.phoneId !== null && one.phoneId === other.phoneId
  if (isSamePhone && one.phoneSequence !== null && other.phoneSequence !== null)
    return one.phoneSequence > other.phoneSequence
  return one.happenedAt > other.happenedAt
}

/** `2 attempts, the last: not at home` */
export function attemptsText(attempts: number, last: AttemptOutcome): string {
  const label = attemptLabels[last]
  return attempts === 1
    ? `1 attempt: ${label.toLowerCase()}`
    : `${attempts} attempts, the last: ${label.toLowerCase()}`
}
