import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { KeyResponse, NewKeyResponse, PersonResponse } from '#contract/team.ts'
import { changeLabels } from '#rules/change-labels.ts'
import { mostKeys } from '#rules/connections.ts'
import { apiKeys, users } from '#server/features/accounts/tables.ts'
import { orderHistory } from '#server/features/orders/tables.ts'
import { type AccessRow, accessTable } from '#server/testing/access-table.ts'
import { item, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type Method, openTestShop } from '#server/testing/test-shop.ts'

const lines: string[] = []
const shop = await openTestShop({ logTo: { write: (line) => lines.push(line) } })
afterAll(shop.close)
const { app, ask, clock, context, mails, signedInAs } = shop
const { token, viewer: boss } = await signedInAs('admin')

function make(body: object) {
  return ask<NewKeyResponse & RefusalResponse>('POST', '/api/keys', { token, body })
}

async function newKey(role: 'helper' | 'manager', name = `The ${role}’s tool`) {
  const { status, body } = await make({ name, role })
  expect(status).toBe(201)
  return { key: body.key, id: body.api_key.id }
}

const list = async () => (await ask<KeyResponse[]>('GET', '/api/keys', { token })).body

/** Routes that are about a person, or for drivers; a key has no account and no day of its own. */
const onlyForPeople = /^\w+ \/api\/(alerts|dashboard\/counts|version|setup\/preview)/

/** Where the office does its work although the route asks for no right. */
const officeWork = [
  'PUT /api/orders/:id',
  'GET /api/orders/:id/delivery',
  'GET /api/orders/:id/proofs/:proof',
]

function isAboutPeople({ route, answers }: AccessRow): boolean {
  const isForAll = answers.visitor === 401 && answers.customer !== 403
  const isForStaff = answers.driver !== 403 && answers.customer === 403
  return !officeWork.includes(route) && (isForAll || isForStaff || onlyForPeople.test(route))
}

function asksForPassword(route: string): boolean {
  return app.routeTable.some(
    (each) => `${each.method} ${each.url}` === route && each.config?.recentPassword === true,
  )
}

/** Of the routes that are for the same people and treat a key alike, the first. */
const oneOfEachKind = accessTable.filter((row, index) => {
  const kindOf = (each: AccessRow) =>
    [...Object.values(each.answers), isAboutPeople(each), asksForPassword(each.route)].join()
  return accessTable.findIndex((each) => kindOf(each) === kindOf(row)) === index
})

async function expectReach(role: 'helper' | 'manager', rows: readonly AccessRow[]): Promise<void> {
  const { key } = await newKey(role)
  const expected: string[] = []
  const found: string[] = []
  for (const row of rows) {
    if (row.route.startsWith('ANY ')) continue
    const [method = '', path = ''] = row.route.split(' ')
    const url = row.address ?? path.replace('*', 'nothing').replaceAll(/:\w+/g, '1')
    const { status, body } = await ask<RefusalResponse>(method as Method, url, {
      token: key,
      body: row.body,
    })
    const isRefused = isAboutPeople(row) || (asksForPassword(row.route) && row.answers[role] !== 403)
    expected.push(`${method} ${url}: ${isRefused ? '403 not_for_keys' : row.answers[role]}`)
    found.push(`${method} ${url}: ${status}${body.code === 'not_for_keys' ? ' not_for_keys' : ''}`)
    if (found.length % 100 === 0) clock.forward({ minutes: 2 })
  }
  expect(found).toEqual(expected)
}

test.each(['helper', 'manager'] as const)(
  'a key of a %s reaches what its role reaches, and nothing of a person',
  (role) => expectReach(role, oneOfEachKind),
)

test.each(['helper', 'manager'] as const)(
  'so does a key of a %s on every route',
  { tags: 'faults' },
  (role) => expectReach(role, accessTable),
)

test('a key is shown once; the shop stores its hash, and logs it nowhere', async () => {
  const { status, body } = await make({ name: ' Accounts ', role: 'manager' })
  expect(status).toBe(201)
  expect(body.key).toMatch(/^adom_[\w-]{43}$/)
  const shown = {
    id: expect.any(String),
    name: 'Accounts',
    role: 'manager',
    prefix: body.key.slice(0, 9),
    made_by: boss.name,
    made_at: clock().toISOString(),
    last_used_at: null,
  }
  expect(body.api_key).toEqual(shown)
  await ask('GET', '/api/orders', { token: body.key })
  clock.forward({ minutes: 2 })
  await ask('GET', '/api/orders', { token: body.key })
  const first = (await list()).find(({ name }) => name === 'Accounts')
  expect(first).toEqual({ ...shown, last_used_at: clock().toISOString() })
  const rows = await context.db.select().from(apiKeys)
  expect(JSON.stringify([rows, first, lines])).not.toContain(body.key.slice(9))
})

test('a revoked key is refused at once, and so is one that nobody made', async () => {
  const { key, id } = await newKey('manager')
  expect((await ask('GET', '/api/settings', { token: key })).status).toBe(200)
  expect((await ask('DELETE', `/api/keys/${id}`, { token })).status).toBe(200)
  for (const worthless of [key, `${key.slice(0, -1)}!`, 'adom_', `adom_${'x'.repeat(43)}`])
    expect((await ask('GET', '/api/settings', { token: worthless })).status).toBe(401)
  expect((await ask('DELETE', `/api/keys/${id}`, { token })).status).toBe(404)
  expect((await list()).map((each) => each.id)).not.toContain(id)
})

test('what is done with a key stands in the books under its name, also after its end', async () => {
  const jar = await shelve(context, { stock: 10 })
  const order = await place(shop, [item(jar)])
  const { key, id } = await newKey('helper', 'Courier')
  const moved = await ask('PUT', `/api/orders/${order.id}`, { token: key, body: { status: 'Processing' } })
  expect(moved.status).toBe(200)
  const { payment_method: _, ...manual } = orderBody([item(jar)], { source: 'phone', note: '' }) as Record<
    string,
    unknown
  >
  expect((await post(shop, manual, { token: key, url: '/api/orders/manual' })).status).toBe(201)
  await ask('DELETE', `/api/keys/${id}`, { token })
  const [step] = await context.db.select().from(orderHistory).where(eq(orderHistory.changedBy, id))
  expect(step).toMatchObject({ orderId: order.id, status: 'Processing' })
  const { body } = await ask<ChangesResponse>('GET', '/api/changes?thing=order', { token })
  expect(body.changes.map(({ by }) => by)).toContainEqual({ id, name: 'Courier (key)', email: '' })
})

test('a key places no order in the shop’s own checkout, where it would be a customer', async () => {
  const jar = await shelve(context, { stock: 10 })
  const { key } = await newKey('manager')
  expect((await post(shop, orderBody([item(jar)]), { token: key })).status).toBe(401)
})

test('making and revoking is in the list of changes, and every admin gets a mail', async () => {
  const before = (await mails()).length
  const { id } = await newKey('helper', 'Newsletter tool')
  await ask('DELETE', `/api/keys/${id}`, { token })
  const [made, revoked, ...more] = (await mails()).slice(before)
  expect([made?.to, revoked?.to, more]).toEqual(['admin@example.com', 'admin@example.com', []])
  expect(made?.text).toContain('The key “Newsletter tool” was made, with the rights of a helper.')
  expect(made?.text).toContain('by admin@example.com')
  expect(revoked?.text).toContain('The key “Newsletter tool” was revoked.')
  const { body } = await ask<ChangesResponse>('GET', '/api/changes?thing=connection', { token })
  expect(body.changes.slice(0, 2).map((change) => changeLabels(change).sentence)).toEqual([
    'admin revoked a key: Newsletter tool',
    'admin made a key: Newsletter tool',
  ])
})

test('the account of a key is nobody: not found in the team, given no role, not blocked', async () => {
  const { id } = await newKey('helper', 'Robot')
  expect((await ask<PersonResponse[]>('GET', '/api/team?q=Robot', { token })).body).toEqual([])
  const changes = { '': { is_admin: true }, '/block': { is_blocked: true } }
  for (const [rest, body] of Object.entries(changes))
    expect((await ask('PUT', `/api/team/${id}${rest}`, { token, body })).status).toBe(404)
  const [row] = await context.db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ isKey: true, email: null, phone: null, isAdmin: false, isHelper: false })
})

test('a tool that runs wild waits, and no other key with it', async () => {
  const [wild, calm] = [await newKey('helper'), await newKey('helper')]
  await context.limits.take('callsOfKey', wild.id, { limit: 300, windowSeconds: 60 }, 300)
  const refused = await ask('GET', '/api/orders', { token: wild.key })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await ask('GET', '/api/orders', { token: calm.key })).status).toBe(200)
  clock.forward({ minutes: 1 })
  expect((await ask('GET', '/api/orders', { token: wild.key })).status).toBe(200)
})

test('a key needs a name, is never an admin’s, and there is an end to their number', async () => {
  expect((await make({ name: ' ', role: 'helper' })).body.fields).toHaveProperty('name')
  for (const role of ['admin', 'driver'])
    expect((await make({ name: 'Robot', role })).body.fields).toHaveProperty('role')
  const statuses = []
  for (let n = (await list()).length; n <= mostKeys; n++)
    statuses.push((await make({ name: `Tool ${n}`, role: 'helper' })).status)
  expect(statuses.at(-1)).toBe(409)
  expect(statuses.slice(0, -1).every((status) => status === 201)).toBe(true)
})
