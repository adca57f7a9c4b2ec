import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { type AccessRow, type Actor, accessTable, actors } from '../testing/access-table.ts'
import { demotedToken, type Method, openTestShop, worthlessTokens } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'

const world = await openTestShop()
afterAll(world.close)
const { app, ask, shop, context, signedInAs } = world

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

test('a token that ran out, was signed out, outlived its account or was tampered with is a visitor’s everywhere', async () => {
  for (const [kind, token] of Object.entries(await worthlessTokens(world))) {
    const found = []
    for (const row of accessTable) {
      const [method = 'GET'] = methodsOf(row)
      const { status } = await ask(method, addressOf(row), { token, body: row.body })
      found.push(`${kind}: ${row.route}: ${status}`)
    }
    expect(found).toEqual(accessTable.map(({ route, answers }) => `${kind}: ${route}: ${answers.visitor}`))
  }
})

test('whoever had a role a moment ago is a customer everywhere, with the same token', async () => {
  for (const role of ['isAdmin', 'isManager', 'isHelper', 'isDriver'] as const) {
    const token = await demotedToken(world, role)
    for (const row of accessTable.filter(({ route }) => route !== 'POST /api/auth/signout')) {
      const [method = 'GET'] = methodsOf(row)
      const answer = await ask(method, addressOf(row), { token, body: row.body })
      expect(`${row.route}: ${answer.status}`).toBe(`${row.route}: ${row.answers['other customer']}`)
    }
  }
})

test('HEAD answers like GET, without the body', async () => {
  for (const actor of ['visitor', 'customer', 'admin'] as const) {
    const token = await tokenOf(actor)
    for (const row of accessTable.filter(({ route }) => route.startsWith('GET '))) {
      const { status, body } = await ask('HEAD', addressOf(row), { token })
      expect(`${actor}: ${row.route}: ${status}`).toBe(`${actor}: ${row.route}: ${row.answers[actor]}`)
      expect(body).toBe('')
    }
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
      const { body } = await ask<RefusalResponse>(method, addressOf(row), { token, body: row.body })
      expect(Object.keys(body)).toEqual(['error', 'code'])
      expect(codes[status]).toContain(body.code)
    }
  }
})

test('whoever works here is told which right is missing', async () => {
  for (const actor of ['helper', 'manager'] as const) {
    const token = await tokenOf(actor)
    for (const row of accessTable) {
      if (row.answers[actor] !== 403 || row.answers.admin === 403 || !isOffice(row)) continue
      const [method = 'GET'] = methodsOf(row)
      const { body } = await ask<RefusalResponse>(method, addressOf(row), { token, body: row.body })
      expect([actor, row.route, body.code, body.error]).toEqual([
        actor,
        row.route,
        'not_allowed',
        expect.stringMatching(/^Your role does not include .+\. Please ask an admin of the shop\.$/),
      ])
    }
  }
})

/** What belongs to somebody is refused without a word about rights. */
function isOffice({ route }: AccessRow): boolean {
  return !route.startsWith('GET /api/profile/')
}

test('a route that does not say who may call it stops the start', async () => {
  const server = await buildHttpServer({ shop, context, limits: neverTooBusy })
  server.get('/forgotten', async () => 'everything')
  await expect(server.ready()).rejects.toThrow('The route GET /forgotten does not say who may call it')
  await server.close()
})
