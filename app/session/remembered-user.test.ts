import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetUser, readUser, rememberUser } from './remembered-user.ts'
import { userFromResponse } from './session-state.ts'

const ama = userFromResponse(
  { id: '1', name: 'Ama', email: 'ama@example.com' },
  new Date('2026-03-05T10:00:00Z'),
)
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the page greets the person who signed in last, with the time of that sign-in', () => {
  rememberUser(ama)
  expect(readUser()).toEqual(ama)
  forgetUser()
  expect(readUser()).toBeNull()
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '"ama"',
  '{"id":1}',
  '{"id":"1","email":"a@b.co","name":"A","created_at":"soon"}',
])('damaged memory (%s) is nobody', (damaged) => {
  stored.set('adom_user', damaged)
  expect(readUser()).toBeNull()
})

test('roles that somebody wrote into the memory by hand are only taken when they are true or false', () => {
  stored.set('adom_user', JSON.stringify({ ...ama, is_admin: 'yes', provider: 'other' }))
  expect(readUser()).toEqual(ama)
})

test('a browser without storage remembers the person until the tab closes', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberUser(ama)
  expect(readUser()).toEqual(ama)
  forgetUser()
  expect(readUser()).toBeNull()
})
