import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { openLog } from '../platform/log.ts'
import { pageTable } from '../testing/access-table.ts'
import { renameProduct, shelve, writePost } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'
import { straightAddress } from './page-handler.ts'
import { loadBuiltPages } from './pages.ts'

const { app, ask, shop, context, close } = await openTestShop({ withPages: true })
afterAll(close)

let jar = 0
beforeAll(async () => {
  jar = await shelve(context, { name: 'Shea Cream' })
})

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

async function inForm(encoding: string | undefined, url = '/shop') {
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  const answer = await app.inject({ url, headers })
  return { form: answer.headers['content-encoding'], bytes: answer.rawPayload, headers: answer.headers }
}

test.each(['/', '/shop', '/cart', '/account', '/driver', '/nothing-here'])(
  '%s says that it is HTML of today, so that browsers do not lay it out in quirks mode',
  async (url) => {
    expect((await app.inject({ url, ...asBrowser })).body).toMatch(/^<!DOCTYPE html><html lang="en-GH"/)
  },
)

test('a page comes in the smallest form that the browser takes', async () => {
  const plain = await inForm(undefined)
  expect(plain.form).toBeUndefined()
  expect(plain.bytes.toString()).toContain('Shea Cream')
  const brotli = await inForm('gzip, deflate, br, zstd')
  expect(brotli.form).toBe('br')
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  const gzip = await inForm('gzip;q=0.5, deflate')
  expect(gzip.form).toBe('gzip')
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  for (const { headers } of [plain, brotli, gzip]) {
    expect(headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag })
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000)
  }
})

test('a search is compressed in the quickest form that the browser takes', async () => {
  const url = '/shop?q=shea'
  const plain = await inForm(undefined, url)
  const quick = await inForm('gzip, deflate, br, zstd', url)
  expect(quick.form).toBe('zstd')
  expect(zstdDecompressSync(quick.bytes)).toEqual(plain.bytes)
  expect(quick.bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect((await inForm('gzip, deflate, br, zstd;q=0', url)).form).toBe('br')
  for (const { headers } of [plain, quick])
    expect(headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag })
})

test.each(['', 'identity', 'br;q=0, gzip;q=0.0', 'br; q=0', 'vbr, xgzip', '*;q=0'])(
  'a browser that takes %j gets the page as it is',
  async (encoding) => {
    expect((await inForm(encoding)).form).toBeUndefined()
  },
)

test('a browser that has the page already is told so, until the page changes', async () => {
  await renameProduct(context, jar, 'Shea Cream')
  const { headers } = await ask('GET', '/shop')
  const etag = String(headers.etag)
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
  for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await ask('GET', '/shop', { headers: { 'if-none-match': known } })
    expect([known, again.status, again.body]).toEqual([known, 304, ''])
    expect(again.headers.etag).toBe(etag)
  }
  expect((await ask('GET', '/shop', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  await renameProduct(context, jar, 'Shea Balm')
  expect((await ask('GET', '/shop', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('an emoji of which a page shows only one half does the page no harm', async () => {
  const cut = 'a'.repeat(99)
  const { status, body } = await ask('GET', `/shop?q=${encodeURIComponent(`${cut}🧴`)}`)
  expect(status).toBe(200)
  expect(body).toContain(`value="${cut}\ufffd"`)
})

test('HEAD says everything about a page but the page', async () => {
  const wanted = await ask('GET', '/shop')
  const { status, body, headers } = await ask('HEAD', '/shop')
  expect([status, body]).toEqual([200, ''])
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'content-security-policy']) {
    expect(headers[name]).toBe(wanted.headers[name])
  }
})

test('a public page may be cached by others, but asked for again each time; a private one by nobody else', async () => {
  const cached = async (path: string) => (await ask('GET', path)).headers['cache-control']
  expect(await cached('/shop')).toBe('public, max-age=0, s-maxage=5, must-revalidate')
  expect(await cached('/shop?q=shea')).toBe('public, max-age=0, must-revalidate')
  expect(await cached('/reset-password?token=secret')).toBe('private, max-age=0, must-revalidate')
})

test.each(['/_.data', '/shop.data', `/product/1.data`, '/shop.data?_routes=storefront/shop/shop-page'])(
  'the data of a page alone (%s) is sent to a browser that is here already',
  async (path) => {
    const { status, headers, body } = await ask('GET', path)
    expect([status, headers['content-type']]).toEqual([200, 'text/x-script'])
    expect(body).toContain('Shea')
  },
)

test.each([
  '/nowhere',
  '/product/999',
  '/product/x',
  '/product/0',
  '/product/99999999999999',
  '/admin.php',
  '//evil.example',
  '/%20',
  '/assets',
])('%s is a page that says 404 and is not cached', async (path) => {
  const { status, headers, body } = await ask('GET', path)
  expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toMatch(/Page Not Found|Product not found/)
})

test.each([
  ['/shop/', '/shop'],
  ['/shop//?q=shea/', '/shop?q=shea/'],
  ['//evil.example/', '/evil.example'],
])('%s has one address only, which is %s', async (path, address) => {
  const { status, headers } = await ask('GET', path)
  expect([status, headers.location]).toEqual([301, address])
})

test('a slash that leans the other way leads nowhere else', () => {
  expect(straightAddress('/\\evil.example/')).toBe('/evil.example')
  expect(straightAddress('http://evil.example/\\/evil.example//?to=/')).toBe('/evil.example?to=/')
  expect(straightAddress('/shop?next=/')).toBeNull()
  expect(straightAddress('/')).toBeNull()
})

test('a post without a picture shows a leaf in its place', async () => {
  await writePost(context, { slug: 'without-picture', title: 'No picture yet' })
  for (const path of ['/blog', '/blog/without-picture']) {
    expect((await ask<string>('GET', path)).body).toMatch(/aspect-16\/9[^>]*><span[^>]*><svg/)
  }
})

test('a post that does not exist leads back to the blog', async () => {
  const { status, headers } = await ask('GET', '/blog/never-written')
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/blog?gone=1', 'no-store'])
})

test.each(pageTable.filter(({ route }) => route !== ''))(
  'the page of $route is the same among the routes that begin as it does and among all of them',
  async ({ route, address = `/${route}` }) => {
    const { render } = await loadBuiltPages()
    const look = async (path: string) => {
      const visit: Parameters<typeof render>[2] = {
        id: 'visit',
        address: '',
        nonce: 'mark',
        report: () => {},
      }
      const { status, headers } = await render(new Request(`http://shop.example${path}`), shop, visit)
      const [modules = headers.get('content-type')] =
        /__reactRouterRouteModules = .*/.exec(visit.html ?? '') ?? []
      return { status, leadsTo: headers.get('location'), modules }
    }
    const path = address.replace('JAR', String(jar))
    const otherSpelling = path.replace(/^\/./, ([, letter = '']) => `/%${letter.charCodeAt(0).toString(16)}`)
    expect(await look(otherSpelling)).toEqual(await look(path))
  },
)

test.each(['/api', '/api/', '/api/nothing', '/api/products/1/nothing', '/api/%20'])(
  '%s is no page: it is not found in JSON, even for a browser',
  async (path) => {
    const { status, headers, body } = await ask('GET', path, asBrowser)
    expect([path, status]).toEqual([path, 404])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toEqual({ error: 'We could not find that.', code: 'not_found' })
  },
)

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s to a page is refused', async (method) => {
  for (const path of ['/', '/contact', '/nowhere', '/healthz']) {
    const { status, headers, body } = await ask<RefusalResponse>(method, path)
    expect([status, headers.allow, body.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
  }
})

test.each(['/%', '/%E0%A4%A', '/blog/%FF', '/a%00b'])(
  'an address that nobody can read (%s) is refused',
  async (path) => {
    const { status, headers, body } = await ask<string>('GET', path, asBrowser)
    expect(status === 400 || status === 404).toBe(true)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>This page could not be shown</h1>')
  },
)

test('files of the build are cached by the browser for good, and come compressed', async () => {
  const { body } = await ask<string>('GET', '/')
  const [script] = /\/assets\/[\w-]+\.css/.exec(body) ?? ['']
  const answer = await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each(['/assets/none.js', '/assets/../../package.json', '/assets/%2e%2e/server/index.js'])(
  'there is no file %s',
  async (path) => {
    const { status, headers } = await ask('GET', path)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

test('when no page can be made at all, a person still reads words and a number to tell us', async () => {
  const broken = { load: () => Promise.reject(new Error('no build')), readAssets: null }
  const server = await buildHttpServer({ shop, context, pages: broken, limits: neverTooBusy })
  const answer = await server.inject({ url: '/', ...asBrowser })
  await server.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['retry-after']).toBeUndefined()
  expect(answer.body).toContain('Something went wrong on our side. Please try again.')
  expect(answer.body).toContain(String(answer.headers['x-request-id']))
  expect(answer.body).not.toContain('no build')
})

test('no address is ever written into the log', async () => {
  const lines: string[] = []
  const log = openLog({ level: 'trace', output: { write: (line) => lines.push(line) } })
  const server = await buildHttpServer({ shop, context: { ...context, log }, limits: neverTooBusy })
  const secrets = [
    '/nowhere/secret-1',
    '/api/secret-2?token=secret-3',
    '/%E0%A4%A/secret-4',
    `/${'secret-5'.repeat(99)}`,
  ]
  for (const url of secrets)
    for (const method of ['GET', 'POST'] as const) await server.inject({ method, url })
  await server.close()
  expect(lines.join('')).toContain('"statusCode":404')
  expect(lines.join('')).not.toContain('secret')
})
