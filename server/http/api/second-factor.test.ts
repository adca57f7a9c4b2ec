import { expect, onTestFinished, test } from 'vitest'
import type {
  BegunSecondFactorResponse,
  RecoveryCodesResponse,
  SecondFactorResponse,
  SignInResponse,
} from '#contract/accounts.ts'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { PersonResponse } from '#contract/team.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { recoveryCodes, secondFactors } from '#server/features/accounts/tables.ts'
import { appCode } from '#server/testing/authenticator-app.ts'
import { openTestShop, type Person, type TestShopSetup } from '#server/testing/test-shop.ts'

async function world(setup?: TestShopSetup) {
  const opened = await openTestShop(setup)
  onTestFinished(opened.close)
  const { ask, clock, signedInAs } = opened
  const codeOf = (secret: string, steps = 0) => appCode(secret, clock(), steps)
  const passwordOf = (person: Person) => `the ${person}’s password`
  const signIn = (person: Person, code?: string, more: { address?: string; device?: string } = {}) => {
    const { address, device } = more
    const email = `${person}@example.com`
    const body = { email, password: passwordOf(person), ...(device && { device }), ...(code && { code }) }
    return ask<SignInResponse & RefusalResponse>('POST', '/api/auth/signin', { body, address })
  }
  const begin = async (person: Person) => {
    const { token } = await signedInAs(person)
    const body = { password: passwordOf(person) }
    const begun = await ask<BegunSecondFactorResponse>('POST', '/api/account/second-factor', { token, body })
    return { token, ...begun.body }
  }
  const turnOn = async (person: Person) => {
    const { token, secret } = await begin(person)
    const body = { code: codeOf(secret) }
    const on = await ask<RecoveryCodesResponse>('POST', '/api/account/second-factor/on', { token, body })
    expect(on.status).toBe(200)
    clock.forward({ minutes: 2 })
    return { token, secret, codes: on.body.recovery_codes }
  }
  const look = async (token: string) =>
    (await ask<SecondFactorResponse>('GET', '/api/account/second-factor', { token })).body
  return { ...opened, codeOf, passwordOf, signIn, begin, turnOn, look }
}

test('whoever has no second factor signs in with the password alone, and a code is nothing to them', async () => {
  const { signedInAs, signIn, look } = await world()
  const { token } = await signedInAs('admin')
  expect(await look(token)).toEqual({ is_on: false, is_required: false, recovery_codes_left: 0 })
  expect((await signIn('admin')).body).toEqual({
    user: {
      id: expect.any(String),
      name: 'admin',
      email: 'admin@example.com',
      is_admin: true,
      is_driver: false,
      role: 'admin',
    },
    token: expect.any(String),
  })
  expect((await signIn('admin', '123456')).status).toBe(200)
})

test('a second factor that was begun and not finished asks nobody for a code', async () => {
  const { begin, signIn, look, ask, codeOf } = await world()
  const first = await begin('driver')
  expect(first.uri).toBe(
    `otpauth://totp/Adom%20Beauty:driver%40example.com?secret=${first.secret}&issuer=Adom%20Beauty`,
  )
  expect(first.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect((await signIn('driver')).status).toBe(200)
  const { secret, token } = await begin('driver')
  expect(secret).not.toBe(first.secret)
  const turnOn = (code: string) =>
    ask<RefusalResponse>('POST', '/api/account/second-factor/on', { token, body: { code } })
  expect(await turnOn(codeOf(first.secret))).toMatchObject({
    status: 400,
    body: { fields: { code: expect.stringContaining('not right') } },
  })
  expect((await turnOn(codeOf(secret))).status).toBe(200)
  expect(await look(token)).toEqual({ is_on: true, is_required: false, recovery_codes_left: 10 })
  expect((await turnOn(codeOf(secret, 1))).body.code).toBe('conflict')
})

test('with a second factor the right password asks for the code, and opens nothing without it', async () => {
  const { turnOn, signIn, codeOf, ask } = await world()
  const { secret } = await turnOn('admin')
  const half = await signIn('admin')
  expect(half).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } })
  expect(Object.keys(half.body)).toEqual(['error', 'code'])
  const { status, body } = await signIn('admin', codeOf(secret).replace(/^(\d{3})/, '$1 '))
  expect(status).toBe(200)
  expect((await ask('GET', '/api/orders', { token: body.token })).status).toBe(200)
  const wrong = { email: 'admin@example.com', password: 'wrong', code: codeOf(secret, 1) }
  expect((await ask<RefusalResponse>('POST', '/api/auth/signin', { body: wrong })).body.code).toBe(
    'invalid_credentials',
  )
})

test('a device that the account knows is asked for the code, too', async () => {
  const { turnOn, signIn, codeOf } = await world()
  const { secret } = await turnOn('admin')
  const device = 'a-device-of-the-admin'
  expect((await signIn('admin', codeOf(secret), { device })).status).toBe(200)
  expect((await signIn('admin', undefined, { device })).status).toBe(401)
})

test('each code opens once, also when it comes twice in the same moment, and an older one not after it', async () => {
  const { turnOn, signIn, codeOf, clock } = await world()
  const { secret } = await turnOn('admin')
  const code = codeOf(secret)
  const both = await Promise.all([signIn('admin', code), signIn('admin', code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await signIn('admin', codeOf(secret, -1))).status).toBe(400)
  expect((await signIn('admin', codeOf(secret, 1))).status).toBe(200)
  clock.forward({ minutes: 1 })
  expect((await signIn('admin', codeOf(secret, -1))).status).toBe(400)
  expect((await signIn('admin', codeOf(secret))).status).toBe(200)
})

test('a code of the half minute before or after is good, and one from further away is not', async () => {
  const { turnOn, signIn, codeOf } = await world()
  const { secret } = await turnOn('admin')
  for (const steps of [-2, 2])
    expect((await signIn('admin', codeOf(secret, steps))).body.fields).toHaveProperty('code')
  for (const steps of [-1, 0, 1]) expect((await signIn('admin', codeOf(secret, steps))).status).toBe(200)
})

test('wrong codes are limited like wrong passwords, the password alone does not start over, and the wait ends by itself', async () => {
  const { turnOn, signIn, codeOf, clock } = await world()
  const { secret } = await turnOn('admin')
  const wrong = () => signIn('admin', codeOf(secret, 5), { address: '10.0.0.1' })
  const alone = () => signIn('admin', undefined, { address: '10.0.0.1' })
  for (let n = 0; n < 5; n++) {
    expect((await alone()).status).toBe(401)
    expect((await wrong()).status).toBe(400)
  }
  expect((await wrong()).status).toBe(429)
  expect((await signIn('admin', codeOf(secret), { address: '10.0.0.1' })).status).toBe(429)
  clock.forward({ minutes: 6 })
  expect((await signIn('admin', codeOf(secret), { address: '10.0.0.1' })).status).toBe(200)
})

test('somebody with the password guesses few codes, from however many places, and keeps nobody out', {
  tags: 'faults',
}, async () => {
  const { turnOn, signIn, codeOf, clock } = await world()
  const { secret, codes } = await turnOn('admin')
  const device = 'a-device-of-the-admin'
  expect((await signIn('admin', codeOf(secret), { device })).status).toBe(200)
  for (let n = 0; n < 10; n++)
    expect((await signIn('admin', codeOf(secret, 5), { address: `10.0.1.${n}` })).status).toBe(400)
  clock.forward({ minutes: 1 })
  expect((await signIn('admin', codeOf(secret), { address: '10.0.2.1' })).status).toBe(429)
  expect((await signIn('admin', codeOf(secret), { address: '10.0.2.2', device })).status).toBe(200)
  expect((await signIn('admin', codes[0], { address: '10.0.2.3' })).status).toBe(200)
  clock.forward({ hours: 2 })
  expect((await signIn('admin', codeOf(secret), { address: '10.0.2.1' })).status).toBe(200)
})

test('each of ten recovery codes opens once, however it is written', async () => {
  const { turnOn, signIn, look, context } = await world()
  const { token, codes } = await turnOn('driver')
  const [first = '', second = ''] = codes
  expect(codes).toHaveLength(10)
  expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/.test(code))).toBe(true)
  const stored = await context.db.select().from(recoveryCodes)
  expect(stored.some(({ code }) => codes.some((plain) => code.includes(plain.replace('-', ''))))).toBe(false)
  expect((await signIn('driver', first)).status).toBe(200)
  expect((await signIn('driver', first)).body.fields?.code).toMatch(/recovery codes/)
  expect((await signIn('driver', ` ${second.toLowerCase().replace('-', ' ')} `)).status).toBe(200)
  expect((await look(token)).recovery_codes_left).toBe(8)
})

test('new recovery codes and turning off ask for the password, and end what was before', async () => {
  const { turnOn, signIn, ask, look, passwordOf, mails } = await world()
  const { token, codes } = await turnOn('driver')
  const post = (path: string, password: string) =>
    ask<RecoveryCodesResponse & RefusalResponse>('POST', `/api/account/second-factor/${path}`, {
      token,
      body: { password },
    })
  for (const path of ['recovery-codes', 'off'])
    expect(await post(path, 'wrong')).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your current password' } },
    })
  const renewed = (await post('recovery-codes', passwordOf('driver'))).body.recovery_codes
  expect((await signIn('driver', codes[0])).status).toBe(400)
  expect((await signIn('driver', renewed[0])).status).toBe(200)
  expect((await post('off', passwordOf('driver'))).status).toBe(200)
  expect(await look(token)).toEqual({ is_on: false, is_required: false, recovery_codes_left: 0 })
  expect((await signIn('driver')).status).toBe(200)
  expect((await post('recovery-codes', passwordOf('driver'))).body.code).toBe('conflict')
  const told = (await mails()).filter(({ to }) => to === 'driver@example.com').map(({ text }) => text)
  expect(told.filter((text) => /were turned o/.test(text))).toHaveLength(2)
})

test('setting up asks for the password, and not while it is on', async () => {
  const { turnOn, ask, passwordOf } = await world()
  const { token } = await turnOn('admin')
  const begin = (password: string) =>
    ask<RefusalResponse>('POST', '/api/account/second-factor', { token, body: { password } })
  expect((await begin('wrong')).body.fields).toHaveProperty('password')
  expect((await begin(passwordOf('admin'))).body).toMatchObject({
    code: 'conflict',
    error: expect.stringContaining('on already'),
  })
})

test('turning it on signs out whoever came in elsewhere with the password alone', async () => {
  const { signedInAs, turnOn, ask } = await world()
  const { token: elsewhere } = await signedInAs('admin')
  const { token } = await turnOn('admin')
  expect((await ask('GET', '/api/account/sessions', { token: elsewhere })).status).toBe(401)
  expect((await ask('GET', '/api/account/sessions', { token })).status).toBe(200)
})

test('where admins must have a second factor, the back office is closed until then, and the account is open', async () => {
  const { ask, signIn, begin, codeOf, look, turnOn } = await world({
    settings: { ADMIN_SECOND_FACTOR: 'required' },
  })
  await turnOn('driver')
  const { token, secret } = await begin('admin')
  const closed = { status: 403, body: { code: 'second_factor_required' } }
  for (const path of [
    '/api/orders',
    '/api/settings',
    '/api/team',
    '/api/products?admin=1',
    '/api/orders.csv',
  ])
    expect([path, await ask('GET', path, { token })]).toMatchObject([path, closed])
  expect(await ask('POST', '/api/downloads', { token })).toMatchObject(closed)
  expect((await ask('PUT', '/api/orders/1', { token, body: { status: 'Shipped' } })).status).toBe(403)
  expect((await ask('GET', '/api/orders/user/kofi@example.com', { token })).status).toBe(403)
  expect((await ask('GET', '/api/profile/email/driver@example.com', { token })).status).toBe(403)
  expect((await ask('GET', '/api/account/sessions', { token })).status).toBe(200)
  expect((await ask('GET', '/api/profile/email/admin@example.com', { token })).status).toBe(200)
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ is_admin: true })
  expect((await signIn('admin')).body.user.is_admin).toBe(true)
  expect(await look(token)).toMatchObject({ is_on: false, is_required: true })

  const body = { code: codeOf(secret) }
  await ask('POST', '/api/account/second-factor/on', { token, body })
  expect((await ask('GET', '/api/orders', { token })).status).toBe(200)
})

test('a driver need not have a second factor where admins must', async () => {
  const { ask, signedInAs, look } = await world({ settings: { ADMIN_SECOND_FACTOR: 'required' } })
  const { token } = await signedInAs('driver')
  expect((await look(token)).is_required).toBe(false)
  expect((await ask('GET', '/api/orders/driver', { token })).status).toBe(200)
})

test('an admin sees who has one and resets that of somebody else: they are signed out, it is written down, and all admins learn of it', async () => {
  const { turnOn, signedInAs, signIn, ask, mails } = await world()
  const lost = await turnOn('driver')
  const { token, viewer } = await signedInAs('admin')
  const team = async () => (await ask<PersonResponse[]>('GET', '/api/team', { token })).body
  const driver = (await team()).find(({ email }) => email === 'driver@example.com')
  expect((await team()).map((person) => [person.name, person.has_second_factor])).toEqual([
    ['admin', false],
    ['driver', true],
  ])
  const reset = (id = '') =>
    ask<PersonResponse & RefusalResponse>('DELETE', `/api/team/${id}/second-factor`, { token })
  expect((await reset(driver?.id)).body).toMatchObject({ has_second_factor: false })
  expect((await ask('GET', '/api/account/sessions', { token: lost.token })).status).toBe(401)
  expect((await signIn('driver')).status).toBe(200)
  expect((await reset(viewer.id)).body.code).toBe('own_account')
  expect((await reset(driver?.id)).status).toBe(200)
  const { body } = await ask<ChangesResponse>('GET', '/api/changes?thing=team', { token })
  const sentences = body.changes.map((change) => changeLabels(change).sentence)
  expect(sentences.filter((sentence) => sentence.includes('second factor'))).toEqual([
    'admin reset the second factor of driver',
    'driver turned on the second factor of driver',
  ])
  const told = (await mails()).filter(({ subject }) => subject === 'Rights in the shop were changed')
  expect(told.map(({ to }) => to)).toEqual(['admin@example.com'])
  expect(told[0]?.text).toContain('driver@example.com signs in without a second factor')
})

test('whoever loses their last role is no longer asked for codes, which only the staff can turn off', async () => {
  const { turnOn, signedInAs, signIn, ask, context } = await world()
  await turnOn('driver')
  const { token } = await signedInAs('admin')
  const [factor] = await context.db.select().from(secondFactors)
  const body = { is_driver: false }
  expect((await ask('PUT', `/api/team/${factor?.userId}`, { token, body })).status).toBe(200)
  expect((await signIn('driver')).status).toBe(200)
  expect((await ask('PUT', `/api/team/${factor?.userId}`, { token, body: { is_driver: true } })).status).toBe(
    200,
  )
  expect(await context.db.select().from(recoveryCodes)).toEqual([])
})

test('a wrong code is told at its field, and an empty one, too', async () => {
  const { begin, ask } = await world()
  const { token } = await begin('admin')
  for (const code of ['', '   ', 'x'.repeat(41), 'abc', '12345', '１２３４５６'])
    expect(
      await ask<RefusalResponse>('POST', '/api/account/second-factor/on', { token, body: { code } }),
    ).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
})
