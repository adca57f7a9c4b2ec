import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hasAllRoles, hasAnyRole, hasRole, roles, rolesOf, useAuth } from './auth.tsx'

test('whoever asks for the signed-in person outside the provider gets an error that says so', () => {
  const Lost = () => useAuth().user?.name
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
})

const ama = { isAdmin: false, isDriver: false }
const kwame = { isAdmin: false, isDriver: true }
const efua = { isAdmin: true, isDriver: false }
const owner = { isAdmin: true, isDriver: true }

test('everybody who is signed in is a customer; drivers and admins are more', () => {
  expect([ama, kwame, efua, owner].map(rolesOf)).toEqual([
    ['customer'],
    ['customer', 'driver'],
    ['customer', 'admin'],
    ['customer', 'driver', 'admin'],
  ])
})

test('nobody who is signed out has any role', () => {
  fc.assert(
    fc.property(fc.constantFrom(null, undefined), fc.subarray([...roles]), (nobody, wanted) => {
      expect(hasAnyRole(nobody, wanted)).toBe(false)
      expect(hasAllRoles(nobody, wanted)).toBe(false)
    }),
  )
})

test('any and all of a list', () => {
  expect(hasAnyRole(kwame, ['admin', 'driver'])).toBe(true)
  expect(hasAnyRole(ama, ['admin', 'driver'])).toBe(false)
  expect(hasAllRoles(kwame, ['admin', 'driver'])).toBe(false)
  expect(hasAllRoles(owner, ['admin', 'driver', 'customer'])).toBe(true)
})

test('an admin is no driver, and a driver no admin, unless made both', () => {
  expect([hasRole(efua, 'driver'), hasRole(kwame, 'admin')]).toEqual([false, false])
})

test('an empty list asks for nothing: all of it is held, any of it is not', () => {
  expect(hasAnyRole(owner, [])).toBe(false)
  expect(hasAllRoles(ama, [])).toBe(true)
})
