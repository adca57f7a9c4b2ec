import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { PersonResponse, RoleChangeResponse } from '#contract/team.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { users } from '#server/features/accounts/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

async function world() {
  const opened = await openTestShop()
  onTestFinished(opened.close)
  const { ask, signedInAs } = opened
  const { token, viewer } = await signedInAs('admin')
  return {
    ...opened,
    boss: viewer,
    token,
    find: (q: string, more = '') =>
      ask<PersonResponse[]>('GET', `/api/team?q=${encodeURIComponent(q)}${more}`, { token }),
    team: () => ask<PersonResponse[]>('GET', '/api/team', { token }),
    setRoles: (id: string, roles: object) =>
      ask<PersonResponse & RefusalResponse>('PUT', `/api/team/${id}`, { token, body: roles }),
    changes: (more = '') => ask<RoleChangeResponse[]>('GET', `/api/team/changes${more}`, { token }),
  }
}

const emails = (people: PersonResponse[]) => people.map(({ email }) => email)

test('the team is everybody with a role, admins first', async () => {
  const { signedInAs, team } = await world()
  await signedInAs('customer')
  await signedInAs('driver')
  const { body, headers } = await team()
  expect(emails(body)).toEqual(['admin@example.com', 'driver@example.com'])
  expect(headers['x-total-count']).toBe('2')
  expect(body[1]).toEqual({
    id: expect.any(String),
    name: 'driver',
    email: 'driver@example.com',
    email_confirmed: true,
    is_admin: false,
    is_manager: false,
    is_helper: false,
    is_driver: true,
    is_blocked: false,
    has_second_factor: false,
    created_at: expect.any(String),
  })
})

test('people are found by parts of their e-mail, display name or full name', async () => {
  const { ask, shop, signedInAs, find } = await world()
  const { token } = await signedInAs('customer')
  await ask('PUT', '/api/profile', { token, ...(await uploadForm([['full_name', 'Ɛfua Mensah']])) })
  await shop.accounts.createAccount({
    email: 'kofi_1@example.com',
    password: 'kente cloth',
    displayName: '100% Kofi',
  })
  expect(emails((await find('CUSTOM')).body)).toEqual(['customer@example.com'])
  expect(emails((await find('mensah ɛfua')).body)).toEqual(['customer@example.com'])
  expect(emails((await find('kofi')).body)).toEqual(['kofi_1@example.com'])
  expect(emails((await find('%')).body)).toEqual(['kofi_1@example.com'])
  expect(emails((await find('_')).body)).toEqual(['kofi_1@example.com'])
  expect(emails((await find('\\')).body)).toEqual([])
  expect((await find('x'.repeat(101))).status).toBe(400)
  expect(emails((await find('example', '&limit=1&page=2')).body)).toHaveLength(1)
})

test('an admin makes and unmakes admins and drivers, and every change is listed with who and when', async () => {
  const { signedInAs, setRoles, changes, boss, clock } = await world()
  clock.forward({ minutes: 1 })
  const { viewer } = await signedInAs('customer')
  expect((await setRoles(viewer.id, { is_driver: true, is_admin: true })).body).toMatchObject({
    is_admin: true,
    is_driver: true,
  })
  clock.forward({ hours: 1 })
  expect((await setRoles(viewer.id, { is_admin: false })).body).toMatchObject({
    is_admin: false,
    is_driver: true,
  })
  const { body, headers } = await changes()
  expect(headers['x-total-count']).toBe('4')
  const by = { id: boss.id, name: 'admin', email: 'admin@example.com' }
  expect(body[0]).toEqual({
    id: expect.any(String),
    person: { id: viewer.id, name: 'customer', email: 'customer@example.com' },
    role: 'admin',
    is_given: false,
    changed_by: by,
    changed_at: clock().toISOString(),
  })
  expect(body.map(({ changed_by }) => changed_by)).toEqual([by, by, by, 'owner'])
  expect((await changes('?limit=1&page=4')).body).toMatchObject([{ changed_by: 'owner' }])
})

test('the last admin stays an admin', async () => {
  const { setRoles, boss } = await world()
  expect(await setRoles(boss.id, { is_admin: false })).toMatchObject({
    status: 409,
    body: {
      code: 'last_admin',
      error: 'The last admin cannot be removed. Make someone else an admin first.',
    },
  })
})

test('nobody gets a role on an e-mail that was only typed in, but can lose one', async () => {
  const { shop, context, signedInAs, setRoles } = await world()
  const { viewer } = await signedInAs('customer')
  const { viewer: driver } = await signedInAs('driver')
  await context.db.update(users).set({ hasConfirmedEmail: false }).where(eq(users.isAdmin, false))
  for (const roles of [{ is_admin: true }, { is_driver: true }, { is_helper: true, is_driver: false }]) {
    expect(await setRoles(viewer.id, roles)).toMatchObject({
      status: 409,
      body: { code: 'email_not_confirmed' },
    })
  }
  // Whoever was invited to work here is known, whatever their mailbox says.
  expect((await setRoles(driver.id, { is_driver: false, is_helper: true })).status).toBe(200)
  expect((await setRoles(driver.id, { is_helper: false })).status).toBe(200)
  await shop.accounts.makeAdmin(viewer.email)
})

test('an unknown person, an unknown role and an empty change are refused', async () => {
  const { setRoles, boss } = await world()
  expect((await setRoles('00000000-0000-4000-8000-000000000000', { is_driver: true })).status).toBe(404)
  expect((await setRoles('1', { is_driver: true })).status).toBe(404)
  for (const body of [{}, { is_boss: true }, { is_driver: 'true' }, { is_driver: 1 }, []]) {
    expect((await setRoles(boss.id, body)).status).toBe(400)
  }
})

test('a former admin changes nothing any more, with the same token', async () => {
  const { ask, shop, signedInAs, boss } = await world()
  const second = await signedInAs('customer')
  await shop.accounts.setRoles(boss, second.viewer.id, { isAdmin: true })
  expect((await ask('GET', '/api/team', { token: second.token })).status).toBe(200)
  await shop.accounts.setRoles(boss, second.viewer.id, { isAdmin: false })
  const again = { token: second.token, body: { is_admin: true } }
  expect((await ask('PUT', `/api/team/${second.viewer.id}`, again)).status).toBe(403)
})

test('every admin is told by mail when rights change, also whoever did it and whoever lost them', async () => {
  const { signedInAs, setRoles, mails, boss } = await world()
  const { viewer } = await signedInAs('customer')
  await setRoles(viewer.id, { is_admin: true, is_driver: true })
  await setRoles(viewer.id, { is_admin: false })
  await setRoles(viewer.id, { is_admin: false })
  const told = (await mails()).filter(({ subject }) => subject === 'Rights in the shop were changed')
  expect(told.map(({ to }) => to)).toEqual([boss.email, boss.email, viewer.email])
  expect(told[0]?.text).toContain(`${viewer.email} is now an admin. ${viewer.email} is now a driver.`)
  expect(told[2]?.text).toContain(`${viewer.email} is no longer an admin. This was done by ${boss.email}.`)
})

test('an admin blocks an account: it is out at once, no password opens it, and every admin hears of it', async () => {
  const { ask, shop, signedInAs, find, token, boss, mails } = await world()
  const password = 'kente cloth'
  const { id } = await shop.accounts.createAccount({ email: 'ama@example.com', password })
  const signIn = () =>
    ask<{ token: string }>('POST', '/api/auth/signin', { body: { email: 'ama@example.com', password } })
  const block = (who: string, isBlocked: boolean) =>
    ask('PUT', `/api/team/${who}/block`, { token, body: { is_blocked: isBlocked } })
  const phone = (await signIn()).body.token
  expect(await block(id, true)).toMatchObject({ status: 200, body: { is_blocked: true } })
  expect((await ask('GET', '/api/auth/is-driver', { token: phone })).status).toBe(401)
  expect(await signIn()).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect((await find('ama')).body).toMatchObject([{ is_blocked: true }])
  expect((await mails()).at(-1)).toMatchObject({
    to: boss.email,
    text: expect.stringContaining('was blocked'),
  })
  await block(id, false)
  expect((await signIn()).status).toBe(200)
  expect((await ask('GET', '/api/auth/is-driver', { token: phone })).status).toBe(401)

  expect(await block(boss.id, true)).toMatchObject({ status: 409, body: { code: 'own_account' } })
  const second = await signedInAs('customer')
  await shop.accounts.makeAdmin(second.viewer.email)
  await shop.accounts.makeKey(second.viewer, { name: 'Till', role: 'helper' })
  expect((await block(second.viewer.id, true)).status).toBe(200)
  expect((await mails()).at(-1)?.text).toContain('They made the key “Till”, which still works.')
  await block(second.viewer.id, false)
  await shop.accounts.setRoles(boss, second.viewer.id, { isAdmin: false })
  const told = (await mails()).at(-1)?.text
  expect(told).toContain('is no longer an admin.')
  expect(told).toContain('They made the key “Till”, which still works.')
  await expect(shop.accounts.setRoles(boss, boss.id, { isAdmin: false })).rejects.toMatchObject({
    code: 'last_admin',
  })
})

test('an admin signs somebody out everywhere, which is in the list of changes, and stays signed in', async () => {
  const { ask, shop, signedInAs, token, boss } = await world()
  const [phone, laptop] = [await signedInAs('driver'), await signedInAs('driver')]
  const end = (id: string) => ask('DELETE', `/api/team/${id}/sessions`, { token })
  expect((await end(phone.viewer.id)).status).toBe(200)
  for (const device of [phone, laptop]) expect(await shop.accounts.findViewer(device.token)).toBeNull()
  expect((await end(boss.id)).status).toBe(200)
  const { body } = await ask<ChangesResponse>('GET', '/api/changes?thing=team', { token })
  const said = body.changes.slice(0, 2).map((change) => changeLabels(change).sentence)
  expect(said).toEqual(['admin ended the sessions of admin', 'admin ended the sessions of driver'])
})

test('nobody gets a role on a short or common password, and whoever has one cannot choose such a password', async () => {
  const { ask, shop, setRoles, mails } = await world()
  const email = 'esi@example.com'
  const post = (path: string, body: object, token?: string) =>
    ask<{ token: string }>('POST', `/api/auth/${path}`, { body, token })
  const { id } = await shop.accounts.createAccount({ email, password: 'Password2026' })
  expect(await setRoles(id, { is_driver: true })).toMatchObject({
    status: 409,
    body: { code: 'weak_password' },
  })
  await expect(shop.accounts.makeAdmin(email)).rejects.toMatchObject({ code: 'weak_password' })

  const { token } = (await post('signin', { email, password: 'Password2026' })).body
  const strong = { current_password: 'Password2026', password: 'kente cloth shawl' }
  expect((await post('change-password', strong, token)).status).toBe(200)
  expect((await setRoles(id, { is_driver: true })).status).toBe(200)

  const weak = { current_password: strong.password, password: 'welcome12345' }
  const tooCommon = { status: 400, body: { fields: { password: expect.stringContaining('too common') } } }
  for (const password of [weak.password, email, 'a1b2c3d4e5f6', 'correcthorsebatterystaple'])
    expect(await post('change-password', { ...weak, password }, token)).toMatchObject(tooCommon)
  await post('forgot-password', { email })
  const link = /token=([\w-]+)/.exec((await mails()).findLast(({ to }) => to === email)?.text ?? '')?.[1]
  expect(await post('reset-password', { token: link, password: weak.password })).toMatchObject(tooCommon)
  expect((await post('reset-password', { token: link, password: 'adinkra symbols' })).status).toBe(200)
})
