import { expect, onTestFinished, test } from 'vitest'
import type { SessionResponse, SignInResponse } from '#contract/accounts.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

async function world() {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  return { ...shop, ...visitor(shop) }
}

const password = 'the customer’s password'
const email = 'customer@example.com'

function visitor({ ask }: TestShop) {
  return {
    signIn: (tried: string, address = '10.0.0.1') =>
      ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password: tried }, address }),
    change: (token: string, current: string, wanted: string, address = '10.0.0.1') =>
      ask<RefusalResponse>('POST', '/api/auth/change-password', {
        token,
        body: { current_password: current, password: wanted },
        address,
      }),
    isIn: async (token: string) => (await ask('GET', '/api/auth/is-driver', { token })).status === 200,
    sessions: async (token: string) =>
      (await ask<SessionResponse[]>('GET', '/api/account/sessions', { token })).body,
  }
}

test('a new password keeps this device signed in, signs out all others and is told by mail', async () => {
  const { signedInAs, change, signIn, isIn, mails } = await world()
  const phone = await signedInAs('customer')
  const laptop = await signedInAs('customer')
  const stranger = await signedInAs('other customer')
  expect((await change(phone.token, password, 'a new password')).body).toEqual({ success: true })
  expect([await isIn(phone.token), await isIn(laptop.token), await isIn(stranger.token)]).toEqual([
    true,
    false,
    true,
  ])
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn('a new password')).status).toBe(200)
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: email, subject: 'Your password was changed' })
  expect(mail?.text).toContain('all other devices were signed out')
})

test('without the old password there is no new one', async () => {
  const { ask, signedInAs, change, signIn } = await world()
  const { token } = await signedInAs('customer')
  expect(await change(token, 'wrong', 'a new password')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { current_password: 'This is not your current password' } },
  })
  expect(await change(token, password, '12345')).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password must be at least 6 characters long' } },
  })
  expect(await ask('POST', '/api/auth/change-password', { token, body: {} })).toMatchObject({
    status: 400,
    body: { fields: { current_password: 'Current password is required', password: 'Password is required' } },
  })
  expect((await signIn(password)).status).toBe(200)
})

test('whoever holds a stolen phone guesses the password five times, then waits', async () => {
  const { signedInAs, change, signIn, clock } = await world()
  const { token } = await signedInAs('customer')
  for (let n = 0; n < 5; n++) expect((await change(token, `guess ${n}`, 'mine now')).status).toBe(400)
  const refused = await change(token, password, 'mine now')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(refused.headers['retry-after']).toBe('300')
  expect((await signIn(password, '10.0.0.9')).status).toBe(200)
  clock.forward({ minutes: 5 })
  expect((await change(token, password, 'a new password')).status).toBe(200)
})

test('a new password ends the link for a new password that lies in the mailbox', async () => {
  const { ask, signedInAs, change, mails } = await world()
  const { token } = await signedInAs('customer')
  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const link = /token=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1] ?? ''
  await change(token, password, 'a new password')
  const body = { token: link, password: 'from an old mail' }
  expect(await ask('POST', '/api/auth/reset-password', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_link' },
  })
})

test('a person sees where they are signed in, this device first, and no tokens', async () => {
  const { ask, shop, signedInAs, sessions, clock } = await world()
  await signedInAs('other customer')
  await signedInAs('customer')
  clock.forward({ days: 31 })
  const laptop = await signedInAs('customer')
  clock.forward({ days: 2 })
  const phone = await shop.accounts.signIn(
    { email, password },
    {
      address: '10.0.0.2',
      userAgent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    },
  )
  const list = await sessions(phone.token)
  expect(list).toEqual([
    {
      id: phone.viewer.sessionId,
      device: 'Chrome on Android',
      is_current: true,
      created_at: clock().toISOString(),
      last_used_at: clock().toISOString(),
    },
    {
      id: laptop.viewer.sessionId,
      device: 'Unknown device',
      is_current: false,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    },
  ])
  expect((await ask('GET', '/api/account/sessions')).status).toBe(401)
})

test('a person ends one other session, or all others', async () => {
  const { ask, signedInAs, sessions, isIn } = await world()
  const phone = await signedInAs('customer')
  const lost = await signedInAs('customer')
  const laptop = await signedInAs('customer')
  const end = (id: string) => ask('DELETE', `/api/account/sessions/${id}`, { token: phone.token })
  expect(await end(lost.viewer.sessionId)).toMatchObject({ status: 200, body: { success: true } })
  expect((await end(lost.viewer.sessionId)).status).toBe(404)
  expect([await isIn(lost.token), await isIn(laptop.token)]).toEqual([false, true])
  expect((await ask('DELETE', '/api/account/sessions', { token: phone.token })).status).toBe(200)
  expect(await isIn(laptop.token)).toBe(false)
  expect((await sessions(phone.token)).map(({ id }) => id)).toEqual([phone.viewer.sessionId])
})

test('nobody ends the session of somebody else', async () => {
  const { ask, signedInAs, isIn } = await world()
  const victim = await signedInAs('other customer')
  for (const person of ['customer', 'admin'] as const) {
    const { token } = await signedInAs(person)
    const answer = await ask('DELETE', `/api/account/sessions/${victim.viewer.sessionId}`, { token })
    const unknown = await ask('DELETE', '/api/account/sessions/00000000-0000-4000-8000-000000000000', {
      token,
    })
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(unknown.body)
    await ask('DELETE', '/api/account/sessions', { token })
  }
  expect(await isIn(victim.token)).toBe(true)
})
