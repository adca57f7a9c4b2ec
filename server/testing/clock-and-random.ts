import { createHash } from 'node:crypto'
import type { Clock, Random } from '../platform/context.ts'

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 }

export type TestClock = Clock & {
  forward(time: Partial<Record<keyof typeof units, number>>): void
  /** Back to where it began, for the next test. */
  restart(): void
}

/** A clock that stands still until a test moves it on. */
export function openTestClock(start: Date | string = '2026-03-05T09:00:00Z'): TestClock {
  let now = new Date(start).getTime()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    forward({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const time = days * units.days + hours * units.hours + minutes * units.minutes + seconds * units.seconds
      now += Math.round(time)
    },
    restart() {
      now = new Date(start).getTime()
    },
  })
}

/** Randomness that is the same in every run with the same seed. */
export function seededRandom(seed: string | number): Random {
  let rolled = 0
  const block = () => createHash('sha256').update(`${seed}:${rolled++}`).digest()
  const bytes = (count: number) => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, block)
    return Buffer.concat(blocks).subarray(0, count)
  }
  return {
    uuid() {
      const hex = bytes(16).toString('hex')
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    secret: (count) => bytes(count).toString('base64url'),
    below: (bound) => bytes(6).readUIntBE(0, 6) % bound,
  }
}

/** Everything random in the tests falls by this number: the same in every run, another one with TEST_SEED. */
export const testSeed = readTestSeed(process.env.TEST_SEED)

function readTestSeed(given = '2957'): number {
  const seed = Number(given)
  if (Number.isInteger(seed) && Math.abs(seed) < 2 ** 31) return seed
  throw new Error(`TEST_SEED is a whole number below 2147483648, not ${given}.`)
}
