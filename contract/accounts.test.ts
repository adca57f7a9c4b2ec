import { expect, test } from 'vitest'
import type { z } from 'zod'
import { resetPasswordBody, signInBody, signUpBody } from './accounts.ts'

function mistakesIn(schema: z.ZodType, body: unknown): [string, string][] {
  return (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

test('signing up asks for what is missing in the words of the form', () => {
  const wanted = [
    ['email', 'Email is required'],
    ['password', 'Password is required'],
  ]
  expect(mistakesIn(signUpBody, {})).toEqual(wanted)
  expect(mistakesIn(signUpBody, { email: ' ', password: '' })).toEqual(wanted)
  expect(mistakesIn(signUpBody, { email: 7, password: null })).toEqual(wanted)
})

test('a new password has 6 to 128 characters', () => {
  const email = 'ama@example.com'
  expect(mistakesIn(signUpBody, { email, password: '12345' })).toEqual([
    ['password', 'Password must be at least 6 characters long'],
  ])
  expect(mistakesIn(signUpBody, { email, password: '123456' })).toEqual([])
  expect(mistakesIn(signUpBody, { email, password: 'x'.repeat(128) })).toEqual([])
  expect(mistakesIn(resetPasswordBody, { token: 't', password: 'x'.repeat(129) })).toEqual([
    ['password', 'Password must be at most 128 characters long'],
  ])
})

test('an old password may be shorter than today’s rule', () => {
  expect(mistakesIn(signInBody, { email: 'ama@example.com', password: 'x' })).toEqual([])
})

test('an e-mail address has one spelling', () => {
  expect(signInBody.parse({ email: ' Ama@Example.COM ', password: ' x ' })).toEqual({
    email: 'ama@example.com',
    password: ' x ',
  })
  expect(mistakesIn(signInBody, { email: 'ama', password: 'x' })).toEqual([
    ['email', 'Invalid email address'],
  ])
})

test('nobody signs up as an admin', () => {
  const body = { email: 'ama@example.com', password: '123456', is_admin: true }
  expect(signUpBody.safeParse(body).success).toBe(false)
})
