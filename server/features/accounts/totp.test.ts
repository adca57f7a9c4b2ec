import { expect, test } from 'vitest'
import { matchingStep, toBase32, totpCode, totpStep, totpUri } from './second-factor.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))

test('the codes are those of RFC 6238', () => {
  const codeAt = (seconds: number) => totpCode(secret, totpStep(new Date(seconds * 1000)))
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(codeAt(59)).toBe('287082')
  expect(codeAt(1_111_111_109)).toBe('081804')
  expect(codeAt(1_111_111_111)).toBe('050471')
  expect(codeAt(1_234_567_890)).toBe('005924')
  expect(codeAt(2_000_000_000)).toBe('279037')
  expect(codeAt(20_000_000_000)).toBe('353130')
})

test('a code is good for its half minute, the one before and the one after, and no longer', () => {
  const now = new Date('2026-03-05T10:00:10Z')
  const step = totpStep(now)
  const isGood = (other: number) => matchingStep(secret, totpCode(secret, other), now) === other
  expect([-2, -1, 0, 1, 2].map((off) => isGood(step + off))).toEqual([false, true, true, true, false])
  expect(matchingStep(secret, '', now)).toBeNull()
  expect(matchingStep(secret, '12345', now)).toBeNull()
})

test('an app reads the shop and the account from the address', () => {
  expect(totpUri('ABC', { issuer: 'Adom & Co', account: 'ama@example.com' })).toBe(
    'otpauth://totp/Adom%20%26%20Co:ama%40example.com?secret=ABC&issuer=Adom%20%26%20Co',
  )
})
