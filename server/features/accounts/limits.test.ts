import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, shop, context, clock, close } = await openTestShop()
afterAll(close)

const password = 'kente cloth'

async function account(email: string) {
  await shop.accounts.createAccount({ email, password })
  return {
    signIn: (tried: string, address: string) =>
      ask('POST', '/api/auth/signin', { body: { email, password: tried }, address }),
  }
}

async function failFiveTimes(tryOnce: () => Promise<{ status: number }>): Promise<void> {
  for (let n = 0; n < 5; n++) expect((await tryOnce()).status).toBe(401)
}

test('after five wrong passwords there is a wait, and each next wait is twice as long', async () => {
  const ama = await account('ama@example.com')
  for (const wait of [5, 10, 20]) {
    await failFiveTimes(() => ama.signIn('wrong', '10.0.0.1'))
    const refused = await ama.signIn('wrong', '10.0.0.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refused.headers['retry-after']).toBe(String(wait * 60))
    clock.forward({ minutes: wait })
  }
  expect((await ama.signIn(password, '10.0.0.1')).status).toBe(200)
})

test('whoever guesses from one place does not lock out the owner elsewhere', async () => {
  const kofi = await account('kofi@example.com')
  await failFiveTimes(() => kofi.signIn('wrong', '10.0.0.2'))
  expect((await kofi.signIn(password, '10.0.0.2')).status).toBe(429)
  expect((await kofi.signIn(password, '10.0.0.3')).status).toBe(200)
})

test('the right password starts the count over', async () => {
  const efua = await account('efua@example.com')
  for (let n = 0; n < 4; n++) await efua.signIn('wrong', '10.0.0.4')
  expect((await efua.signIn(password, '10.0.0.4')).status).toBe(200)
  await failFiveTimes(() => efua.signIn('wrong', '10.0.0.4'))
})

test('an e-mail without an account is limited just like one with', async () => {
  const signIn = () =>
    ask('POST', '/api/auth/signin', { body: { email: 'nobody@example.com', password }, address: '10.0.0.5' })
  await failFiveTimes(signIn)
  const refused = await signIn()
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('300')
})

test('one address tries at most 30 accounts a minute', async () => {
  const tries = Array.from({ length: 40 }, (_, n) =>
    ask('POST', '/api/auth/signin', {
      body: { email: `person${n}@example.com`, password },
      address: '10.0.0.6',
    }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
})

test('an account is guessed at most 100 times a day, from however many addresses', async () => {
  const yaa = await account('yaa@example.com')
  const guess = () =>
    context.limits.take('signInsToAccount', 'yaa@example.com', { limit: 100, windowSeconds: 86_400 })
  await Promise.all(Array.from({ length: 95 }, guess))
  const tries = Array.from({ length: 8 }, (_, n) => yaa.signIn('wrong', `10.0.1.${n}`))
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(3).fill(429)])
})

test('nobody can fill a stranger’s mailbox', async () => {
  const forgot = (address: string) =>
    ask('POST', '/api/auth/forgot-password', { body: { email: 'ama@example.com' }, address })
  for (let n = 0; n < 5; n++) expect((await forgot(`10.0.2.${n}`)).status).toBe(200)
  expect((await forgot('10.0.2.9')).status).toBe(429)
})

test('one address cannot try out link after link', async () => {
  const reset = () =>
    ask('POST', '/api/auth/reset-password', { body: { token: 'guess', password }, address: '10.0.3.1' })
  const statuses = (await Promise.all(Array.from({ length: 35 }, reset))).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)])
})
