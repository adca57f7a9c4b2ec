import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { credentials, sessions, users } from './tables.ts'

const { ask, shop, context, signedInAs, clock, close } = await openTestShop()
afterAll(close)

test('a session lives for 30 days after it was last used', async () => {
  const { token, viewer } = await signedInAs('customer')
  clock.forward({ days: 29 })
  expect(await shop.accounts.findViewer(token)).toMatchObject({ sessionId: viewer.sessionId })
  clock.forward({ days: 29, hours: 23 })
  expect(await shop.accounts.findViewer(token)).toMatchObject({ sessionId: viewer.sessionId })
  clock.forward({ days: 30 })
  expect(await shop.accounts.findViewer(token)).toBeNull()
})

test('a session of a customer ends after half a year, however often it is used', async () => {
  const { token } = await signedInAs('customer')
  for (let n = 0; n < 9; n++) {
    clock.forward({ days: 19 })
    expect(await shop.accounts.findViewer(token)).not.toBeNull()
  }
  clock.forward({ days: 9 })
  expect(await shop.accounts.findViewer(token)).toBeNull()
})

test('a session of the staff ends after twelve hours without use', async () => {
  for (const person of ['admin', 'driver'] as const) {
    const { token, viewer } = await signedInAs(person)
    clock.forward({ hours: 11, minutes: 59 })
    expect(await shop.accounts.findViewer(token)).toMatchObject({ sessionId: viewer.sessionId })
    clock.forward({ hours: 11, minutes: 59 })
    expect(await shop.accounts.findViewer(token)).toMatchObject({ sessionId: viewer.sessionId })
    clock.forward({ hours: 12 })
    expect(await shop.accounts.findViewer(token)).toBeNull()
    const [current, ...others] = await shop.accounts.listSessions((await signedInAs(person)).viewer)
    expect([current?.isCurrent, others]).toEqual([true, []])
  }
})

test('a session of the staff ends after 30 days, however often it is used', async () => {
  const { token } = await signedInAs('admin')
  for (let n = 0; n < 65; n++) {
    clock.forward({ hours: 11 })
    expect(await shop.accounts.findViewer(token)).not.toBeNull()
  }
  clock.forward({ hours: 5 })
  expect(await shop.accounts.findViewer(token)).toBeNull()
})

test('a session is written at most once a day, however often it is used', async () => {
  const { token, viewer } = await signedInAs('customer')
  const lastWritten = async () => {
    const [session] = await context.db.select().from(sessions).where(eq(sessions.id, viewer.sessionId))
    return session?.updatedAt
  }
  const start = clock()
  clock.forward({ hours: 23 })
  await shop.accounts.findViewer(token)
  expect(await lastWritten()).toEqual(start)
  clock.forward({ hours: 1 })
  await shop.accounts.findViewer(token)
  expect(await lastWritten()).toEqual(clock())
})

test('the database knows a token only by its hash', async () => {
  const { token, viewer } = await signedInAs('customer')
  const rows = await context.db.select().from(sessions).where(eq(sessions.id, viewer.sessionId))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('tokens that were never given out open nothing, and neither does a hash', async () => {
  const { token, viewer } = await signedInAs('admin')
  const [session] = await context.db.select().from(sessions).where(eq(sessions.id, viewer.sessionId))
  const madeUp = [
    session?.token ?? '',
    `${token}x`,
    token.slice(1),
    token.toUpperCase(),
    'undefined',
    'null',
    'x'.repeat(500),
    'eyJhbGciOiJub25lIn0.eyJpc19hZG1pbiI6dHJ1ZX0.',
  ]
  for (const wrong of madeUp) {
    expect((await ask('GET', '/api/auth/check-admin', { token: wrong })).status).toBe(401)
  }
  for (const authorization of [
    token,
    `Basic ${token}`,
    `Bearer  ${token} `,
    `Bearer ${token}, ${token}`,
    'Bearer',
  ]) {
    expect((await ask('GET', '/api/auth/check-admin', { headers: { authorization } })).status).toBe(401)
  }
})

test('a role that was taken away is gone with the next request', async () => {
  const boss = await signedInAs('admin')
  const driver = await signedInAs('driver')
  await shop.accounts.setRoles(boss.viewer, driver.viewer.id, { isDriver: false })
  expect((await ask('GET', '/api/auth/is-driver', { token: driver.token })).body).toEqual({
    is_driver: false,
  })
})

test('old sessions are thrown away when their person signs in again', async () => {
  await signedInAs('customer')
  await signedInAs('driver')
  clock.forward({ days: 31 })
  const { viewer } = await signedInAs('customer')
  const rows = await context.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, viewer.id))
  expect(rows).toEqual([{ id: viewer.sessionId }])
})

test('a password and a session that an earlier version wrote still open the account', async () => {
  const userId = 'fc60de6f-afb2-4b2d-99f3-50b764db0969'
  const times = { createdAt: clock(), updatedAt: clock() }
  await context.db.insert(users).values({ id: userId, email: 'ama@example.com', ...times })
  await context.db.insert(credentials).values({
    id: 'be46e2ed-9a48-4393-8aa7-8f378240ec2e',
    userId,
    providerId: 'credential',
    accountId: userId,
    password:
      '$argon2id$v=19$m=19456,t=2,p=1$Y76bUQhyArflknRvSUSozg$CcsWzfwYukhcG1ahizTsx1KQ7UqsnNuwNPqZbmlZ2hM',
    ...times,
  })
  await context.db.insert(sessions).values({
    id: '3cdb8fb5-eeb4-487b-a1f2-5526a348c5b4',
    token: '2POOXBouYwXMbhBA3kJhb7ChD6TrjFJ2vnGwqWXCUsQ',
    userId,
    expiresAt: new Date(clock().getTime() + 60_000),
    ...times,
  })
  expect(await shop.accounts.findViewer('ktgufQWh2O2F6k4MfeBQOAUjOll8di7nMracuZKP0yA')).toMatchObject({
    id: userId,
  })
  const signedIn = await ask('POST', '/api/auth/signin', {
    body: { email: 'ama@example.com', password: 'kente cloth' },
  })
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id: userId } } })
})
