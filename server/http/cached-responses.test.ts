import { once } from 'node:events'
import { request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { ProductResponse } from '#contract/catalogue.ts'
import { saleBody } from '#contract/sales-and-discounts.ts'
import type { NewKeyResponse } from '#contract/team.ts'
import { products } from '../features/catalogue/tables.ts'
import { invalidating } from '../platform/database/invalidation.ts'
import { untilQuiet } from '../testing/database.ts'
import { item, place } from '../testing/sample-orders.ts'
import { renameProduct, shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { cacheApiResponses, openResponseCache } from './cached-responses.ts'

const world = await openTestShop({ withPages: true })
const { app, clock, context, shop, signedInAs, close } = world
afterAll(close)

let address = ''
let jar = 0
beforeAll(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  jar = await shelve(context, { name: 'Shea cream' })
})

/** Only the usual way gives each answer a number of its own. */
function tookFastPath({ headers }: Response): boolean {
  return !headers.has('x-request-id')
}

async function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(address + path, { headers })
}

async function visitUntilCached(path: string): Promise<Response> {
  await untilQuiet(context)
  await expect.poll(async () => tookFastPath(await visit(path))).toBe(true)
  return await visit(path)
}

test.each(['/shop', '/api/products', '/api/products?limit=20'])(
  'the second visitor of %s gets the same answer, with the same headers, from memory',
  async (path) => {
    await renameProduct(context, jar, `Shea cream for ${path}`)
    const first = await visit(path)
    expect(tookFastPath(first)).toBe(false)
    const second = await visitUntilCached(path)
    expect(await second.text()).toBe(await first.text())
    const shared = (answer: Response) =>
      Object.fromEntries(
        [...answer.headers].filter(
          ([name]) =>
            !/^(x-request-id|x-ratelimit|date|etag|vary|content-(encoding|length)|transfer)/.test(name),
        ),
      )
    expect(shared(second)).toEqual(shared(first))
  },
)

test('what changes is new for the next visitor', async () => {
  await visitUntilCached('/api/products')
  await renameProduct(context, jar, 'Baobab cream')
  expect(await (await visit('/api/products')).text()).toContain('Baobab cream')
})

test('who shows a token, or asks with parameters that nobody knows, takes the usual way', async () => {
  await visitUntilCached('/api/products')
  const { token } = await signedInAs('admin')
  expect(tookFastPath(await visit('/api/products', { authorization: `Bearer ${token}` }))).toBe(false)
  for (const path of ['/api/products?q=shea', '/api/products?category=serum', '/shop?utm_source=mail']) {
    await visit(path)
    expect([path, tookFastPath(await visit(path))]).toEqual([path, false])
  }
})

test('an address that could be written in another way takes the usual way', async () => {
  await visitUntilCached('/shop')
  for (const path of ['/sh%6Fp', '/shop?', '//shop']) {
    expect([path, tookFastPath(await visit(path))]).toEqual([path, false])
  }
})

test('a browser gets the form that it can open, or hears that it has the page already', async () => {
  const cached = await visitUntilCached('/shop')
  const html = await cached.text()
  const packed = ask(`${address}/shop`, { headers: { 'accept-encoding': 'br' } }).end()
  const [answer] = await once(packed, 'response')
  expect(answer.headers['content-encoding']).toBe('br')
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  expect(brotliDecompressSync(Buffer.concat(pieces)).toString()).toBe(html)

  const plain = ask(`${address}/shop`).end()
  const [whole] = await once(plain, 'response')
  expect([whole.headers['content-encoding'], await text(whole)]).toEqual([undefined, html])

  const again = await visit('/shop', { 'if-none-match': String(cached.headers.get('etag')) })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('only reading takes the cached-response fast path', async () => {
  await visitUntilCached('/shop')
  const head = await fetch(`${address}/shop`, { method: 'HEAD' })
  expect([head.status, tookFastPath(head), await head.text()]).toEqual([200, false, ''])
  expect((await fetch(`${address}/shop`, { method: 'POST' })).status).toBe(405)
})

/** What makes the product known to the back office only. */
const secret = { fdaNumber: 'FDA/C/23-4711' }

async function addJar(details: object = {}): Promise<{ id: number; path: string }> {
  const id = await shelve(context, { name: 'Black soap', stock: 9, price: 4_000, ...secret, ...details })
  await untilQuiet(context)
  return { id, path: `/api/products/${id}` }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function read(path: string, headers: Record<string, string> = {}): Promise<ProductResponse> {
  return (await (await visit(path, headers)).json()) as ProductResponse
}

/** Fastify's own answers carry a tag only when they come from memory. */
function cameFromMemory({ headers }: Response): boolean {
  return tookFastPath({ headers } as Response) || headers.has('etag')
}

/** As it is written, without anybody making a plain address of it. */
async function askRaw(path: string, headers: Record<string, string> = {}) {
  const { port, hostname } = new URL(address)
  const sent = ask({ port, hostname, path, headers }).end()
  const [answer] = await once(sent, 'response')
  return { isFast: answer.headers['x-request-id'] === undefined, body: await text(answer) }
}

test('a product comes from memory until it, its stock or its price changes', async () => {
  const { id, path } = await addJar()
  const first = await visit(path)
  expect(tookFastPath(first)).toBe(false)
  const second = await visitUntilCached(path)
  expect(await second.text()).toBe(await first.text())

  await renameProduct(context, id, 'Liquid black soap')
  expect((await read(path)).name).toBe('Liquid black soap')

  await visitUntilCached(path)
  await place(world, [item(id, 2)])
  expect((await read(path)).stock_quantity).toBe(7)

  const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000)
  const { viewer } = await signedInAs('admin')
  const sale = { name: 'Harmattan sale', percent: 25, scope: 'all', starts_at: inMinutes(0.5).toISOString() }
  await shop.sales.add(
    viewer,
    z.decode(saleBody, { ...sale, scope: 'all', ends_at: inMinutes(1).toISOString() }),
  )
  const paid: number[] = []
  for (const seconds of [0, 29.999, 0.001, 29.999, 0.001]) {
    clock.forward({ seconds })
    await visit(path)
    paid.push((await read(path)).price)
  }
  expect(paid).toEqual([40, 40, 30, 30, 40])
})

test('a product that is hidden or not there is never remembered', async () => {
  const { id, path } = await addJar()
  const hide = (isHidden: boolean) =>
    invalidating(context, ['catalogue'], (tx) =>
      tx.update(products).set({ isHidden }).where(eq(products.id, id)),
    )
  await visitUntilCached(path)
  await hide(true)
  for (const _ of [1, 2]) {
    const gone = await visit(path)
    expect([gone.status, cameFromMemory(gone)]).toEqual([404, false])
  }
  await hide(false)
  expect((await visit(path)).status).toBe(200)
})

test('a token gets what everybody gets, from the same memory, and is looked at all the same', async () => {
  const { path } = await addJar()
  const { token } = await signedInAs('admin')
  const { key } = (
    await world.ask<NewKeyResponse>('POST', '/api/keys', { token, body: { name: 'Till', role: 'helper' } })
  ).body
  const tokens = {
    admin: token,
    customer: (await signedInAs('customer')).token,
    key,
    worthless: 'x'.repeat(43),
  }
  const made = await visit(path, bearer(token))
  expect(cameFromMemory(made)).toBe(false)
  const expected = await made.text()
  for (const [who, each] of Object.entries(tokens)) {
    const asks = vi.spyOn(shop.accounts, who === 'key' ? 'findKeyViewer' : 'findViewer')
    const answer = await visit(path, bearer(each))
    expect([who, tookFastPath(answer), cameFromMemory(answer)]).toEqual([who, false, true])
    expect([who, await answer.text()]).toEqual([who, expected])
    expect([who, asks.mock.calls]).toEqual([who, [[each]]])
    asks.mockRestore()
  }
  const left = async () => Number((await visit(path, bearer(token))).headers.get('x-ratelimit-remaining'))
  expect((await left()) - (await left())).toBe(1)
  const visitor = await visit(path)
  expect([tookFastPath(visitor), await visitor.text()]).toEqual([true, expected])
  expect(
    [...visitor.headers.keys()].filter((name) => /^(x-request-id|x-ratelimit-.*|set-cookie)$/.test(name)),
  ).toEqual([])
})

test('what only the back office sees is neither remembered nor answered from memory', async () => {
  const { id, path } = await addJar()
  const { token } = await signedInAs('helper')
  const publicly = await read(path)
  await visitUntilCached(path)
  const forms = await read(`${path}?admin=1`, bearer(token))
  expect(forms).toMatchObject({ fda_number: secret.fdaNumber, hidden: false })
  expect(publicly).not.toHaveProperty('fda_number')
  for (const each of ['admin=1', 'low_stock=1', 'hidden=1', 'page=1&admin=1', 'admin=1&limit=20']) {
    await visit(`/api/products?${each}`, bearer(token))
    expect([each, (await visit(`/api/products?${each}`)).status]).toEqual([each, 401])
  }
  expect([
    (await visit(`${path}?admin=1`)).status,
    await read(path),
    await read(path, bearer(token)),
  ]).toEqual([401, publicly, publicly])
  expect((await visit(`${path}?admin=1`, bearer('x'.repeat(43)))).status).toBe(401)
  expect(await read(`${path}?admin=1`, bearer(token))).toEqual(forms)
  expect(id).toBe(publicly.id)
})

test('an odd spelling of an address is never remembered, whoever has used it before', async () => {
  const { id, path } = await addJar()
  const { token } = await signedInAs('admin')
  const spellings = [
    ...[
      '?',
      '/',
      '#',
      '?admin=0',
      '?admin=1',
      '#admin=1',
      '?#admin=1',
      '?admin=0&admin=1',
      '?%61dmin=1',
      '?admin=%31',
    ],
    ...['?;admin=1', '?ADMIN=1', '?__proto__=1', '?ticket=abc'],
  ].map((end) => path + end)
  const lists = [
    'page=1&page=2',
    'page=01',
    'page=1&',
    '&page=1',
    'page=1#admin=1',
    'limit=+20',
    '__proto__=1',
    'sort=newest&ticket=1',
  ]
  const odd = [
    ...spellings,
    ...lists.map((search) => `/api/products?${search}`),
    ...[
      `/api/products/0${id}`,
      `/api/products/%3${String(id)[0]}${String(id).slice(1)}`,
      `http://elsewhere${path}`,
      `//${path}`,
    ],
    ...[
      '/api/products#admin=1',
      '/api/products#?admin=1',
      '/api/products/?admin=1',
      '/api/products?page=1#&admin=1',
    ],
  ]
  for (const each of odd) {
    await askRaw(each, bearer(token))
    await askRaw(each, bearer(token))
    const { isFast, body } = await askRaw(each)
    expect([each, isFast, body.includes(secret.fdaNumber)]).toEqual([each, false, false])
  }
  for (const each of [path, '/api/products', '/api/products?page=1'])
    expect([each, (await askRaw(each)).body.includes(secret.fdaNumber)]).toEqual([each, false])
})

test('asking for the headers alone leaves nothing in memory', async () => {
  const { path } = await addJar()
  const { token } = await signedInAs('admin')
  for (const headers of [{}, bearer(token)]) {
    const head = await fetch(address + path, { method: 'HEAD', headers })
    expect([head.status, cameFromMemory(head)]).toEqual([200, false])
  }
  const { fda_number, name } = await read(path)
  expect([name, fda_number]).toEqual(['Black soap', undefined])
})

test('what is made for memory does not know who asks, and what is for some only cannot be cached', async () => {
  const own = fastify()
  own.decorateRequest('viewer', null)
  const { viewer } = await signedInAs('admin')
  own.addHook('onRequest', async (request) => {
    request.viewer = viewer
  })
  const seen: unknown[] = []
  own.addHook('onResponse', async (request) => void seen.push(request.viewer))
  cacheApiResponses(own, openResponseCache(own, { ...context, findNextPriceChange: async () => null }))
  const config = { access: 'anyone', cached: { shows: ['catalogue'], parameters: ['page'] } } as const
  own.get('/greeting', { config }, async (request) => ({ hello: request.viewer?.id ?? 'visitor' }))
  const forSome = { ...config, access: 'orders' } as const
  expect(() => own.get('/orders', { config: forSome }, async () => [])).toThrow(
    'The route /orders is cached, but not everyone may call it',
  )
  for (const hello of ['visitor', 'visitor'])
    expect((await own.inject('/greeting?page=1')).json()).toEqual({ hello })
  expect((await own.inject('/greeting?name=1')).json()).toEqual({ hello: viewer.id })
  // The log says who asked all the same.
  expect(seen).toEqual([viewer, viewer, viewer])
  await own.close()
})

test('a list of the API that everybody gets is stored as it is, and sent compressed to its first caller too', async () => {
  for (const name of ['Black soap', 'Argan oil', 'Cocoa butter', 'Body scrub'])
    await shelve(context, { name })
  await renameProduct(context, jar, 'Shea cream for its first caller')
  const inGzip = () => app.inject({ url: '/api/products', headers: { 'accept-encoding': 'gzip' } })
  const answers = [await inGzip(), await inGzip()]
  const plain = await app.inject('/api/products')
  for (const { headers, rawPayload } of answers) {
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(rawPayload)).toEqual(plain.rawPayload)
  }
})
