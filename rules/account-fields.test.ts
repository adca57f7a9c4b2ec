import { expect, test } from 'vitest'
import { checkLogin, checkNewPassword, checkPasswordChange, checkSignup } from './account-fields.ts'

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
