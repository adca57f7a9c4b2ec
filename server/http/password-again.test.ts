import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { DownloadTicketResponse } from '#contract/accounts.ts'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { auditEntries } from '../features/audit/tables.ts'
import { accessTable } from '../testing/access-table.ts'
import { item, place } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { type Method, openTestShop } from '../testing/test-shop.ts'

const world = await openTestShop()
afterAll(world.close)
const { app, ask, clock, signedInAs, context } = world

const password = 'the admin’s password'

/** In the way of the form, so that nobody types the password again by themselves while the clock goes on. */
async function signIn(): Promise<string> {
  const { viewer } = await signedInAs('admin')
  const body = { email: viewer.email, password }
  return (await ask<{ token: string }>('POST', '/api/auth/signin', { body })).body.token
}

/** Roles, ways to sign in, keys, where the shop sends what happens, money that goes back or is decided about, lists that leave the shop, and how customers pay. */
const asked = [
  'POST /api/team/invitations',
  'PUT /api/team/:id',
  'DELETE /api/account/phone',
  'PUT /api/team/:id/block',
  'DELETE /api/team/:id/second-factor',
  'POST /api/keys',
  'DELETE /api/keys/:id',
  'POST /api/webhooks',
  'PUT /api/webhooks/:id',
  'POST /api/webhooks/:id/secret',
  'DELETE /api/webhooks/:id',
  'POST /api/payments/:referenceId/accept',
  'POST /api/payments/:referenceId/refund',
  'POST /api/payments/:referenceId/refunded',
  'POST /api/payments/:referenceId/refunds/:refund/decide',
  'POST /api/orders/:id/money/:line/take-back',
  'POST /api/orders/:id/returns/:return/settle',
  'GET /api/orders.csv',
  'GET /api/products.csv',
  'GET /api/newsletter.csv',
  'GET /api/discounts/:id/codes.csv',
  'POST /api/downloads',
  'DELETE /api/setup/samples',
  'POST /api/setup/owner-link',
]

/** For some bodies only. */
const askedAtTimes = ['PUT /api/settings', 'POST /api/orders/:id/money']

test('these routes ask for the password again, of the settings those of payment, of the ledger what goes out, and no other does', () => {
  const found = app.routeTable.flatMap(({ method, url, config }) =>
    config?.recentPassword === undefined || method === 'HEAD' ? [] : [`${method} ${url}`],
  )
  expect(found.sort()).toEqual([...asked, ...askedAtTimes].sort())
})

test('a fresh sign-in counts; ten minutes later each of them asks for the password, and after it does as before', async () => {
  const token = await signIn()
  const call = async (route: string) => {
    const row = accessTable.find((each) => each.route === route)
    const [method, path = ''] = route.split(' ')
    const nobodys = /^\/api\/(?:discounts|orders)/.test(path) ? '987654' : randomUUID()
    const url = path.replaceAll(/:\w+/g, nobodys)
    return await ask<RefusalResponse>(method as Method, url, { token, body: row?.body })
  }
  const usual = (route: string) => accessTable.find((each) => each.route === route)?.answers.admin
  const answers = async () => {
    const all = []
    for (const route of asked) all.push([route, (await call(route)).status])
    return all
  }
  const confirm = (typed: string) =>
    ask<RefusalResponse>('POST', '/api/auth/confirm-password', { token, body: { password: typed } })
  const normally = asked.map((route) => [route, usual(route)])
  expect(await answers()).toEqual(normally)
  clock.forward({ minutes: 11 })
  for (const route of asked)
    expect([route, await call(route)]).toMatchObject([
      route,
      { status: 403, body: { code: 'password_needed' } },
    ])
  expect(await confirm('wrong')).toMatchObject({
    status: 400,
    body: { fields: { password: expect.any(String) } },
  })
  expect((await call('PUT /api/team/:id')).status).toBe(403)
  expect((await confirm(password)).status).toBe(200)
  expect(await answers()).toEqual(normally)
})

test('another session of the same person is asked for itself', async () => {
  const [token, other] = [await signIn(), await signIn()]
  clock.forward({ minutes: 11 })
  await ask('POST', '/api/auth/confirm-password', { token, body: { password } })
  expect((await ask('POST', '/api/downloads', { token })).status).toBe(201)
  expect((await ask('POST', '/api/downloads', { token: other })).status).toBe(403)
})

test('the settings ask for it when they lead money, orders or visitors elsewhere, and otherwise not', async () => {
  const token = await signIn()
  clock.forward({ minutes: 11 })
  const { body: known } = await ask<SettingsResponse>('GET', '/api/settings', { token })
  const save = (settings: object, version = known.version) =>
    ask<SettingsResponse & RefusalResponse>('PUT', '/api/settings', { token, body: { version, settings } })
  const ways = { payment_methods: { whatsapp: true, mtn_momo: false } }
  expect((await save(ways)).body.code).toBe('password_needed')
  expect((await save({ ...ways, low_stock_level: 3 })).body.code).toBe('password_needed')
  expect((await save({ chat_number: '024 123 4567' })).body.code).toBe('password_needed')
  expect((await save({ measuring: { meta_pixel: '1234567890', google_tag: '' } })).body.code).toBe(
    'password_needed',
  )
  expect((await save({ payment_methods: { whatsapp: false, mtn_momo: false } })).status).toBe(400)
  const { status, body } = await save({ low_stock_level: 3 })
  expect(status).toBe(200)
  await ask('POST', '/api/auth/confirm-password', { token, body: { password } })
  expect((await save(ways, body.version)).status).toBe(200)
})

test('money that is paid back by hand asks for it, and money that came in does not', async () => {
  const token = await signIn()
  clock.forward({ minutes: 11 })
  const order = await place(world, [item(await shelve(context))])
  const enter = (kind: string, lastLine: number) => {
    const body = { kind, way: 'cash', amount: 1, last_line: lastLine, note: 'As agreed' }
    return ask<OrderLedgerResponse & RefusalResponse>('POST', `/api/orders/${order.id}/money`, {
      token,
      body,
    })
  }
  const { status, body } = await enter('receipt', 0)
  expect(status).toBe(201)
  expect((await enter('repayment', body.last_line)).body.code).toBe('password_needed')
  await ask('POST', '/api/auth/confirm-password', { token, body: { password } })
  expect((await enter('repayment', body.last_line)).status).toBe(201)
})

test('a ticket that was given after the password opens its file without it, and a refused export is in no list', async () => {
  const token = await signIn()
  const exports = async () =>
    (await context.db.select().from(auditEntries)).filter(({ thing }) => thing === 'export').length
  const before = await exports()
  const { body } = await ask<DownloadTicketResponse>('POST', '/api/downloads', { token })
  expect((await ask('GET', `/api/orders.csv?ticket=${body.ticket}`)).status).toBe(200)
  expect(await exports()).toBe(before + 1)
  clock.forward({ minutes: 11 })
  expect((await ask('GET', '/api/orders.csv', { token })).status).toBe(403)
  expect(await exports()).toBe(before + 1)
})

test('a stolen phone is no place to guess the password', async () => {
  const token = await signIn()
  const guess = () => ask('POST', '/api/auth/confirm-password', { token, body: { password: 'wrong' } })
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
  clock.forward({ minutes: 6 })
  expect((await ask('POST', '/api/auth/confirm-password', { token, body: { password } })).status).toBe(200)
})
