import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalAnswer } from '../../contract/refusals.ts'
import { openTestShop, type TestShop, type TestShopSetup } from '../testing/test-shop.ts'
import { uploadForm } from '../testing/upload-form.ts'
import { buildHttpServer } from './http-server.ts'
import { usualLimits } from './limits.ts'

async function open(setup: TestShopSetup = {}): Promise<TestShop> {
  const shop = await openTestShop(setup)
  onTestFinished(shop.close)
  return shop
}

test('the usual limits are the ones that docs/security.md names', () => {
  expect(usualLimits).toEqual({
    memoryBytes: 1_000_000_000,
    lagCheckedEveryMs: 1_000,
    bodyBytes: 262_144,
    headersMs: 5_000,
    idleMs: 5_000,
    requestMs: 10_000,
    answerMs: 15_000,
    uploadMs: 900_000,
    uploadSilenceMs: 30_000,
    formBytes: 142_606_336,
    slownessCheckedEveryMs: 1_000,
  })
})

test('a body, a name in an address and a text of a form may be so long, and not one letter longer', async () => {
  const { ask, app, signedInAs } = await open()
  const { token } = await signedInAs('customer')
  const most = usualLimits.bodyBytes
  const post = async (length: number) => {
    const start = '{"email":"ama@example.com"}'
    const payload = start + ' '.repeat(length - start.length)
    const headers = { 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: '/api/newsletter', headers, payload })).statusCode
  }
  expect([await post(most), await post(most + 1)]).toEqual([201, 413])

  const track = async (length: number) =>
    (await ask<RefusalAnswer>('GET', `/api/blog-posts/slug/${'a'.repeat(length)}`)).body.code
  expect([await track(200), await track(321)]).toEqual(['post_not_found', 'not_found'])

  const write = async (length: number) =>
    (await ask('PUT', '/api/profile', { token, ...(await uploadForm([['city', 'x'.repeat(length)]])) }))
      .status
  expect([await write(256 * 1024), await write(256 * 1024 + 1)]).toEqual([400, 413])
  const fields = async (count: number) =>
    (
      await ask('PUT', '/api/profile', {
        token,
        ...(await uploadForm(Array.from({ length: count }, (_, n) => [`f${n}`, 'x'] as const))),
      })
    ).status
  expect([await fields(40), await fields(41)]).toEqual([400, 413])
})

test('a form that says it is too heavy is refused before it comes, and one that only turns out so is cut off', async () => {
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
    await once(line, 'close')
    clearInterval(pieces)
    return heard.slice(0, 12)
  }
  expect(await send('Content-Length: 5001', 'x')).toBe('HTTP/1.1 413')
  const piece = `3e8\r\n${'x'.repeat(1_000)}\r\n`
  expect(await send('Transfer-Encoding: chunked', piece)).toBe('HTTP/1.1 413')
})

test('an answer that does not come is given up, and the visitor is asked to try again', async () => {
  const { shop, tools } = await open()
  const listDetails = () => new Promise<never>(() => undefined)
  const stuck = { ...shop, catalogue: { ...shop.catalogue, listDetails } }
  const app = await buildHttpServer({
    shop: stuck,
    tools,
    limits: { lagMs: 0, memoryBytes: 0, answerMs: 100 },
  })
  onTestFinished(() => app.close())
  const answer = await app.inject('/api/products')
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'busy', '5'])
})

test('a line on which nobody says anything more is closed', async () => {
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
  const header = (method: string, length: number) =>
    `${method} /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`
  expect(await say(header('GET', 17_000))).toEqual(['431', 'too_large'])
  // An answer to HEAD has no words, or the next answer on the line could not be told from them.
  expect(await say(header('HEAD', 17_000))).toEqual(['431', ''])
})
