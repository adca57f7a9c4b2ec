import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTrackingCode } from '#rules/tracking-code.ts'
import { openTestClock, seededRandom } from '../testing/clock-and-random.ts'
import { systemRandom } from './context.ts'

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test.each([
  ['the real source', systemRandom],
  ['the seeded source', seededRandom('x')],
])(
  '%s of randomness gives version 4 ids, secrets of the wanted length and numbers below the bound',
  (_, random) => {
    const throws = Array.from({ length: 200 }, () => random.below(6))
    expect(new Set(throws)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(random.below(1)).toBe(0)
    for (let n = 0; n < 20; n++) expect(random.uuid()).toMatch(uuidV4)
    expect(random.secret(32)).toMatch(/^[\w-]{43}$/)
    expect(random.secret(48)).toMatch(/^[\w-]{64}$/)
    expect(new Set(Array.from({ length: 100 }, () => random.secret(16))).size).toBe(100)
  },
)

test('tracking codes come from the secure source, not from the one that can be foretold', () => {
  const foretold = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const secure = vi.spyOn(crypto, 'randomInt')
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const codes = Array.from({ length: 1000 }, () => makeTrackingCode(systemRandom.below))
  expect(new Set(codes).size).toBe(1000)
  expect(foretold).not.toHaveBeenCalled()
  expect(secure).toHaveBeenCalledTimes(codes.join('').length)
})

test('seeded randomness is the same with the same seed, and another with another', () => {
  const roll = (seed: string) => {
    const random = seededRandom(seed)
    return [random.uuid(), random.secret(9), random.below(1_000_000)]
  }
  expect(roll('a')).toEqual(roll('a'))
  expect(roll('a')).not.toEqual(roll('b'))
})

test('a fixed clock stands still until it is moved', () => {
  const clock = openTestClock('2026-02-03T04:05:06Z')
  expect(clock()).toEqual(new Date('2026-02-03T04:05:06Z'))
  clock.forward({ seconds: 1.5 })
  expect(clock()).toEqual(new Date('2026-02-03T04:05:07.500Z'))
})
