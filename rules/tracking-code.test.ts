import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codesThatLookLike,
  isSameCode,
  isTrackingCode,
  makeTrackingCode,
  normaliseTrackingCode,
  trackingCodeMissing,
} from './tracking-code.ts'

test('a code is made of six letters or digits, whatever the random numbers are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(31), { minLength: 6, maxLength: 6 }), (numbers) => {
      const rolls = numbers.values()
      const code = makeTrackingCode(() => rolls.next().value ?? 0)
      expect(isTrackingCode(code)).toBe(true)
    }),
  )
})

test('there is one random number for each letter and digit that looks like no other', () => {
  const sides: number[] = []
  const seen = new Set<string>()
  for (let side = 0; side < 32; side++) {
    const code = makeTrackingCode((bound) => {
      sides.push(bound)
      return side
    })
    seen.add(code.charAt(0))
  }
  expect(new Set(sides)).toEqual(new Set([32]))
  expect([...seen].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
})

test.each(['', 'K7P2Q', 'K7P2QX1', 'k7p2qx', 'K7P2Q!', 'K7P2QX\n', 'K7P2QÉ', ' K7P2QX'])(
  '"%s" is no code',
  (text) => {
    expect(isTrackingCode(text)).toBe(false)
  },
)

test.each([
  'K7P2QX',
  'k7p2qx',
  ' k7p 2qx ',
  'k7p-2qx',
  '#K7P2QX\n',
  'K7P2QX.',
  'Tracking code: K7P2QX',
  'https://shop.example/track-order?code=K7P2QX',
  'https://shop.example/track-order?code=k7p+2qx',
  'https://shop.example/track-order?code=K7P2QX#receipt',
  'https://shop.example/track-order?code=K7P2QX/',
  'https://shop.example/track-order?utm_source=whatsapp&code=K7P2QX&review=mTz3-aB#top',
  'Your receipt: https://shop.example/track-order?code=K7P2QX#receipt\nAdom Beauty: 0244 000 000',
])('"%s" is read as K7P2QX', (text) => {
  expect(normaliseTrackingCode(text)).toBe('K7P2QX')
})

test('what was typed is read as what it looks like', () => {
  expect(codesThatLookLike('K7P2QX')).toEqual(['K7P2QX'])
  expect(codesThatLookLike('0A')).toEqual(['0A', 'OA'])
  for (const typed of ['l7p2q0', 'I7P2QO', '17p-2q0']) expect(isSameCode(typed, 'L7P2QO')).toBe(true)
  for (const typed of ['J7P2QO', 'L7P2QOO', 'l'.repeat(500), ''])
    expect(isSameCode(typed, 'L7P2QO')).toBe(false)
})

test('a missing code is asked for', () => {
  expect(trackingCodeMissing).toBe('Tracking code is required')
})
