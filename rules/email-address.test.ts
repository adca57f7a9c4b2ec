import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidEmail, isEmailAddress, normaliseEmail } from './account-fields.ts'

test.each([
  'ama@example.com',
  'ama.serwaa+shop@mail.example.com.gh',
  "o'neil@example.org",
  'ɔkɔ@example.com',
  'a@bücher.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
})

test.each([
  '',
  'ama',
  'ama@',
  '@example.com',
  'ama@example',
  'ama@example.',
  'ama@.com',
  'ama@example..com',
  'ama@example.c',
  'ama@@example.com',
  'ama serwaa@example.com',
  'ama@exam ple.com',
  ' ama@example.com',
  'ama@example.com\n',
  'ama@example.com\r\nBcc: all@example.com',
  'ama,kofi@example.com',
  'Ama <ama@example.com>',
  '"ama"@example.com',
  'ama\0@example.com',
  'ama\u200b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
])('"%s" is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})

test('an address has at most 254 characters', () => {
  const longest = `a@${'b.'.repeat(124)}com`
  expect(longest.length).toBe(253)
  expect(isEmailAddress(longest)).toBe(true)
  expect(isEmailAddress(`a${longest}`)).toBe(true)
  expect(isEmailAddress(`aa${longest}`)).toBe(false)
})

test('a huge text is refused without being searched', () => {
  expect(isEmailAddress(`${'a@'.repeat(1_000_000)}`)).toBe(false)
})

test('ordinary addresses are accepted, in one spelling', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      expect(isEmailAddress(normaliseEmail(` ${text.toUpperCase()} `))).toBe(true)
      expect(normaliseEmail(` ${text.toUpperCase()}\n`)).toBe(normaliseEmail(text))
    }),
  )
})

test('the words for a wrong address', () => {
  expect(invalidEmail).toBe('Invalid email address')
})
