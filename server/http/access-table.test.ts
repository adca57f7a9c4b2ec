import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { type AccessRow, type Actor, accessTable, actors } from '../testing/access-table.ts'
import {
  addressOf,
  expectHeadLikeGet,
  expectLikeCustomer,
  expectLikeVisitor,
  methodsOf,
  oneOfEachAccess,
} from '../testing/every-route.ts'
import { type Method, openTestShop } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'

const world = await openTestShop()
afterAll(world.close)
const { app, ask, shop, context, signedInAs } = world

function listRoutes(): string[] {
  return app.routeTable.flatMap(({ method, url }) => {
    // HEAD follows GET, and has its own test below.
    const methods = [method].flat().filter((each) => each !== 'HEAD')
    return methods.length > 2 ? [`ANY ${url}`] : methods.map((each) => `${each} ${url}`)
  })
}

async function tokenOf(actor: Actor): Promise<string | undefined> {
  return actor === 'visitor' ? undefined : (await signedInAs(actor)).token
}

test('every route is in the table, and the table has no other', () => {
  expect([...new Set(accessTable.map(({ route }) => route))].sort()).toEqual(
    [...new Set(listRoutes())].sort(),
  )
})

type Asked = { row: AccessRow; method: Method; status: number; body: RefusalResponse }

const everyAnswer = new Map<Actor, Promise<Asked[]>>()

/** What somebody is told at each route, asked once for all tests. */
function answersTo(actor: Actor): Promise<Asked[]> {
  const known = everyAnswer.get(actor) ?? askEverywhere(actor)
  everyAnswer.set(actor, known)
  return known
}

/** For these, access-table-denied.test.ts sees every refusal, of things that are there. Of the others the words are looked at below. */
const refusedElsewhere: readonly Actor[] = ['other customer', 'driver', 'other driver']

function isAskedHere(actor: Actor, { answers }: AccessRow): boolean {
  return !refusedElsewhere.includes(actor) || (answers[actor] !== 401 && answers[actor] !== 403)
}

async function askEverywhere(actor: Actor): Promise<Asked[]> {
  const all: Asked[] = []
  let token = await tokenOf(actor)
  for (const row of accessTable.filter((each) => isAskedHere(actor, each))) {
    for (const method of methodsOf(row)) {
      const { status, body } = await ask<RefusalResponse>(method, addressOf(row), { token, body: row.body })
      all.push({ row, method, status, body })
    }
    if (row.route === 'POST /api/auth/signout') token = await tokenOf(actor)
  }
  return all
}

test.each(actors)('%s gets the answers of the table', async (actor) => {
  const found = await answersTo(actor)
  const told = (status: number, { row, method }: Asked) => `${method} ${addressOf(row)}: ${status}`
  expect(found.map((each) => told(each.status, each))).toEqual(
    found.map((each) => told(each.row.answers[actor], each)),
  )
})

test('a token that ran out, was signed out, outlived its account or was tampered with is a visitor’s, whoever may call', async () => {
  await expectLikeVisitor(world, oneOfEachAccess)
})

test('whoever had a role a moment ago is a customer, with the same token, whoever may call', async () => {
  await expectLikeCustomer(world, oneOfEachAccess)
})

test('HEAD answers like GET, without the body', async () => {
  await expectHeadLikeGet(world, oneOfEachAccess)
})

test('whoever is turned away is told why, and nothing else', async () => {
  const codes = { 401: ['not_signed_in'], 403: ['not_allowed', 'not_a_driver'] }
  for (const actor of ['visitor', 'customer'] as const) {
    for (const { row, body } of await answersTo(actor)) {
      const status = row.answers[actor]
      if (status !== 401 && status !== 403) continue
      expect(Object.keys(body)).toEqual(['error', 'code'])
      expect(codes[status]).toContain(body.code)
    }
  }
})

test('whoever works here is told which right is missing', async () => {
  for (const actor of ['helper', 'manager'] as const) {
    for (const { row, body } of await answersTo(actor)) {
      if (row.answers[actor] !== 403 || row.answers.admin === 403 || !isOffice(row)) continue
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
