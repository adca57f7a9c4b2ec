import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { forgetToken, readToken, signedOutEvent, storeToken } from '../data/api.ts'
import {
  forgetSession,
  forgetUser,
  leaveDevice,
  loginPath,
  nextSession,
  readUser,
  rememberedPlace,
  rememberUser,
  restoreSession,
  type SessionEvent,
  signIn,
  startingSession,
  tellSignOuts,
  userFromResponse,
  withReturn,
} from './sign-in.ts'
import { signUp } from './sign-up.ts'

const ama = { id: '1', name: 'Ama', email: 'ama@example.com', is_admin: false, is_driver: true }
const stored = new Map<string, string>()
const closers: (() => void)[] = []

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  forgetToken()
  forgetUser()
  vi.unstubAllGlobals()
  for (const close of closers.splice(0)) close()
})

const remembered = userFromResponse(
  { id: '1', name: 'Ama', email: 'ama@example.com' },
  new Date('2026-03-05T10:00:00Z'),
)

type Answers = Record<string, { status?: number; body?: unknown }>

/** A small shop that answers what it is told to, and a page that asks it. */
async function openPage(answers: Answers) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    asked.push(call)
    const { status = 200, body = {} } = answers[call] ?? { status: 404 }
    if (status === 0) return request.socket.destroy()
    response.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(shop + path, init))

  const page = { state: startingSession, asked, dispatch }
  function dispatch(event: SessionEvent) {
    page.state = nextSession(page.state, event)
  }
  window.addEventListener(signedOutEvent, () => forgetSession(dispatch))
  return page
}

const roles = (admin: boolean, driver: boolean): Answers => ({
  'GET /api/auth/check-admin': { body: { is_admin: admin } },
  'GET /api/auth/is-driver': { body: { is_driver: driver } },
})

const isUntold = () => (localStorage.getItem('adom_sign_outs') ?? '[]') !== '[]'

test('without a stored token nothing is asked and nobody is signed in', async () => {
  const page = await openPage({})
  await restoreSession(page.dispatch)
  expect(page.asked).toEqual([])
  expect(page.state).toEqual({ ...startingSession, loading: false })
})

test('a page starts with both role checks, and then knows who is there', async () => {
  const page = await openPage(roles(true, false))
  rememberUser(userFromResponse(ama, new Date()))
  storeToken('token-1')
  await restoreSession(page.dispatch)
  expect(page.asked.sort()).toEqual(['GET /api/auth/check-admin', 'GET /api/auth/is-driver'])
  expect(page.state).toMatchObject({
    loading: false,
    isAdmin: true,
    isDriver: false,
    user: { email: ama.email },
  })
})

test('a page that knows only the token learns from the shop whose it is', async () => {
  const page = await openPage({
    ...roles(false, true),
    'GET /api/auth/check-admin': { body: { is_admin: false, user: ama } },
  })
  storeToken('token-1')
  await restoreSession(page.dispatch)
  expect(page.state).toMatchObject({ isDriver: true, user: { name: 'Ama', email: ama.email } })
})

test('a refused token ends the sign-in', async () => {
  const refused = { status: 401, body: { error: 'Please sign in to continue.', code: 'not_signed_in' } }
  const page = await openPage({ 'GET /api/auth/check-admin': refused, 'GET /api/auth/is-driver': refused })
  rememberUser(userFromResponse(ama, new Date()))
  storeToken('old')
  await restoreSession(page.dispatch)
  expect([readToken(), readUser(), page.state.user, page.state.loading]).toEqual([null, null, null, false])
})

test('a shop out of reach leaves the person signed in, without roles', async () => {
  const page = await openPage({
    'GET /api/auth/check-admin': { status: 0 },
    'GET /api/auth/is-driver': { status: 503 },
  })
  rememberUser(userFromResponse(ama, new Date()))
  storeToken('token-1')
  await restoreSession(page.dispatch)
  expect(page.state).toMatchObject({
    isDriver: false,
    isUnsure: true,
    loading: false,
    user: { is_driver: true },
  })
  expect(readToken()).toBe('token-1')
})

test('signing in keeps the token, takes the roles of the answer and asks for both again', async () => {
  const page = await openPage({
    ...roles(false, true),
    'POST /api/auth/signin': { body: { user: ama, token: 'token-2' } },
  })
  expect(await signIn(page.dispatch, ama.email, 'secret1')).toEqual({ error: null })
  expect(page.state).toMatchObject({ loading: false, isDriver: true, user: { id: '1', provider: 'local' } })
  expect([readToken(), readUser()?.email]).toEqual(['token-2', ama.email])
  await expect.poll(() => page.asked).toHaveLength(3)
  expect(page.asked[0]).toBe('POST /api/auth/signin')
})

test.each([
  ['the words of the shop', { error: 'Too many tries', code: 'too_many_requests' }, 'Too many tries'],
  ['its own words when the shop has none', {}, 'Invalid credentials'],
])('a failed sign-in clears everything and returns %s', async (_name, body, message) => {
  const page = await openPage({ 'POST /api/auth/signin': { status: 401, body } })
  storeToken('old')
  const { error } = await signIn(page.dispatch, ama.email, 'wrong')
  expect(error?.message).toBe(message)
  expect([readToken(), readUser(), page.state]).toEqual([null, null, { ...startingSession, loading: false }])
})

test('a sign-in that does not reach the shop returns the error itself', async () => {
  const page = await openPage({ 'POST /api/auth/signin': { status: 0 } })
  const { error } = await signIn(page.dispatch, ama.email, 'secret1')
  expect(error).toMatchObject({ code: 'offline', cause: expect.any(TypeError) })
  expect(page.state).toEqual({ ...startingSession, loading: false })
})

test('while somebody signs in, the page says that it is loading', async () => {
  const page = await openPage({
    'POST /api/auth/signin': { body: { user: ama, token: 'token-2' } },
    ...roles(false, true),
  })
  page.dispatch({ type: 'signed_out' })
  expect(page.state.loading).toBe(false)
  const signingIn = signIn(page.dispatch, ama.email, 'secret1')
  expect(page.state.loading).toBe(true)
  await signingIn
  expect(page.state.loading).toBe(false)
})

test('signing up creates the account and signs nobody in', async () => {
  const page = await openPage({
    'POST /api/auth/signup': { status: 201, body: { user: { id: '1', email: ama.email } } },
  })
  expect(await signUp(ama.email, 'secret1')).toEqual({ error: null })
  expect([page.asked, readToken()]).toEqual([['POST /api/auth/signup'], null])
})

test('a sign-up that fails without words says so', async () => {
  await openPage({ 'POST /api/auth/signup': { status: 500, body: {} } })
  expect((await signUp(ama.email, 'secret1')).error?.message).toBe('Failed to create account')
})

test('an answer about somebody who has left meanwhile is not taken for the next person', async () => {
  const page = await openPage({ ...roles(true, true) })
  rememberUser(userFromResponse({ ...ama, id: '0' }, new Date()))
  storeToken('token-1')
  const looking = restoreSession(page.dispatch)
  forgetSession(page.dispatch)
  const next = userFromResponse({ ...ama, is_driver: false }, new Date())
  rememberUser(next)
  storeToken('token-2')
  page.dispatch({ type: 'signed_in', user: next })
  await looking
  expect(page.state).toMatchObject({ user: next, isAdmin: false, isDriver: false })
})

test.each([0, 500, 503])(
  'signing out forgets the person at once and tells the shop again later (%i)',
  async (status) => {
    const answers: Answers = { 'POST /api/auth/signout': { status } }
    const page = await openPage(answers)
    vi.stubGlobal('localStorage', openFakeStorage({ adom_beauty_checkout_details: '{"fullName":"Ama"}' }))
    rememberUser(remembered)
    storeToken('token-1')
    expect(leaveDevice()).toBe(true)
    expect(Object.keys(localStorage)).toEqual(['adom_sign_outs', 'shop_left'])
    await tellSignOuts()
    expect(isUntold()).toBe(true)
    answers['POST /api/auth/signout'] = { status: 200 }
    await tellSignOuts()
    await tellSignOuts()
    expect(page.asked).toHaveLength(2)
    expect(isUntold()).toBe(false)
  },
)

test('a token that the shop has forgotten needs no telling, and the next person stays signed in', async () => {
  const refused = { status: 401, body: { error: 'Please sign in to continue.', code: 'not_signed_in' } }
  await openPage({ 'POST /api/auth/signout': refused })
  storeToken('token-1')
  leaveDevice()
  storeToken('token-2')
  await tellSignOuts()
  expect([isUntold(), readToken()]).toEqual([false, 'token-2'])
})

test('a phone that cannot forget says that the sign-out failed', () => {
  storeToken('token-1')
  vi.stubGlobal('localStorage', {
    ...localStorage,
    removeItem: () => {
      throw new Error('The storage is locked')
    },
  })
  expect(leaveDevice()).toBe(false)
})

test('the page greets the person who signed in last, with the time of that sign-in', () => {
  rememberUser(remembered)
  expect(readUser()).toEqual(remembered)
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
  stored.set('adom_user', JSON.stringify({ ...remembered, is_admin: 'yes', provider: 'other' }))
  expect(readUser()).toEqual(remembered)
})

test('a browser without storage remembers the person until the tab closes', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberUser(remembered)
  expect(readUser()).toEqual(remembered)
  forgetUser()
  expect(readUser()).toBeNull()
})

const returnFrom = (path: string) => rememberedPlace(new URL(path, 'https://shop.example').searchParams)

test.each(['/account', '/admin/orders?status=Pending&order=7#top', '/blog/shea%20butter'])(
  'the login page remembers %s',
  (place) => {
    expect(returnFrom(loginPath(place))).toBe(place)
    expect(returnFrom(withReturn('/signup', place))).toBe(place)
  },
)

test.each(['/', '/login', '//evil.example', 'https://evil.example/account'])(
  'there is nothing to remember about %s',
  (place) => {
    expect(loginPath(place)).toBe('/login')
  },
)

test('a link from elsewhere cannot lead to another site after the login', () => {
  expect(returnFrom('/login?from=//evil.example')).toBe('/')
  expect(returnFrom('/login?from=https://evil.example')).toBe('/')
  expect(returnFrom('/login')).toBe('/')
})
