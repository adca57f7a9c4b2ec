import type { Clock } from '../platform/context.ts'

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 }

export type TestClock = Clock & { forward(time: Partial<Record<keyof typeof units, number>>): void }

/** A clock that stands still until a test moves it on. */
export function openTestClock(start: Date | string = '2026-03-05T09:00:00Z'): TestClock {
  let now = new Date(start).getTime()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    forward({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const time = days * units.days + hours * units.hours + minutes * units.minutes + seconds * units.seconds
      now += Math.round(time)
    },
  })
}
