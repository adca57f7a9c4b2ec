import { expect, test } from 'vitest'
import { nextSession, type SessionEvent, startingSession, userFromResponse } from './sign-in.ts'

const signedInAt = new Date('2026-03-05T10:00:00Z')
const ama = userFromResponse({ id: '1', name: 'Ama', email: 'ama@example.com' }, signedInAt)
const driver = userFromResponse({ id: '2', email: 'kwame@example.com', is_driver: true }, signedInAt)

function after(...events: SessionEvent[]) {
  return events.reduce(nextSession, startingSession)
}

test('a page starts by looking, with nobody known', () => {
  expect(startingSession).toEqual({
    user: null,
    session: null,
    loading: true,
    isAdmin: false,
    role: null,
    isDriver: false,
    isUnsure: false,
  })
})

test('the signed-in user has the marks of the specification', () => {
  expect(ama).toEqual({
    id: '1',
    name: 'Ama',
    email: 'ama@example.com',
    is_driver: false,
    is_admin: false,
    role: null,
    provider: 'local',
    audience: 'authenticated',
    created_at: '2026-03-05T10:00:00.000Z',
  })
})

test.each([undefined, null, '', '  '])(
  'without a name (%j) the user is called by the start of the e-mail',
  (name) => {
    expect(userFromResponse({ id: '1', name, email: 'ama.serwaa@example.com' }, signedInAt).name).toBe(
      'ama.serwaa',
    )
  },
)

test('signing in sets the roles of the answer and ends the waiting', () => {
  const state = after({ type: 'loading' }, { type: 'signed_in', user: driver })
  expect(state).toMatchObject({ user: driver, loading: false, isAdmin: false, isDriver: true })
})

test('the checks have the last word on the roles, also in the user', () => {
  const state = after(
    { type: 'signed_in', user: driver },
    { type: 'roles_checked', admin: true, driver: false },
  )
  expect(state).toMatchObject({ isAdmin: true, isDriver: false, isUnsure: false, loading: false })
  expect(state.user).toMatchObject({ is_admin: true, is_driver: false })
})

test('a helper has the role of the answer; an admin is one by the check alone', () => {
  const helper = userFromResponse({ id: '3', email: 'esi@example.com', role: 'helper' }, signedInAt)
  const checked = { type: 'roles_checked', driver: false } as const
  const known = { type: 'recognised', user: helper } as const
  expect(after({ ...checked, admin: false, user: helper })).toMatchObject({ role: 'helper', isAdmin: false })
  expect(after(known, { ...checked, admin: true })).toMatchObject({ role: 'admin', user: { role: 'admin' } })
  const demoted = after(known, { ...checked, admin: true }, { ...checked, admin: false })
  expect(demoted).toMatchObject({ role: null, user: { role: null } })
})

test('a shop out of reach means no role now, while the user keeps the last known one', () => {
  const state = after(
    { type: 'recognised', user: driver },
    { type: 'roles_checked', admin: null, driver: null },
  )
  expect(state).toMatchObject({ isAdmin: false, isDriver: false, isUnsure: true, loading: false })
  expect(state.user?.is_driver).toBe(true)
  const helper = { ...driver, role: 'helper' as const }
  const away = after(
    { type: 'recognised', user: helper },
    { type: 'roles_checked', admin: null, driver: null },
  )
  expect([away.role, away.user?.role]).toEqual([null, 'helper'])
})

test('a user recognised on this device has no role until the checks have spoken', () => {
  expect(after({ type: 'recognised', user: driver })).toMatchObject({ loading: true, isDriver: false })
})

test('a second check of the same person keeps their page as it is', () => {
  const before = after({ type: 'signed_in', user: driver })
  expect(nextSession(before, { type: 'recognised', user: { ...driver } })).toBe(before)
  expect(nextSession(before, { type: 'recognised', user: ama })).toMatchObject({ user: ama, loading: true })
})

test('the shop may tell with the roles who is signed in', () => {
  const state = after(
    { type: 'recognised', user: null },
    { type: 'roles_checked', admin: true, driver: false, user: ama },
  )
  expect(state).toMatchObject({ user: { ...ama, is_admin: true, role: 'admin' }, isAdmin: true })
})

test('signing out leaves nothing behind', () => {
  const state = after({ type: 'signed_in', user: driver }, { type: 'signed_out' })
  expect(state).toEqual({ ...startingSession, loading: false })
})
