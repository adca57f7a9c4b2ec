import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, shop, context, clock, mails, close } = await openTestShop()
afterAll(close)

const password = 'kente cloth'

async function account(email: string) {
  await shop.accounts.createAccount({ email, password })
  return {
    signIn: (tried: string, address: string, device?: string) =>
      ask('POST', '/api/auth/signin', { body: { email, password: tried, device }, address }),
    /** As many wrong passwords from all over the world as it takes. */
    beGuessed: () =>
      Promise.all(
        Array.from({ length: 101 }, () =>
          context.limits.take('signInsToAccount', email, { limit: 100, windowSeconds: 86_400 }),
        ),
      ),
  }
}

const subjectsFor = async (email: string) =>
  (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject)

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

test('the right password opens from a new place while strangers guess, and its owner is told by mail', async () => {
  const yaa = await account('yaa@example.com')
  await yaa.beGuessed()
  expect((await yaa.signIn(password, '10.0.1.1')).status).toBe(200)
  expect(await subjectsFor('yaa@example.com')).toEqual(['New sign-in to your account'])
  await yaa.signIn(password, '10.0.1.1')
  expect(await subjectsFor('yaa@example.com')).toHaveLength(1)
})

test('while strangers guess, each new place has one try and then waits, twice as long each time', async () => {
  const afia = await account('afia@example.com')
  await afia.beGuessed()
  for (const wait of [1, 2]) {
    expect((await afia.signIn('wrong', '10.0.1.2')).status).toBe(401)
    const refused = await afia.signIn(password, '10.0.1.2')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(wait * 60)])
    clock.forward({ minutes: wait })
  }
})

test('a device or an address that the account knows is not slowed by guesses from elsewhere', async () => {
  const esi = await account('esi@example.com')
  const phone = 'a-phone-of-her-own'
  expect((await esi.signIn(password, '10.0.1.3', phone)).status).toBe(200)
  await esi.beGuessed()
  for (const [address, device] of [
    ['10.0.1.3', undefined],
    ['10.0.1.4', phone],
  ] as const) {
    for (let n = 0; n < 2; n++) expect((await esi.signIn('wrong', address, device)).status).toBe(401)
    expect((await esi.signIn(password, address, device)).status).toBe(200)
  }
  expect(await subjectsFor('esi@example.com')).toEqual([])
})

test('a stranger behind the same address cannot keep the owner’s phone out', async () => {
  const abena = await account('abena@example.com')
  const phone = 'the-phone-of-abena'
  await abena.signIn(password, '10.0.1.5', phone)
  await failFiveTimes(() => abena.signIn('wrong', '10.0.1.5'))
  expect((await abena.signIn(password, '10.0.1.5', 'some-other-phone')).status).toBe(429)
  expect((await abena.signIn(password, '10.0.1.5', phone)).status).toBe(200)
})

test('after a new password nobody waits any more, neither at home nor elsewhere', async () => {
  const akua = await account('akua@example.com')
  await failFiveTimes(() => akua.signIn('wrong', '10.0.1.6'))
  await akua.beGuessed()
  expect((await akua.signIn(password, '10.0.1.6')).status).toBe(429)
  await ask('POST', '/api/auth/forgot-password', { body: { email: 'akua@example.com' }, address: '10.0.1.6' })
  const token = /token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1]
  const reset = { body: { token, password: 'adinkra symbols' }, address: '10.0.1.7' }
  expect((await ask('POST', '/api/auth/reset-password', reset)).status).toBe(200)
  for (let n = 0; n < 2; n++) expect((await akua.signIn('wrong', '10.0.1.6')).status).toBe(401)
  expect((await akua.signIn('adinkra symbols', '10.0.1.6')).status).toBe(200)
})

test('all addresses of one home network count as one', async () => {
  const adjoa = await account('adjoa@example.com')
  let host = 0
  await failFiveTimes(() => adjoa.signIn('wrong', `2001:db8:0:7::${++host}`))
  expect((await adjoa.signIn(password, '2001:db8::7:1:2:3:4')).status).toBe(429)
  expect((await adjoa.signIn(password, '2001:db8:0:8::1')).status).toBe(200)
})

test('nobody can fill a stranger’s mailbox, nor keep its owner from a link that works', async () => {
  const forgot = (address: string) =>
    ask('POST', '/api/auth/forgot-password', { body: { email: 'ama@example.com' }, address })
  for (let n = 0; n < 9; n++) expect((await forgot(`10.0.2.${n}`)).status).toBe(200)
  const sent = (await mails()).filter(({ to }) => to === 'ama@example.com')
  expect(sent).toHaveLength(5)
  const token = /token=([\w-]+)/.exec(sent.at(-1)?.text ?? '')?.[1]
  clock.forward({ minutes: 59 })
  await forgot('10.0.2.10')
  const reset = { body: { token, password: 'adinkra symbols' }, address: '10.0.2.11' }
  expect((await ask('POST', '/api/auth/reset-password', reset)).status).toBe(200)
  clock.forward({ minutes: 1 })
  await forgot('10.0.2.12')
  expect((await mails()).filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(7)
})

test('one address cannot try out link after link, and a good link works behind it all the same', async () => {
  const reset = () =>
    ask('POST', '/api/auth/reset-password', { body: { token: 'guess', password }, address: '10.0.3.1' })
  const statuses = (await Promise.all(Array.from({ length: 35 }, reset))).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)])
  await account('kojo@example.com')
  await ask('POST', '/api/auth/forgot-password', { body: { email: 'kojo@example.com' } })
  const token = /token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1]
  const good = { body: { token, password }, address: '10.0.3.1' }
  expect((await ask('POST', '/api/auth/reset-password', good)).status).toBe(200)
})

test('strangers who sign up with somebody’s address use up its mails for an hour, and keep nobody from signing up', async () => {
  const email = 'wanted@example.com'
  const signUp = (address: string) => ask('POST', '/api/auth/signup', { body: { email, password }, address })
  for (let n = 0; n < 9; n++) expect((await signUp(`10.0.7.${n}`)).status).toBe(201)
  expect((await subjectsFor(email)).length).toBe(5)
  clock.forward({ hours: 1 })
  expect((await signUp('10.0.7.99')).status).toBe(201)
  expect((await subjectsFor(email)).length).toBe(6)
})
