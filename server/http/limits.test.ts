import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { uploadForm } from '../testing/forms.ts'
import { sparingly } from '../testing/shop-process.ts'
import { openTestShop, type TestShop, type TestShopSetup } from '../testing/test-shop.ts'
import { openOverloadCheck, usualLimits } from './limits.ts'

async function open(setup: TestShopSetup): Promise<TestShop> {
  const shop = await openTestShop(setup)
  onTestFinished(shop.close)
  return shop
}

/** A telephone line to the running shop, over which a test says what it likes. */
async function dial({ app }: TestShop): Promise<{ line: Socket; heard: () => string }> {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const line = connect(Number(address.port), address.hostname)
  onTestFinished(() => void line.destroy())
  let heard = ''
  line.setEncoding('utf8').on('data', (piece) => {
    heard += piece
  })
  await once(line, 'connect')
  return { line, heard: () => heard }
}

/** Leaves no time for anything else. */
function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a shop with more work than it can do says so and when to come back, but still hands out what lies cached', async () => {
  const { ask } = await open({ limits: { lagMs: 300, lagCheckedEveryMs: 500 } })
  const search = () => ask<RefusalResponse>('GET', '/api/products?q=shea')
  expect([(await ask('GET', '/api/products')).status, (await search()).status]).toEqual([200, 200])
  const busy = setInterval(() => workFor(400), 1)
  onTestFinished(() => clearInterval(busy))
  const answer = async () => {
    const { status, headers, body } = await search()
    return { status, retryAfter: headers['retry-after'], body }
  }
  await expect.poll(answer).toEqual({
    status: 503,
    retryAfter: '5',
    body: { error: 'The shop is very busy. Please try again in a moment.', code: 'busy' },
  })
  expect((await ask('GET', '/api/products')).status).toBe(200)
  // A proxy that sends nobody here any more would refuse what lies cached.
  expect((await ask('GET', '/readyz')).status).toBe(200)
  clearInterval(busy)
  await expect.poll(async () => (await search()).status).toBe(200)
})

test('one long pause is no reason to refuse anybody; lag that lasts for two looks is, a second apart', () => {
  const lags = [0, 900, 0, 900, 900, 900, 0]
  const findOverload = openOverloadCheck({ lagMs: 250, memoryBytes: 0 }, () => lags.shift() ?? 0)
  const found = Array.from({ length: 7 }, () => findOverload())
  expect(found).toEqual([null, null, null, null, 'lag', 'lag', null])
  expect(usualLimits.lagCheckedEveryMs).toBe(1_000)
})

test('a busy shop sends the last copy of a page that it has no time to render anew', async () => {
  const { ask, clock } = await open({ withPages: true, limits: { lagMs: 300, lagCheckedEveryMs: 500 } })
  const fresh = await ask<string>('GET', '/about')
  clock.forward({ minutes: 10 })
  const busy = setInterval(() => workFor(400), 1)
  onTestFinished(() => clearInterval(busy))
  await expect.poll(async () => (await ask('GET', '/api/products?q=shea')).status).toBe(503)
  expect((await ask('GET', '/faq')).status).toBe(503)
  const { status, headers, body } = await ask<string>('GET', '/about')
  expect([status, headers['x-last-good-copy'], headers['cache-control']]).toEqual([200, 'yes', 'no-store'])
  expect(body).toBe(fresh.body)
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

test('a shop whose memory is nearly full asks people to wait instead of ending, and serves them when there is room again', () => {
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

test('pictures and health are not counted', async () => {
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

const slownessCheckedEveryMs = 50

test('a caller who never finishes the headers is hung up on', async () => {
  const { line, heard } = await dial(
    await open({ limits: { headersMs: 200, requestMs: 60_000, slownessCheckedEveryMs } }),
  )
  line.write('GET /healthz HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ')
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

const newsletterBegun =
  'POST /api/newsletter HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n' +
  'Content-Length: 50\r\n\r\n{"em'

test('a caller who never finishes the body is hung up on', async () => {
  const { line, heard } = await dial(
    await open({ limits: { headersMs: 200, requestMs: 400, slownessCheckedEveryMs } }),
  )
  line.write(newsletterBegun)
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

const photoForm = (length: number, route = 'PUT /api/profile') =>
  `${route} HTTP/1.1\r\n` +
  'Host: shop.example\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
  `Content-Length: ${length}\r\n`

test.each([
  { route: 'PUT /api/profile', role: 'customer', answer: 200 },
  // Heard to its end, and only then found to have no photo in it.
  { route: 'POST /api/orders/1/proofs', role: 'driver', answer: 400 },
] as const)(
  'a photo that takes longer than other requests may, but keeps coming, arrives ($route)',
  async ({ route, role, answer }) => {
    const shop = await open({
      limits: { requestMs: 100, uploadSilenceMs: 60_000, slownessCheckedEveryMs: 20 },
    })
    const { token } = await shop.signedInAs(role)
    const { line, heard } = await dial(shop)
    const name = role === 'driver' ? 'taken_at' : 'city'
    const form = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nTema\r\n--x--\r\n`
    line.write(`${photoForm(form.length, route)}Authorization: Bearer ${token}\r\n\r\n${form.slice(0, 30)}`)
    // Somebody who came later than the photo, and whose time is over.
    const other = connect(line.remotePort ?? 0, '127.0.0.1').resume()
    onTestFinished(() => void other.destroy())
    other.write(newsletterBegun)
    await once(other, 'close')
    line.write(form.slice(30))
    await expect.poll(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${answer} `))
  },
)

test('a photo of which nothing more comes, or next to nothing, is hung up on', async () => {
  const shop = await open({ limits: { requestMs: 60_000, uploadSilenceMs: 300, slownessCheckedEveryMs } })
  const { token } = await shop.signedInAs('customer')
  const { line, heard } = await dial(shop)
  const trickling = connect(line.remotePort ?? 0, '127.0.0.1')
  onTestFinished(() => void trickling.destroy())
  const start = `${photoForm(100_000)}Authorization: Bearer ${token}\r\n\r\n--x`
  const drops = setInterval(() => trickling.write('x'), 50)
  trickling.on('error', () => undefined)
  const isOver = [line, trickling].map((each) => new Promise((resolve) => each.once('close', resolve)))
  for (const each of [line, trickling]) each.write(start)
  await Promise.all(isOver)
  clearInterval(drops)
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('whoever may not upload is told so at once, and then has no more time than others', async () => {
  const shop = await open({ limits: { requestMs: 60_000, uploadSilenceMs: 300, slownessCheckedEveryMs } })
  const { line, heard } = await dial(shop)
  line.write(`${photoForm(100_000)}\r\n--x`)
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 401 /)
})

/** Begins one photo more than is let in, each with its own sign-in, and waits until one of them was turned away. */
async function holdPhotos(shop: TestShop, tokens: readonly string[]) {
  const { line } = await dial(shop)
  const slow = [line, ...tokens.slice(1).map(() => connect(line.remotePort ?? 0, '127.0.0.1'))]
  const letGo = () => slow.forEach((each) => void each.destroy())
  onTestFinished(letGo)
  const refused = Promise.race(slow.map(async (each) => String((await once(each, 'data'))[0])))
  for (const [place, each] of slow.entries()) {
    each.on('error', () => undefined)
    each.write(`${photoForm(100_000)}Authorization: Bearer ${tokens[place]}\r\n\r\n--x`)
  }
  return { refusal: await refused, letGo }
}

async function sendPhoto(shop: TestShop, token: string, address?: string) {
  const form = await uploadForm([['city', 'Tema']])
  const { status, body } = await shop.ask<RefusalResponse>('PUT', '/api/profile', { token, address, ...form })
  return [status, body.code]
}

const forEver = { requestMs: 60_000, uploadSilenceMs: 60_000 }

test('one account has a few photos on their way at once, and others are not kept waiting by them', async () => {
  const shop = await open({ limits: { ...forEver, uploadsOfAccount: 2 } })
  const { token } = await shop.signedInAs('customer')
  const { refusal, letGo } = await holdPhotos(shop, [token, token, token])
  expect(refusal).toMatch(/^HTTP\/1\.1 429 /)
  expect(await sendPhoto(shop, token)).toEqual([429, 'too_many_requests'])
  expect((await sendPhoto(shop, (await shop.signedInAs('other customer')).token))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, token)).toEqual([200, undefined])
})

const severalPeople = async (shop: TestShop) =>
  await Promise.all(
    (['customer', 'other customer', 'driver'] as const).map(
      async (person) => (await shop.signedInAs(person)).token,
    ),
  )

test('one address has so many photos on their way at once, whoever signed in there, and the same people can send from elsewhere', async () => {
  const shop = await open({ limits: { ...forEver, uploadsOfAddress: 2 } })
  const tokens = await severalPeople(shop)
  const { refusal, letGo } = await holdPhotos(shop, tokens)
  expect(refusal).toMatch(/^HTTP\/1\.1 429 /)
  const { token } = await shop.signedInAs('admin')
  expect(await sendPhoto(shop, token, '127.0.0.1')).toEqual([429, 'too_many_requests'])
  for (const each of tokens) expect((await sendPhoto(shop, each, '10.0.0.2'))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, token, '127.0.0.1')).toEqual([200, undefined])
})

test('the shop has so many photos on their way at once; whoever comes then waits, from wherever', async () => {
  const shop = await open({ limits: { ...forEver, uploadsInAll: 2 } })
  const { refusal, letGo } = await holdPhotos(shop, await severalPeople(shop))
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect(refusal).toMatch(/\r\nretry-after: 30\r\n/)
  const { token } = await shop.signedInAs('admin')
  expect(await sendPhoto(shop, token, '10.0.0.2')).toEqual([503, 'busy'])
  letGo()
  await expect.poll(() => sendPhoto(shop, token, '10.0.0.2')).toEqual([200, undefined])
})

test('a quarter of the places is for people with a role: strangers who drip photos shut no driver out', async () => {
  const shop = await open({ limits: { ...forEver, uploadsInAll: 4 } })
  const customers = await Promise.all(
    (['customer', 'other customer'] as const).map(async (person) => (await shop.signedInAs(person)).token),
  )
  const { refusal, letGo } = await holdPhotos(shop, [...customers, ...customers])
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect((await sendPhoto(shop, (await shop.signedInAs('driver')).token))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, customers[0] ?? '')).toEqual([200, undefined])
})

test('photos that are on their way lie on the disk without a name, and what they may take in all has an end', async () => {
  const shop = await open({ limits: { uploadBytesInAll: 100_000 } })
  const customer = await shop.signedInAs('customer')
  const driver = await shop.signedInAs('driver')
  const before = await readdir(shop.context.config.dataDir)
  const send = async (bytes: number, { token }: { token: string }) => {
    const form = await uploadForm([['avatar', Buffer.alloc(bytes, 1)]])
    return (await shop.ask<RefusalResponse>('PUT', '/api/profile', { token, ...form })).body.code
  }
  expect([await send(100_001, driver), await send(99_999, driver)]).toEqual(['busy', 'image_not_supported'])
  // A quarter is for people with a role.
  expect([await send(75_001, customer), await send(74_999, customer)]).toEqual([
    'busy',
    'image_not_supported',
  ])
  expect(await readdir(shop.context.config.dataDir)).toEqual(before)
})
