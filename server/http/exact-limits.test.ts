import { once } from 'node:events'
import { connect } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal, type RefusalResponse } from '#contract/refusals.ts'
import type { Shop } from '#server/shop.ts'
import { item, orderBody } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop, type TestShop, type TestShopSetup } from '../testing/test-shop.ts'
import { buildHttpServer } from './http-server.ts'
import { neverTooBusy, usualLimits } from './limits.ts'

async function open(setup: TestShopSetup = {}): Promise<TestShop> {
  const shop = await openTestShop(setup)
  onTestFinished(shop.close)
  return shop
}

test('the usual limits are the ones that docs/security.md names', () => {
  expect(usualLimits).toEqual({
    memoryBytes: getHeapStatistics().heap_size_limit + 420_000_000,
    heapBytes: Math.floor(getHeapStatistics().heap_size_limit * 0.85),
    lagCheckedEveryMs: 1_000,
    crowd: 10,
    bodyBytes: 65_536,
    headersMs: 5_000,
    idleMs: 5_000,
    requestMs: 10_000,
    answerMs: 15_000,
    staleAfterMs: 4_000,
    uploadMs: 900_000,
    uploadSilenceMs: 30_000,
    formBytes: 142_606_336,
    uploadsOfAccount: 4,
    uploadsOfAddress: 12,
    uploadsInAll: 40,
    uploadBytesInAll: 2_147_483_648,
    uploadsInMemory: 2,
    slownessCheckedEveryMs: 1_000,
  })
})

test('a body may be so long, and not one letter longer; the two forms that need more have more', async () => {
  const { app, signedInAs } = await open()
  const { token } = await signedInAs('admin')
  const send = async (method: 'POST' | 'PUT', url: string, body: object, length: number) => {
    const payload = JSON.stringify(body).padEnd(length)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return (await app.inject({ method, url, headers, payload })).statusCode
  }
  const newsletter = ['POST', '/api/newsletter', { email: 'ama@example.com' }] as const
  expect([await send(...newsletter, 65_536), await send(...newsletter, 65_537)]).toEqual([201, 413])
  const settings = ['PUT', '/api/settings', { version: 0, settings: { low_stock_level: 6 } }] as const
  expect([await send(...settings, 327_680), await send(...settings, 327_681)]).toEqual([200, 413])
  const preview = ['POST', '/api/blog-posts/preview', { content: 'Harmattan' }] as const
  expect([await send(...preview, 1_048_576), await send(...preview, 1_048_577)]).toEqual([200, 413])
})

test('the longest order and the longest table of fees that the forms allow are not too long for the server', async () => {
  const { ask, signedInAs, context } = await open()
  const { token } = await signedInAs('admin')
  const jar = await shelve(context, { stock: 500 })
  const long = (length: number, start = '') => start.padEnd(length, '美')
  const words = {
    customer_name: long(120),
    address: long(300),
    city: long(80),
    state: long(40),
    zip: long(40),
  }
  const others = {
    shipping_address: long(1_000),
    tracking_code: long(100),
    note: long(2_000),
    source: 'phone',
  }
  const { payment_method: _, ...order } = { ...orderBody([]), ...words, ...others, payment_method: null }
  const items = Array.from({ length: 100 }, () => item(jar))
  const taken = await ask('POST', '/api/orders/manual', { token, body: { ...order, items } })
  expect(taken).toMatchObject({ status: 201 })

  const rows = Array.from({ length: 39 }, (_, row) => ({
    region: null,
    cities: Array.from({ length: 40 }, (_, town) => long(60, `${row} ${town} `)),
    fee: 45,
  }))
  const settings = { delivery_fees: [...rows, { region: null, cities: [], fee: 45 }] }
  expect(await ask('PUT', '/api/settings', { token, body: { version: 0, settings } })).toMatchObject({
    status: 200,
  })
})

test('a name in an address may have 320 letters, and not one more', async () => {
  const { ask } = await open()
  const statusOf = async (length: number) =>
    (await ask('GET', `/api/profile/email/${'a'.repeat(length)}`)).status
  expect([await statusOf(320), await statusOf(321)]).toEqual([401, 404])
})

test('a form may weigh so much; one that says more is refused before it comes, and one that only turns out so is cut off', async () => {
  const shop = await open({ limits: { formBytes: 5_000, requestMs: 200, slownessCheckedEveryMs: 20 } })
  const { token } = await shop.signedInAs('customer')
  const address = new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 }))
  const send = async (headers: string, piece: string) => {
    const line = connect(Number(address.port), address.hostname)
    onTestFinished(() => void line.destroy())
    let heard = ''
    line
      .on('error', () => undefined)
      .on('data', (piece) => {
        heard += piece
      })
    line.write(
      `PUT /api/profile HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n\r\n`,
    )
    const pieces = setInterval(() => line.write(piece), 20)
    // Whoever still writes while the shop hangs up hears of a broken line first.
    await new Promise((resolve) => line.once('close', resolve))
    clearInterval(pieces)
    return heard.slice(0, 12)
  }
  const end = '\r\n--x--\r\n'
  const form = '--x\r\nContent-Disposition: attachment\r\n\r\n'.padEnd(5_000 - end.length) + end
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const whole = await fetch(new URL('/api/profile', address), { method: 'PUT', headers, body: form })
  expect(whole.status).toBe(200)
  expect(await send('Content-Length: 5001', 'x')).toBe('HTTP/1.1 413')
  const piece = `3e8\r\n${'x'.repeat(1_000)}\r\n`
  expect(await send('Transfer-Encoding: chunked', piece)).toBe('HTTP/1.1 413')
})

const hang = () => new Promise<never>(() => undefined)

/** The shop with some of its work replaced, on a line, and with little patience. */
async function openImpatient(replace: (shop: Shop) => Partial<Shop>) {
  const { shop, context } = await open()
  const limits = { ...neverTooBusy, answerMs: 100 }
  const app = await buildHttpServer({ shop: { ...shop, ...replace(shop) }, context, limits })
  onTestFinished(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return async (
    path: string,
    { body, ...options }: { body?: object; headers?: Record<string, string> } = {},
  ) => {
    const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) }
    const method = body ? 'POST' : 'GET'
    const answer = await fetch(new URL(path, address), {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    const { code } = (await answer.json()) as RefusalResponse
    return [answer.status, code, answer.headers.get('retry-after')]
  }
}

const givenUp = [503, 'busy', '5']
const joining = { body: { email: 'ama@example.com' } }

test('an answer that does not come is given up, and the visitor is asked to try again', async () => {
  const ask = await openImpatient(({ accounts, catalogue, messages }) => ({
    accounts: { ...accounts, findViewer: hang },
    catalogue: { ...catalogue, listDetails: hang },
    messages: { ...messages, joinNewsletter: hang },
  }))
  const answers = await Promise.all([
    ask('/api/products'),
    ask('/api/newsletter', joining),
    ask('/api/profile', { headers: { authorization: 'Bearer somebody' } }),
  ])
  expect(answers).toEqual([givenUp, givenUp, givenUp])
})

test('whoever pays is not given up while the provider is asked', async () => {
  const hasAnswered = Promise.withResolvers<void>()
  const start = async (): Promise<never> => {
    await hasAnswered.promise
    throw new Refusal('order_not_found')
  }
  const ask = await openImpatient(({ messages, payments }) => ({
    messages: { ...messages, joinNewsletter: hang },
    payments: { ...payments, start },
  }))
  const paying = ask('/api/payments/mtn_momo', {
    body: { amount: 145, orderId: 'AMA001', customerPhone: '0241234567' },
  })
  expect(await ask('/api/newsletter', joining)).toEqual(givenUp)
  hasAnswered.resolve()
  expect(await paying).toEqual([404, 'order_not_found', null])
})

test('a line on which nobody says anything more is closed', { tags: 'faults' }, async () => {
  const { app } = await open({ limits: { idleMs: 50 } })
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const line = connect(Number(address.port), address.hostname)
  line.write('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  const [answer] = await once(line, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  await once(line, 'close')
})

test('whoever speaks no HTTP hears that in the words of the shop', async () => {
  const { app } = await open()
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const say = async (words: string) => {
    const line = connect(Number(address.port), address.hostname)
    let heard = ''
    line.on('data', (piece) => {
      heard += piece
    })
    line.write(words)
    await once(line, 'close')
    const [, body = ''] = heard.split('\r\n\r\n')
    return [heard.slice(9, 12), body && JSON.parse(body).code]
  }
  expect(await say('this is no request\r\n\r\n')).toEqual(['400', 'invalid_input'])
  // The address, the names and the values count.
  const header = (method: string, length: number) => {
    const long = 'x'.repeat(length - '/healthzHostxConnectioncloseX-Long'.length)
    return `${method} /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${long}\r\n\r\n`
  }
  expect(await say(header('GET', 16_383))).toEqual(['200', undefined])
  expect(await say(header('GET', 16_384))).toEqual(['431', 'too_large'])
  // An answer to HEAD has no words, or the next answer on the line could not be told from them.
  expect(await say(header('HEAD', 16_384))).toEqual(['431', ''])
})
