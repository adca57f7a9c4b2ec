import { afterAll, expect, test } from 'vitest'
import type { RefusalAnswer } from '../../contract/refusals.ts'
import { type Method, openTestShop } from '../testing/test-shop.ts'
import { type AccessRow, type Actor, accessTable, actors } from './access-table.ts'
import { buildHttpServer } from './http-server.ts'

const { app, ask, clock, shop, tools, signedInAs, close } = await openTestShop()
afterAll(close)

const everyMethod: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function listRoutes(): string[] {
  return app.routeTable.flatMap(({ method, url }) => {
    // HEAD follows GET, and has its own test below.
    const methods = [method].flat().filter((each) => each !== 'HEAD')
    return methods.length > 2 ? [`ANY ${url}`] : methods.map((each) => `${each} ${url}`)
  })
}

function methodsOf({ route }: AccessRow): Method[] {
  return route.startsWith('ANY ')
    ? everyMethod
    : everyMethod.filter((method) => route.startsWith(`${method} `))
}

function addressOf({ route, address }: AccessRow): string {
  return address ?? route.replace(/^\w+ /, '').replace('*', 'nothing').replaceAll(/:\w+/g, '1')
}

async function tokenOf(actor: Actor): Promise<string | undefined> {
  return actor === 'visitor' ? undefined : (await signedInAs(actor)).token
}

test('every route is in the table, and the table has no other', () => {
  expect([...new Set(accessTable.map(({ route }) => route))].sort()).toEqual(
    [...new Set(listRoutes())].sort(),
  )
})

test.each(actors)('%s gets the answers of the table', async (actor) => {
  const expected: string[] = []
  const found: string[] = []
  let token = await tokenOf(actor)
  for (const row of accessTable) {
    for (const method of methodsOf(row)) {
      const { status } = await ask(method, addressOf(row), { token, body: row.body })
      expected.push(`${method} ${addressOf(row)}: ${row.answers[actor]}`)
      found.push(`${method} ${addressOf(row)}: ${status}`)
    }
    if (row.route === 'POST /api/auth/signout') token = await tokenOf(actor)
  }
  expect(found).toEqual(expected)
})

/** Tokens that were good once, or look as if they were; each stands for nobody. */
async function worthlessTokens(): Promise<Record<string, string>> {
  const { token: expired } = await signedInAs('admin')
  clock.forward({ days: 400 })
  const { token: signedOut } = await signedInAs('admin')
  await ask('POST', '/api/auth/signout', { token: signedOut })
  const { token: good } = await signedInAs('admin')
  const leaver = { email: 'leaver@example.com', password: 'kente cloth' }
  await shop.accounts.createAccount({ ...leaver, isAdmin: true })
  const { token: deleted } = await shop.accounts.signIn(leaver, { address: 'x', userAgent: 'a test' })
  await ask('POST', '/api/account/delete', { token: deleted, body: { password: leaver.password } })
  const tampered = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`
  return { expired, signedOut, deleted, tampered }
}

test('a token that ran out, was signed out, outlived its account or was tampered with is a visitor’s everywhere', {
  timeout: 60_000,
}, async () => {
  for (const [kind, token] of Object.entries(await worthlessTokens())) {
    const found = []
    for (const row of accessTable) {
      const [method = 'GET'] = methodsOf(row)
      const { status } = await ask(method, addressOf(row), { token, body: row.body })
      found.push(`${kind}: ${row.route}: ${status}`)
    }
    expect(found).toEqual(accessTable.map(({ route, answers }) => `${kind}: ${route}: ${answers.visitor}`))
  }
})

test('whoever was an admin or a driver a moment ago is a customer everywhere, with the same token', async () => {
  const { token: bossToken, viewer: boss } = await signedInAs('admin')
  for (const role of ['isAdmin', 'isDriver'] as const) {
    const login = { email: `${role.toLowerCase()}@example.com`, password: 'kente cloth' }
    await shop.accounts.createAccount({ ...login, [role]: true })
    const { token, viewer } = await shop.accounts.signIn(login, { address: role, userAgent: 'a test' })
    expect(viewer[role]).toBe(true)
    const { status } = await ask('PUT', `/api/team/${viewer.id}`, {
      token: bossToken,
      body: { is_admin: false, is_driver: false },
    })
    expect([boss.isAdmin, status]).toEqual([true, 200])
    for (const row of accessTable.filter(({ route }) => route !== 'POST /api/auth/signout')) {
      const [method = 'GET'] = methodsOf(row)
      const answer = await ask(method, addressOf(row), { token, body: row.body })
      expect(`${row.route}: ${answer.status}`).toBe(`${row.route}: ${row.answers['other customer']}`)
    }
  }
})

test('HEAD answers like GET, without the body', async () => {
  const { token } = await signedInAs('customer')
  for (const row of accessTable.filter(({ route }) => route.startsWith('GET '))) {
    const { status, body } = await ask('HEAD', addressOf(row), { token })
    expect(`${row.route}: ${status}`).toBe(`${row.route}: ${row.answers.customer}`)
    expect(body).toBe('')
  }
})

test('whoever is turned away is told why, and nothing else', async () => {
  const codes = { 401: ['not_signed_in'], 403: ['not_allowed', 'not_a_driver'] }
  for (const actor of ['visitor', 'customer'] as const) {
    const token = await tokenOf(actor)
    for (const row of accessTable) {
      const status = row.answers[actor]
      if (status !== 401 && status !== 403) continue
      const [method = 'GET'] = methodsOf(row)
      const { body } = await ask<RefusalAnswer>(method, addressOf(row), { token, body: row.body })
      expect(Object.keys(body)).toEqual(['error', 'code'])
      expect(codes[status]).toContain(body.code)
    }
  }
})

test('a route that does not say who may call it stops the start', async () => {
  const server = await buildHttpServer({ shop, tools })
  server.get('/forgotten', async () => 'everything')
  await expect(server.ready()).rejects.toThrow('The route GET /forgotten does not say who may call it')
  await server.close()
})
