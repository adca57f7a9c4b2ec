import type { Clock } from '../platform/tools.ts'

/** A clock that stands still until the test moves it. */
export type FixedClock = Clock & { advance(milliseconds: number): void }

export function fixedClock(start: Date | string = '2026-01-05T08:00:00Z'): FixedClock {
  let now = new Date(start).getTime()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance(milliseconds: number) {
      now += milliseconds
    },
  })
}
