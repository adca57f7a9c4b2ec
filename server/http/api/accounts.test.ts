import { count, eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { SignInResponse, SignUpResponse } from '#contract/accounts.ts'
import { users } from '#server/features/accounts/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, mails, signedInAs, context, close } = await openTestShop()
afterAll(close)

function signUp(email: string, password = 'kente cloth', address?: string) {
  return ask<SignUpResponse>('POST', '/api/auth/signup', { body: { email, password }, address })
}

function signIn(email: string, password = 'kente cloth') {
  return ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } })
}

async function subjectsFor(email: string): Promise<string[]> {
  return (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

const id = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

test('signing up creates the account, signs nobody in and asks to confirm the e-mail', async () => {
  const { status, body } = await signUp('ama@example.com')
  expect(status).toBe(201)
  expect(body).toEqual({ user: { id, email: 'ama@example.com' } })
  expect(await subjectsFor('ama@example.com')).toEqual(['Please confirm your email address'])
})

test('signing up with a known e-mail looks the same, changes nothing and tells only its owner', async () => {
  const first = await signUp('efua@example.com', 'her own password')
  const second = await signUp(' Efua@Example.com ', 'a stranger’s password')
  expect(second.status).toBe(201)
  expect(second.body).toEqual({ user: { id, email: 'efua@example.com' } })
  expect(second.body.user.id).not.toBe(first.body.user.id)
  const subjects = ['Please confirm your email address', 'You already have an account']
  expect((await subjectsFor('efua@example.com')).sort()).toEqual(subjects)
  expect((await signIn('efua@example.com', 'her own password')).status).toBe(200)
  expect((await signIn('efua@example.com', 'a stranger’s password')).status).toBe(401)
})

test('where mails reach people, signing up and in with an e-mail does not tell whether it had an account', async () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }
  const shop = await openTestShop({ settings })
  onTestFinished(shop.close)
  const post = (path: string, body: object) => shop.ask('POST', `/api/auth/${path}`, { body })
  await shop.shop.accounts.createAccount({ email: 'known@example.com', password: 'her own password' })
  const answers = ['known@example.com', 'new@example.com'].map(async (email) => {
    const login = { email, password: 'kente cloth' }
    return [(await post('signup', login)).status, await post('signin', login)]
  })
  const [known, fresh] = await Promise.all(answers)
  expect(known).toMatchObject([201, { status: 401, body: { code: 'invalid_credentials' } }])
  expect(fresh).toMatchObject([201, { status: 401, body: { code: 'invalid_credentials' } }])

  const link = (await shop.mails()).find(({ to }) => to === 'new@example.com')
  const token = /token=([\w-]+)/.exec(link?.text ?? '')?.[1]
  await post('confirm-email', { token, password: 'kente cloth' })
  expect((await post('signin', { email: 'new@example.com', password: 'kente cloth' })).status).toBe(200)
})

test('fifty sign-ups at once with one e-mail make one account', { tags: 'faults' }, async () => {
  const spellings = ['kofi@example.com', 'KOFI@example.com', ' kofi@Example.com', 'Kofi@EXAMPLE.COM ']
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => signUp(spellings[n % 4] ?? '', `password ${n}`, `10.0.0.${n}`)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  // Of whose account it is none of them learns anything.
  expect(statuses).toEqual(Array(50).fill(201))
  const [found] = await context.db
    .select({ accounts: count() })
    .from(users)
    .where(eq(users.email, 'kofi@example.com'))
  expect(found).toEqual({ accounts: 1 })
})

test('a sign-up form with mistakes says all of them', async () => {
  expect(await signUp('ama', '12345')).toMatchObject({
    status: 400,
    body: {
      error: 'Please check what you entered.',
      code: 'invalid_input',
      fields: { email: 'Invalid email address', password: 'Password must be at least 6 characters long' },
    },
  })
  expect((await ask('POST', '/api/auth/signup', { body: {} })).body).toMatchObject({
    fields: { email: 'Email is required', password: 'Password is required' },
  })
})

test('nobody signs up as an admin', async () => {
  const body = { email: 'sly@example.com', password: 'kente cloth', is_admin: true }
  expect((await ask('POST', '/api/auth/signup', { body })).status).toBe(400)
  expect((await signIn('sly@example.com')).status).toBe(401)
})

test('signing in gives the person and a token', async () => {
  await signUp('yaa@example.com')
  const { status, body } = await signIn(' YAA@example.com')
  expect(status).toBe(200)
  expect(body).toEqual({
    user: { id, name: 'yaa', email: 'yaa@example.com', is_driver: false, is_admin: false, role: null },
    token: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('letters of all languages are welcome in e-mail and password', async () => {
  await signUp('ɔkɔ@example.com', 'Ɛyɛ papa')
  expect((await signIn('ɔkɔ@example.com', 'Ɛyɛ papa')).body.user.name).toBe('ɔkɔ')
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  await signUp('adwoa@example.com')
  const wrongPassword = await signIn('adwoa@example.com', 'wrong')
  const unknownEmail = await signIn('nobody@example.com', 'wrong')
  expect(wrongPassword.status).toBe(401)
  expect(wrongPassword.body).toEqual({ error: 'Invalid credentials', code: 'invalid_credentials' })
  expect(unknownEmail).toMatchObject({ status: 401, body: wrongPassword.body })
})

test('a sign-in form with mistakes says which', async () => {
  expect((await ask('POST', '/api/auth/signin', { body: { email: '' } })).body).toMatchObject({
    fields: { email: 'Email is required', password: 'Password is required' },
  })
  expect((await signIn('not an address')).body).toMatchObject({ fields: { email: 'Invalid email address' } })
})

test('each role is told what it is', async () => {
  for (const [person, isAdmin, isDriver] of [
    ['customer', false, false],
    ['driver', false, true],
    ['admin', true, false],
  ] as const) {
    const { token } = await signedInAs(person)
    expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({
      is_admin: isAdmin,
      user: { is_admin: isAdmin },
    })
    expect((await ask('GET', '/api/auth/is-driver', { token })).body).toEqual({ is_driver: isDriver })
  }
})

test('a visitor is asked to sign in before roles are told', async () => {
  for (const url of ['/api/auth/check-admin', '/api/auth/is-driver']) {
    expect(await ask('GET', url)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  }
})

test('signing out ends this session and no other', async () => {
  const phone = await signedInAs('customer')
  const laptop = await signedInAs('customer')
  expect(await ask('POST', '/api/auth/signout', { token: phone.token })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await ask('GET', '/api/auth/is-driver', { token: phone.token })).status).toBe(401)
  expect((await ask('GET', '/api/auth/is-driver', { token: laptop.token })).status).toBe(200)
})

test('answers about people are never kept by a browser or a proxy', async () => {
  const { token } = await signedInAs('customer')
  expect((await ask('GET', '/api/auth/check-admin', { token })).headers['cache-control']).toBe('no-store')
})
