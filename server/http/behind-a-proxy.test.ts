import { afterAll, expect, test } from 'vitest'
import { openLog } from '../platform/log.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy } from './limits.ts'
import { cacheHeaders } from './page-handler.ts'
import { openTrustedProxies } from './proxies.ts'

const proxy = '10.9.9.9'
const settings = { TRUST_PROXY: proxy, PUBLIC_URL: 'https://shop.example' }
const { shop, context, ask, close } = await openTestShop({ settings })
afterAll(close)

const known = '4bf92f3577b34da6a3ce929d0e0e4736'

test('the proxy’s request id is taken over; a visitor’s own, or one that is no plain name, is not', async () => {
  const idFor = async (address: string, id: string) =>
    (await ask('GET', '/healthz', { address, headers: { 'x-request-id': id } })).headers['x-request-id']
  expect(await idFor(proxy, known)).toBe(known)
  const ownName = /^[\da-f-]{36}$/
  expect(await idFor('203.0.113.7', known)).toMatch(ownName)
  for (const odd of ['short', 'x'.repeat(65), 'with space in it', '"quoted-name"']) {
    expect(await idFor(proxy, odd)).toMatch(ownName)
  }
})

test('one line for each answer names the visitor, not the proxy, and the request’s id', async () => {
  const lines: string[] = []
  const log = openLog({ level: 'info', output: { write: (line) => lines.push(line) } })
  const server = await buildHttpServer({ shop, context: { ...context, log }, limits: neverTooBusy })
  const headers = { 'x-forwarded-for': '198.51.100.4', 'x-request-id': known }
  await server.inject({ url: '/api/products', remoteAddress: proxy, headers })
  await server.inject({ url: '/api/products', remoteAddress: '203.0.113.7', headers })
  await server.close()
  const [received, forged] = lines.map((line) => JSON.parse(line))
  expect(received).toMatchObject({ client: '198.51.100.4', reqId: known, msg: 'answered' })
  expect(forged.client).toBe('203.0.113.7')
  expect(forged.reqId).not.toBe(known)
})

test('whoever came without https is sent to the same page with https, if the proxy says so', async () => {
  const plain = { 'x-forwarded-proto': 'http' }
  const there = await ask('GET', '/shop?sort=newest', { address: proxy, headers: plain })
  expect([there.status, there.headers.location]).toEqual([301, 'https://shop.example/shop?sort=newest'])
  const sent = await ask('POST', '/api/newsletter', { address: proxy, headers: plain, body: {} })
  expect([sent.status, sent.headers.location]).toEqual([308, 'https://shop.example/api/newsletter'])

  const safe = { 'x-forwarded-proto': 'https' }
  expect((await ask('GET', '/api/products', { address: proxy, headers: safe })).status).toBe(200)
  expect((await ask('GET', '/api/products', { address: '203.0.113.7', headers: plain })).status).toBe(200)
  expect((await ask('GET', '/api/products', { address: proxy })).status).toBe(200)
  for (const inner of ['/healthz', '/readyz'])
    expect((await ask('GET', inner, { address: proxy, headers: plain })).status).toBe(200)
})

test('no address leads a visitor without https to a stranger', async () => {
  const headers = { 'x-forwarded-proto': 'http' }
  for (const url of ['//evil.example/shop', 'http://evil.example/shop', '/\\evil.example']) {
    const { headers: received } = await ask('GET', url, { address: proxy, headers })
    expect(String(received.location)).toMatch(/^https:\/\/shop\.example\//)
  }
})

test('a network of servers may keep a public page for seconds, by its headers alone; a search or a person’s page never', () => {
  const page = { key: '/shop', shows: [], briefly: false }
  expect(cacheHeaders({ isPublic: true, cache: page })).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=5, must-revalidate',
    'cdn-cache-control': 'public, max-age=5, stale-while-revalidate=30',
  })
  expect(cacheHeaders({ isPublic: true, cache: { ...page, briefly: true } })).toEqual({
    'cache-control': 'public, max-age=0, must-revalidate',
  })
  expect(cacheHeaders({ isPublic: false, cache: null })).toEqual({
    'cache-control': 'private, max-age=0, must-revalidate',
  })
})

test.each([
  ['loopback', '127.0.0.53', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['uniquelocal', '192.168.4.5', true],
  ['linklocal', 'fe80::1', true],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['2001:db8::/32', '2001:db8::5', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['loopback', '203.0.113.7', false],
  ['loopback', 'somebody', false],
])('with %s, %s is believed: %s', (listed, address, isBelieved) => {
  expect(openTrustedProxies([listed])(address)).toBe(isBelieved)
})
