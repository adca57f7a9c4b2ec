import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkLogin,
  checkNewPassword,
  checkPasswordChange,
  checkSignup,
  invalidEmail,
  isEmailAddress,
  normaliseEmail,
} from './account-fields.ts'

const good = { email: 'ama@example.com', password: 'secret', confirmPassword: 'secret' }

test('good entries have no mistakes', () => {
  expect(checkLogin(good)).toEqual({})
  expect(checkSignup(good)).toEqual({})
  expect(checkNewPassword(good)).toEqual({})
})

test('an empty login asks for both fields', () => {
  expect(checkLogin({ email: ' ', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('a login needs an address, and takes any password', () => {
  expect(checkLogin({ email: 'ama@', password: 'x' })).toEqual({ email: 'Invalid email address' })
})

test('an empty sign-up asks for all fields', () => {
  expect(checkSignup({ email: '', password: '', confirmPassword: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  })
})

test.each([
  ['12345', 'Password must be at least 6 characters long'],
  ['123456', undefined],
  ['      ', undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'Password must be at most 128 characters long'],
])('the new password "%s"', (password, text) => {
  expect(checkSignup({ ...good, password, confirmPassword: password }).password).toBe(text)
  expect(checkNewPassword({ password, confirmPassword: password }).password).toBe(text)
})

test('the second password must be the same, to the letter', () => {
  expect(checkSignup({ ...good, confirmPassword: 'Secret' })).toEqual({
    confirmPassword: 'The passwords do not match',
  })
  expect(checkNewPassword({ ...good, confirmPassword: '' })).toEqual({
    confirmPassword: 'Please confirm your password',
  })
})

test('blanks around an address are forgiven', () => {
  expect(checkLogin({ ...good, email: ' ama@example.com ' })).toEqual({})
})

test('a change of password asks for the current one too', () => {
  expect(checkPasswordChange({ current_password: '', password: '12345', confirmPassword: '' })).toEqual({
    current_password: 'Current password is required',
    password: 'Password must be at least 6 characters long',
    confirmPassword: 'Please confirm your password',
  })
  expect(checkPasswordChange({ ...good, current_password: 'x' })).toEqual({})
})

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
