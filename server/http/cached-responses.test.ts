import { once } from 'node:events'
import { request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilQuiet } from '../testing/database.ts'
import { renameProduct, shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const { app, context, signedInAs, close } = await openTestShop({ withPages: true })
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
