import { expect, onTestFinished, test } from 'vitest'
import type { DownloadTicketResponse, SignInResponse } from '#contract/accounts.ts'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { PersonResponse } from '#contract/team.ts'
import { sessions } from '#server/features/accounts/tables.ts'
import { placeThreeOrders } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type TestShopSetup } from '#server/testing/test-shop.ts'

async function world(setup?: TestShopSetup) {
  const opened = await openTestShop(setup)
  onTestFinished(opened.close)
  const { ask, signedInAs } = opened
  const boss = await signedInAs('admin')
  const setRoles = (id: string, body: object) =>
    ask<PersonResponse & RefusalResponse>('PUT', `/api/team/${id}`, { token: boss.token, body })
  return { ...opened, boss, setRoles }
}

const nothing = { is_admin: false, is_manager: false, is_helper: false }

test('the shop says who is a helper or a manager beside who is an admin, and calls neither an admin', async () => {
  const { ask, signedInAs } = await world()
  for (const role of ['helper', 'manager', 'admin'] as const) {
    const { token } = await signedInAs(role)
    const { body } = await ask<{ is_admin: boolean }>('GET', '/api/auth/check-admin', { token })
    expect(body).toMatchObject({
      is_admin: role === 'admin',
      user: { role, is_admin: role === 'admin', is_driver: false },
    })
  }
  const { token } = await signedInAs('driver')
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ user: { role: null } })
})

test('a helper moves, notes and gives away any order, and reads how it was brought', async () => {
  const opened = await world()
  const { ask, signedInAs } = opened
  const { kofi, driver } = await placeThreeOrders(opened)
  const { token } = await signedInAs('helper')
  const put = (path: string, body: object) => ask('PUT', `/api/orders/${path}`, { token, body })
  expect((await put(`${kofi.id}/note`, { note: 'Regular' })).status).toBe(200)
  expect((await put(`${kofi.id}/delivery-note`, { note: 'Ring twice' })).status).toBe(200)
  const given = await put('drivers', { order_ids: [kofi.id], driver_id: driver.viewer.id })
  expect(given.body).toMatchObject({ orders: [{ id: kofi.id }], not_changed: [] })
  expect((await put(String(kofi.id), { status: 'Cancelled' })).status).toBe(200)
  expect((await ask('GET', `/api/orders/${kofi.id}/delivery`, { token })).body).toMatchObject({
    note: 'Ring twice',
  })
  expect((await ask('GET', '/api/orders/user/kofi.o@example.com', { token })).status).toBe(200)
})

test('a helper deletes nothing and a manager neither, one by one or many at once; they hide it instead', async () => {
  const { ask, boss, context, signedInAs } = await world()
  const jar = await shelve(context, { name: 'Black soap' })
  const change = (token: string, action: string) =>
    ask<RefusalResponse>('POST', '/api/products/bulk', { token, body: { action, ids: [jar] } })
  for (const role of ['helper', 'manager'] as const) {
    const { token } = await signedInAs(role)
    for (const { status, body } of [
      await ask<RefusalResponse>('DELETE', `/api/products/${jar}`, { token }),
      await change(token, 'delete'),
    ]) {
      expect([status, body.error]).toEqual([
        403,
        'Your role does not include deleting. Please ask an admin of the shop.',
      ])
    }
    expect((await change(token, 'hide')).status).toBe(200)
  }
  expect((await change(boss.token, 'delete')).body).toMatchObject({ changed: 1 })
})

test('a manager changes the settings, but not how customers pay, and is not asked for a password first', async () => {
  const { ask, context, signedInAs } = await world()
  const { token } = await signedInAs('manager')
  const { body } = await ask<{ version: number }>('GET', '/api/settings', { token })
  const save = (settings: object) =>
    ask<RefusalResponse>('PUT', '/api/settings', { token, body: { version: body.version, settings } })
  await context.db.update(sessions).set({ passwordProvenAt: null })
  expect((await save({ low_stock_level: 7 })).status).toBe(200)
  expect(await save({ payment_methods: { whatsapp: true, mtn_momo: false } })).toMatchObject({
    status: 403,
    body: { code: 'not_allowed', error: expect.stringContaining('payment settings') },
  })
})

test('a helper is told of what waits for helpers, and of nothing else', async () => {
  const { ask, signedInAs } = await world()
  const countsOf = async (role: 'helper' | 'manager') => {
    const { token } = await signedInAs(role)
    return Object.keys((await ask<OfficeCountsResponse>('GET', '/api/dashboard/counts', { token })).body)
  }
  expect(await countsOf('helper')).toEqual(['pendingOrders', 'unreadMessages', 'newestSound'])
  expect(await countsOf('manager')).toContain('paymentsToReview')
})

test('a manager edits the profile of a customer, and that of nobody who works here', async () => {
  const { shop, signedInAs } = await world()
  const { viewer: manager } = await signedInAs('manager')
  const { viewer: helper } = await signedInAs('helper')
  const { viewer: customer } = await signedInAs('customer')
  const { viewer: driver } = await signedInAs('driver')
  const edit = (viewer: typeof manager, id: string) =>
    shop.accounts.saveProfile(viewer, { id, email: undefined, fullName: 'Kofi' })
  await expect(edit(helper, customer.id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(edit(manager, driver.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever loses a role loses at once what it opened: calls, tickets, invitations', async () => {
  const { ask, boss, setRoles, shop, signedInAs } = await world()
  const password = 'kente cloth shawl'
  const email = 'second@example.com'
  await shop.accounts.createAccount({ email, password, isAdmin: true })
  const { body } = await ask<SignInResponse>('POST', '/api/auth/signin', { body: { email, password } })
  const { token, user } = body
  const { body: given } = await ask<DownloadTicketResponse>('POST', '/api/downloads', { token })
  const invite = { role: 'admin', email: 'friend@example.com' }
  const { body: invited } = await ask<{ link: string }>('POST', '/api/team/invitations', {
    token,
    body: invite,
  })
  const secret = new URL(invited.link).searchParams.get('token')
  expect((await setRoles(user.id, { ...nothing, is_helper: true })).body).toMatchObject({
    is_admin: false,
    is_helper: true,
  })
  expect((await ask('GET', '/api/orders', { token })).status).toBe(200)
  expect((await ask('GET', '/api/team', { token })).status).toBe(403)
  expect((await ask('GET', `/api/orders.csv?ticket=${given.ticket}`)).status).toBe(401)
  const opened = await ask<RefusalResponse>('POST', '/api/auth/owner-link', { body: { token: secret } })
  expect([opened.status, opened.body.code]).toEqual([400, 'invalid_link'])
  expect((await ask('GET', '/api/team/invitations', { token: boss.token })).body).toEqual([])

  expect((await setRoles(user.id, nothing)).status).toBe(200)
  expect((await ask('GET', '/api/orders', { token })).status).toBe(403)
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ user: { role: null } })
  const { token: again } = await signedInAs('admin')
  const { body: changes } = await ask<{ role: string; is_given: boolean }[]>('GET', '/api/team/changes', {
    token: again,
  })
  const hers = changes.map(({ role, is_given }) => `${is_given ? '+' : '-'}${role}`)
  expect(hers).toEqual(expect.arrayContaining(['+helper', '-admin', '-helper']))
})

test('a helper needs a password as good as everybody else who works here, and half a day without work ends the session', async () => {
  const { ask, clock, setRoles, shop, mails } = await world()
  const login = { email: 'esi@example.com', password: 'kente1' }
  const { id } = await shop.accounts.createAccount(login)
  expect(await setRoles(id, { is_helper: true })).toMatchObject({
    status: 409,
    body: { code: 'weak_password' },
  })
  const strong = { email: 'efua@example.com', password: 'kente cloth shawl' }
  const { id: other } = await shop.accounts.createAccount(strong)
  expect((await setRoles(other, { is_helper: true })).status).toBe(200)
  expect((await mails()).at(-1)?.text).toContain('efua@example.com is now a helper.')
  const { token } = await shop.accounts.signIn(strong, { address: 'x', userAgent: 'a test' })
  const body = { current_password: strong.password, password: 'too short' }
  expect((await ask('POST', '/api/auth/change-password', { token, body })).status).toBe(400)
  clock.forward({ hours: 12 })
  expect((await ask('GET', '/api/orders', { token })).status).toBe(401)
})

test('an admin who owes the second factor does not come in as a helper meanwhile', async () => {
  const { ask, shop } = await world({ settings: { ADMIN_SECOND_FACTOR: 'required' } })
  const login = { email: 'esi@example.com', password: 'kente cloth shawl' }
  await shop.accounts.createAccount({ ...login, isAdmin: true, isHelper: true })
  const { token } = await shop.accounts.signIn(login, { address: 'x', userAgent: 'a test' })
  expect(await ask('GET', '/api/orders', { token })).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  const helper = { email: 'kojo@example.com', password: 'kente cloth shawl' }
  await shop.accounts.createAccount({ ...helper, isHelper: true })
  const signedIn = await shop.accounts.signIn(helper, { address: 'y', userAgent: 'a test' })
  expect((await ask('GET', '/api/orders', { token: signedIn.token })).status).toBe(200)
})
