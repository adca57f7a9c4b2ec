import { expect, test } from 'vitest'
import { afterLeaving, afterRefusal, afterTyping, inFormOrder, noErrors } from './form-errors.tsx'

const missing = { name: 'Full name is required', email: 'Invalid email address' }

test('passing through an untouched field says nothing', () => {
  expect(afterLeaving(noErrors, 'email', missing).shown).toEqual({})
})

test('leaving a touched field says what is wrong with it, and only with it', () => {
  const typing = afterTyping(noErrors, 'email', missing)
  expect(typing.shown).toEqual({})
  expect(afterLeaving(typing, 'email', missing).shown).toEqual({ email: 'Invalid email address' })
})

test('an error goes away as soon as it is put right, and the others stay', () => {
  const refused = afterRefusal(noErrors, missing)
  const { name, ...rest } = missing
  expect(afterTyping(refused, 'name', rest).shown).toEqual(rest)
})

test('a different complaint about the same field waits until the field is left', () => {
  const refused = afterRefusal(noErrors, { email: 'Email is required' })
  const typing = afterTyping(refused, 'email', { email: 'Invalid email address' })
  expect(typing.shown).toEqual({})
  expect(afterLeaving(typing, 'email', { email: 'Invalid email address' }).shown).toEqual({
    email: 'Invalid email address',
  })
})

test('a field that puts another one right takes its error away too', () => {
  const refused = afterRefusal(noErrors, { confirm: 'The passwords do not match' })
  expect(afterTyping(refused, 'password', {}).shown).toEqual({})
})

test('leaving a field that was put right clears its error', () => {
  const refused = afterRefusal(noErrors, missing)
  expect(afterLeaving(refused, 'name', {}).shown).toEqual({ email: 'Invalid email address' })
})

test('each failed try counts and shows everything that is wrong', () => {
  const twice = afterRefusal(afterRefusal(noErrors, missing), { name: missing.name })
  expect(twice.attempts).toBe(2)
  expect(twice.shown).toEqual({ name: missing.name })
})

test('the summary follows the order of the form; what the form does not ask comes last', () => {
  const errors = { city: 'City is required', other: 'Something else', name: 'Full name is required' }
  expect(inFormOrder(errors, ['name', 'phone', 'city']).map(([name]) => name)).toEqual([
    'name',
    'city',
    'other',
  ])
})
