import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { sparingly } from '../testing/shop-process.ts'
import { openTestShop, type TestShop, type TestShopSetup } from '../testing/test-shop.ts'
import { openOverloadCheck, usualLimits } from './limits.ts'

async function open(setup: TestShopSetup): Promise<TestShop> {
  const shop = await openTestShop(setup)
  onTestFinished(shop.close)
  return shop
}

/** Leaves no time for anything else. */
function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Every turn of the event loop takes longer than it may. */
const lagging = { lagMs: 60, lagCheckedEveryMs: 250 }

function keepBusy() {
  const busy = setInterval(() => workFor(90), 1)
  const end = () => clearInterval(busy)
  onTestFinished(end)
  return end
}

test('a shop with more work than it can do says so and when to come back, but still hands out what lies cached', {
  tags: 'faults',
}, async () => {
  // A crowd of none: on a machine that is busy with other tests, nobody may ask between two looks.
  const { ask, clock } = await open({ withPages: true, limits: { ...lagging, crowd: 0 } })
  const search = () => ask<RefusalResponse>('GET', '/api/products?q=shea')
  const statusOf = async (url: string) => (await ask('GET', url)).status
  await expect.poll(() => statusOf('/about')).toBe(200)
  const fresh = await ask<string>('GET', '/about')
  clock.forward({ minutes: 10 })
  await expect.poll(() => statusOf('/api/products')).toBe(200)
  await expect.poll(async () => (await search()).status).toBe(200)
  const end = keepBusy()
  const answer = async () => {
    const { status, headers, body } = await search()
    return { status, retryAfter: headers['retry-after'], body }
  }
  await expect.poll(answer).toEqual({
    status: 503,
    retryAfter: '5',
    body: { error: 'The shop is very busy. Please try again in a moment.', code: 'busy' },
  })
  expect(await statusOf('/api/products')).toBe(200)
  // A proxy that sends nobody here any more would refuse what lies cached.
  expect(await statusOf('/readyz')).toBe(200)
  // A page that it has no time to render anew is the last copy of it.
  expect(await statusOf('/faq')).toBe(503)
  const { status, headers, body } = await ask<string>('GET', '/about')
  expect([status, headers['x-last-good-copy'], headers['cache-control']]).toEqual([200, 'yes', 'no-store'])
  expect(body).toBe(fresh.body)
  end()
  await expect.poll(async () => (await search()).status).toBe(200)
})

test('one long pause is no reason to refuse anybody; lag that lasts for two looks is, a second apart', () => {
  const lags = [0, 900, 0, 900, 900, 900, 0]
  const limits = { lagMs: 250, memoryBytes: 0, crowd: 10 }
  const findOverload = openOverloadCheck(
    limits,
    () => lags.shift() ?? 0,
    () => 10,
  )
  const found = Array.from({ length: 7 }, () => findOverload())
  expect(found).toEqual([null, null, null, null, 'lag', 'lag', null])
  expect(usualLimits.lagCheckedEveryMs).toBe(1_000)
})

test('of a machine that lags, the few who come are served, until they are many', () => {
  const limits = { lagMs: 250, memoryBytes: 0, crowd: 3 }
  const atOnce = [1, 2, 2, 2, 3, 6, 6, 1]
  const findOverload = openOverloadCheck(
    limits,
    () => 900,
    () => atOnce.shift() ?? 0,
  )
  const found = Array.from({ length: 8 }, () => findOverload())
  expect(found).toEqual([null, null, null, null, null, 'lag', 'lag', null])
})

test('a machine that is busy with something else refuses none of the few who come, until they are many', {
  tags: 'faults',
}, async () => {
  const { ask } = await open({ limits: { ...lagging, crowd: 3 } })
  const search = async () => (await ask('GET', '/api/products?q=shea')).status
  keepBusy()
  for (let n = 0; n < 4; n++) expect(await search()).toBe(200)
  const crowd = () => Promise.all(Array.from({ length: 6 }, search))
  await expect.poll(crowd).toContain(503)
})

test('what is refused to a crowd is one line in the log, not one for each', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const { ask } = await open({ limits: { memoryBytes: 1, lagCheckedEveryMs: 10 }, logTo })
  await expect.poll(async () => (await ask('GET', '/api/products')).status).toBe(503)
  for (let n = 0; n < 20; n++) expect((await ask('GET', '/api/products')).status).toBe(503)
  expect(lines.filter((line) => /busy.*"answered"/.test(line))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(1)
})

test('a person who opened a page of a busy shop reads a page, not JSON', async () => {
  const { ask } = await open({ limits: { memoryBytes: 1, lagCheckedEveryMs: 10 } })
  const visit = () => ask<string>('GET', '/shop', { headers: { accept: 'text/html,*/*' } })
  await expect.poll(async () => (await visit()).status).toBe(503)
  const { headers, body } = await visit()
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<p>The shop is very busy. Please try again in a moment.</p>')
  expect(body).toContain(String(headers['x-request-id']))
})

test('a shop whose memory is full asks for its visitors to be sent elsewhere, and still answers whether it lives', async () => {
  const { ask } = await open({ limits: { memoryBytes: 1, lagCheckedEveryMs: 10 } })
  await expect.poll(async () => (await ask('GET', '/readyz')).status).toBe(503)
  expect((await ask('GET', '/healthz')).status).toBe(200)
})

test('a shop whose memory is nearly full asks people to wait instead of ending, and serves them when there is room again', {
  tags: 'faults',
}, () => {
  const words = [...sparingly, '--expose-gc', 'server/testing/fill-memory.ts']
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('200 503 200')
})

test('one address may ask so many times a minute, and once more is told to wait', async () => {
  const { ask } = await open({ settings: { REQUESTS_PER_MINUTE: '3' } })
  const asked = () => ask<RefusalResponse>('GET', '/api/products', { address: '10.0.0.1' })
  for (let n = 1; n <= 3; n++) expect((await asked()).status).toBe(200)
  const { status, headers, body } = await asked()
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
  expect(body.error).toBe('Too many tries. Please wait a moment and try again.')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await ask('GET', '/api/products', { address: '10.0.0.2' })).status).toBe(200)
})

test('guesses count: made-up tokens, unknown addresses and wrong methods', async () => {
  const { ask } = await open({ settings: { REQUESTS_PER_MINUTE: '3' } })
  const address = '10.0.0.1'
  expect((await ask('GET', '/api/auth/check-admin', { token: 'guess', address })).status).toBe(401)
  expect((await ask('GET', '/api/nothing', { address })).status).toBe(404)
  expect((await ask('POST', '/nothing', { address })).status).toBe(405)
  for (const [method, url] of [
    ['GET', '/api/auth/check-admin'],
    ['POST', '/nothing'],
  ] as const) {
    expect((await ask(method, url, { token: 'guess', address })).status).toBe(429)
  }
})

test('pictures and health are not counted', { tags: 'faults' }, async () => {
  const { ask } = await open({ settings: { REQUESTS_PER_MINUTE: '1' } })
  for (let n = 1; n <= 3; n++) {
    expect((await ask('GET', '/healthz')).status).toBe(200)
    expect((await ask('GET', '/media/none.webp')).status).toBe(404)
  }
})

test('whoever has a whole network of new addresses is one visitor', async () => {
  const { ask } = await open({ settings: { REQUESTS_PER_MINUTE: '1' } })
  const visit = async (address: string) => (await ask('GET', '/api/products', { address })).status
  expect(await visit('2001:db8:1:2::1')).toBe(200)
  expect(await visit('2001:db8:1:2:ffff::2')).toBe(429)
  expect(await visit('2001:db8:1:3::1')).toBe(200)
})

test('an address cannot hide behind a header, unless our own proxy wrote it', async () => {
  const settings = { REQUESTS_PER_MINUTE: '1' }
  const alone = await open({ settings })
  const proxied = await open({ settings: { ...settings, TRUST_PROXY: '10.9.9.9' } })
  const from = (name: string, address: string) => ({ address, headers: { 'x-forwarded-for': name } })
  expect((await alone.ask('GET', '/api/products', from('1.1.1.1', '10.0.0.1'))).status).toBe(200)
  expect((await alone.ask('GET', '/api/products', from('2.2.2.2', '10.0.0.1'))).status).toBe(429)
  expect((await proxied.ask('GET', '/api/products', from('1.1.1.1', '10.9.9.9'))).status).toBe(200)
  expect((await proxied.ask('GET', '/api/products', from('2.2.2.2', '10.9.9.9'))).status).toBe(200)
  expect((await proxied.ask('GET', '/api/products', from('2.2.2.2, 1.1.1.1', '10.9.9.9'))).status).toBe(429)
})

test('what a body may be', async () => {
  const { app } = await open({ limits: { bodyBytes: 1_000 } })
  const post = async (contentType: string, payload: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/newsletter',
      headers: { 'content-type': contentType },
      payload,
    })
    return [answer.statusCode, answer.json().code]
  }
  const json = 'application/json'
  expect(await post(json, '{"email":"ama@example.com"}')).toEqual([201, undefined])
  expect(await post(json, ' '.repeat(1_001))).toEqual([413, 'too_large'])
  expect(await post('text/plain', 'ama@example.com')).toEqual([415, 'unsupported_type'])
  expect(await post('application/x-www-form-urlencoded', 'email=x')).toEqual([415, 'unsupported_type'])
  const broken = ['', '{', '[]', '"text"', 'null', '7', '{"__proto__":{"a":1},"email":"a@example.com"}']
  for (const text of [...broken, '['.repeat(400), '{"email":1e400}']) {
    expect([text, ...(await post(json, text))]).toEqual([text, 400, 'invalid_input'])
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('a long or broken name in an address is just not found, and never repeated', async () => {
  const { ask } = await open({})
  const email = `${'a'.repeat(64)}@${'b'.repeat(240)}.example`
  const notFound = { error: 'We could not find that.', code: 'not_found' }
  for (const name of [email, 'a'.repeat(321), 'a'.repeat(5_000)]) {
    expect(await ask('GET', `/api/blog-posts/slug/${name}`)).toMatchObject({ status: 404, body: notFound })
  }
  const { status, body } = await ask('GET', '/api/blog-posts/slug/%E0%A4%A')
  expect([status, body]).toEqual([400, { error: 'Please check what you entered.', code: 'invalid_input' }])
})
