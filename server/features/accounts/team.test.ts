import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/platform/database/database.ts'
import { countWaiting } from '#server/testing/database.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { setRoles } from './change-roles.ts'
import { roleChanges } from './tables.ts'

async function world(settings: Record<string, string> = {}): Promise<TestShop> {
  const shop = await openTestShop({ settings })
  onTestFinished(shop.close)
  return shop
}

test('the first admin is made at the command line, and it is written down', async () => {
  const { shop, context, signedInAs, clock } = await world()
  const { token, viewer } = await signedInAs('customer')
  await shop.accounts.makeAdmin(' Customer@Example.com ')
  expect((await shop.accounts.findViewer(token))?.isAdmin).toBe(true)
  expect(await context.db.select().from(roleChanges)).toEqual([
    {
      id: expect.any(String),
      userId: viewer.id,
      role: 'admin',
      isGiven: true,
      changedBy: null,
      changedAt: clock(),
    },
  ])
})

test('nobody becomes an admin without an account', async () => {
  const { shop } = await world()
  await expect(shop.accounts.makeAdmin('nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
})

test('where mails reach people, nobody is made an admin whose mailbox has not answered; a stranger may have signed up with it', async () => {
  const { ask, shop, mails } = await world({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@example.com',
  })
  const login = { email: 'owner@example.com', password: 'a stranger’s kente' }
  await ask('POST', '/api/auth/signup', { body: login })
  const making = () => shop.accounts.makeAdmin(login.email)
  await expect(making()).rejects.toMatchObject({ code: 'email_not_confirmed' })
  const mail = (await mails()).find(({ to }) => to === login.email)
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await ask('POST', '/api/auth/confirm-email', { body: { token, password: 'fast and careful' } })
  await making()
  const signIn = async (password: string) =>
    ask('POST', '/api/auth/signin', { body: { email: login.email, password } })
  expect((await signIn(login.password)).status).toBe(401)
  expect((await signIn('fast and careful')).body).toMatchObject({ user: { is_admin: true } })
})

test('whoever does not become an admin because of a weak password is not confirmed by the try', async () => {
  const { ask, shop } = await world()
  const login = { email: 'ama@example.com', password: 'kente12' }
  await ask('POST', '/api/auth/signup', { body: login })
  await expect(shop.accounts.makeAdmin(login.email)).rejects.toMatchObject({ code: 'weak_password' })
  const { body } = await ask<{ token: string }>('POST', '/api/auth/signin', { body: login })
  expect((await shop.accounts.findViewer(body.token))?.hasConfirmedEmail).toBe(false)
})

test('every change of a role is kept with who, whom and when; what stays the same is not', async () => {
  const { shop, context, signedInAs, clock } = await world()
  const admin = await signedInAs('admin')
  const { viewer } = await signedInAs('customer')
  await context.db.delete(roleChanges)
  await shop.accounts.setRoles(admin.viewer, viewer.id, { isDriver: true, isAdmin: false })
  clock.forward({ days: 1 })
  expect(await shop.accounts.setRoles(admin.viewer, viewer.id, { isDriver: false })).toEqual({
    isAdmin: false,
    isManager: false,
    isHelper: false,
    isDriver: false,
  })
  const kept = await context.db.select().from(roleChanges).orderBy(roleChanges.changedAt)
  expect(kept.map(({ role, isGiven, userId, changedBy }) => ({ role, isGiven, userId, changedBy }))).toEqual([
    { role: 'driver', isGiven: true, userId: viewer.id, changedBy: admin.viewer.id },
    { role: 'driver', isGiven: false, userId: viewer.id, changedBy: admin.viewer.id },
  ])
})

test('only an admin gives roles', async () => {
  const { shop, signedInAs } = await world()
  for (const person of ['driver', 'helper', 'manager'] as const) {
    const { viewer } = await signedInAs(person)
    await expect(shop.accounts.setRoles(viewer, viewer.id, { isAdmin: true })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  }
})

test('the last admin stays', async () => {
  const { shop, signedInAs } = await world()
  const { viewer } = await signedInAs('admin')
  await expect(shop.accounts.setRoles(viewer, viewer.id, { isAdmin: false })).rejects.toMatchObject({
    code: 'last_admin',
  })
  expect(await shop.accounts.setRoles(viewer, viewer.id, { isDriver: true })).toMatchObject({
    isAdmin: true,
    isDriver: true,
  })
})

test('two admins who dismiss each other in the same moment leave one', async () => {
  const { database, shop, context, signedInAs } = await world()
  const first = await signedInAs('admin')
  const second = await signedInAs('customer')
  await shop.accounts.makeAdmin(second.viewer.email)
  const secondAdmin = { ...second.viewer, isAdmin: true }
  const answers: Promise<string>[] = []
  await inTransaction(context.db, async (tx) => {
    await setRoles({ ...context, db: tx }, first.viewer, secondAdmin.id, { isAdmin: false })
    const counterStrike = shop.accounts.setRoles(secondAdmin, first.viewer.id, { isAdmin: false })
    answers.push(
      counterStrike.then(
        () => 'done',
        (refusal) => refusal.code,
      ),
    )
    await expect.poll(() => countWaiting(database)).toBe(1)
  })
  expect(await Promise.all(answers)).toEqual(['last_admin'])
})

test('roles of somebody unknown cannot be changed', async () => {
  const { shop, signedInAs } = await world()
  const { viewer } = await signedInAs('admin')
  const nobody = '00000000-0000-4000-8000-000000000000'
  await expect(shop.accounts.setRoles(viewer, nobody, { isDriver: true })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(shop.accounts.setRoles(viewer, nobody, { isAdmin: false })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an account is made ready once', async () => {
  const { shop } = await world()
  await shop.accounts.createAccount({ email: 'ama@example.com', password: 'kente cloth' })
  const again = shop.accounts.createAccount({ email: 'AMA@example.com', password: 'kente cloth' })
  await expect(again).rejects.toMatchObject({ code: 'account_exists' })
})
