import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { DownloadTicketResponse } from '#contract/accounts.ts'
import type { ChangesResponse } from '#contract/dashboard.ts'
import { users } from '#server/features/accounts/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
afterAll(shop.close)

const admin = await signedInAs('admin')

async function takeTicket(token = admin.token): Promise<string> {
  const { status, body } = await ask<DownloadTicketResponse>('POST', '/api/downloads', { token })
  expect(status).toBe(201)
  return body.ticket
}

test('a ticket opens one export without a sign-in, once', async () => {
  for (const list of ['orders', 'products', 'newsletter']) {
    const ticket = await takeTicket()
    const address = `/api/${list}.csv?ticket=${ticket}`
    expect((await ask('HEAD', address)).status).not.toBe(200)
    const { status, headers } = await ask<string>('GET', address)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="/)
    expect(await ask('GET', address)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  }
})

test('whoever exports a list is in the list of changes, by ticket and by sign-in, and a refused export is not', async () => {
  const { token, viewer } = await signedInAs('admin')
  const exports = () =>
    ask<ChangesResponse>('GET', `/api/changes?thing=export&person=${viewer.id}`, { token })
  const before = (await exports()).body.changes.length
  await ask('GET', `/api/newsletter.csv?ticket=${await takeTicket()}`)
  await ask('GET', '/api/orders.csv', { token })
  await ask('GET', '/api/orders.csv?status=Nowhere', { token })
  await ask('GET', '/api/orders.csv')
  const { changes } = (await exports()).body
  const actions = changes.slice(0, changes.length - before).map(({ action }) => action)
  expect(actions).toEqual(['exported the orders', 'exported the newsletter'])
})

test('a ticket opens nothing else, is good for a minute only, and the next one ends it', async () => {
  const ticket = await takeTicket()
  expect((await ask('GET', `/api/orders?ticket=${ticket}`)).status).toBe(401)
  expect((await ask('GET', `/api/orders.csv?ticket=${ticket}x`)).status).toBe(401)
  expect((await ask('GET', '/api/orders.csv?ticket=')).status).toBe(401)
  const next = await takeTicket()
  expect((await ask('GET', `/api/orders.csv?ticket=${ticket}`)).status).toBe(401)
  clock.forward({ seconds: 61 })
  expect((await ask('GET', `/api/orders.csv?ticket=${next}`)).status).toBe(401)
})

test('whoever is no admin any more gets nothing for a ticket', async () => {
  const { token, viewer } = await signedInAs('other customer')
  const setAdmin = (isAdmin: boolean) =>
    context.db.update(users).set({ isAdmin }).where(eq(users.id, viewer.id))
  await setAdmin(true)
  const ticket = await takeTicket(token)
  await setAdmin(false)
  expect((await ask('GET', `/api/orders.csv?ticket=${ticket}`)).status).toBe(401)
})

test('whoever was blocked gets nothing for a ticket from a moment before', async () => {
  const { token, viewer } = await signedInAs('other customer')
  await context.db.update(users).set({ isAdmin: true }).where(eq(users.id, viewer.id))
  const ticket = await takeTicket(token)
  await context.db.update(users).set({ blockedAt: context.clock() }).where(eq(users.id, viewer.id))
  expect((await ask('GET', `/api/orders.csv?ticket=${ticket}`)).status).toBe(401)
})
