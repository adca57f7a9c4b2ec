import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addSamplePicture, shelve, writePost } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { contentSecurityPolicy, takeOutMarks } from './security-headers.ts'

const { ask, context, signedInAs, close } = await openTestShop({ withPages: true })
afterAll(close)

let picture = ''
beforeAll(async () => {
  const { id } = await addSamplePicture(context)
  picture = `/media/pictures/${id}/200.webp`
  await shelve(context, { name: '</script><script>alert(1)</script>', pictureIds: [id] })
  await writePost(context, { slug: 'harmattan', title: '</script><!--', pictureId: id })
})

const pages = [
  '/',
  '/shop',
  '/shop?q=alert',
  '/product/1',
  '/blog',
  '/blog/harmattan',
  '/faq',
  '/login',
  '/nowhere',
]

function directive(policy: unknown, name: string): string[] {
  const found = String(policy)
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

test.each(pages)('every script that stands in %s is allowed by its hash, and no other', async (path) => {
  for (const visit of ['fresh', 'from memory']) {
    const { body, headers } = await ask<string>('GET', path)
    const allowed = directive(headers['content-security-policy'], 'script-src')
    const inline = [...body.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>(.*?)<\/script>/gs)].map(
      ([, code]) => code ?? '',
    )
    expect(inline.length).toBeGreaterThan(1)
    const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect([visit, new Set(allowed)]).toEqual([visit, new Set(["'self'", ...hashes])])
  }
})

test('what people typed cannot become a script', async () => {
  for (const path of ['/shop', '/product/1', '/', '/blog/harmattan']) {
    expect((await ask<string>('GET', path)).body).not.toContain('<script>alert(1)')
  }
})

test('a page may be framed by nobody, sends forms only to us and loads nothing from elsewhere', async () => {
  const policy = (await ask('GET', '/')).headers['content-security-policy']
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
  expect(directive(policy, 'form-action')).toEqual(["'self'"])
  expect(directive(policy, 'base-uri')).toEqual(["'none'"])
  expect(directive(policy, 'object-src')).toEqual(["'none'"])
  expect(directive(policy, 'default-src')).toEqual(["'self'"])
  expect(directive(policy, 'connect-src')).toEqual(["'self'"])
  expect(directive(policy, 'script-src')).not.toContain("'unsafe-inline'")
  expect(directive(policy, 'style-src')).not.toContain("'unsafe-inline'")
})

test('with the id of a pixel a page may reach exactly its hosts, a page with something personal none, and without it nothing remains', async () => {
  const save = async (measuring: object) => {
    const { token } = await signedInAs('admin')
    const { version } = (await ask<{ version: number }>('GET', '/api/settings', { token })).body
    const body = { version, settings: { measuring } }
    return (await ask('PUT', '/api/settings', { token, body })).status
  }
  const outside = async (path: string) => {
    const policy = String((await ask('GET', path)).headers['content-security-policy'])
    const named = (name: string) => directive(policy, name).filter((host) => host.startsWith('https:'))
    return [named('script-src'), named('img-src'), named('connect-src'), policy.match(/https:/g)?.length ?? 0]
  }
  const before = (await ask<string>('GET', '/faq')).body
  expect(await outside('/faq')).toEqual([[], [], [], 0])
  expect(await save({ meta_pixel: "1');alert(1)//", google_tag: '' })).toBe(400)
  expect(await save({ meta_pixel: '123456789012345', google_tag: '' })).toBe(200)
  const facebook = ['https://www.facebook.com']
  expect(await outside('/faq')).toEqual([['https://connect.facebook.net'], facebook, facebook, 3])
  expect((await ask<string>('GET', '/faq')).body).toContain('"123456789012345"')
  expect(await outside('/track-order?code=ABC123')).toEqual([[], [], [], 0])
  expect(await outside('/admin')).toEqual([[], [], [], 0])
  expect(await save({ meta_pixel: '', google_tag: '' })).toBe(200)
  expect(await outside('/faq')).toEqual([[], [], [], 0])
  expect((await ask<string>('GET', '/faq')).body).toBe(before)
})

test('pages, API, pictures, files and refusals all carry the headers of a careful shop', async () => {
  const addresses = [
    '/',
    '/nowhere',
    '/api/products',
    '/api/nothing',
    '/api/auth/check-admin',
    '/healthz',
    picture,
    '/robots.txt',
    '/assets/none.js',
  ]
  for (const address of addresses) {
    const { headers } = await ask('GET', address)
    expect([address, headers]).toEqual([
      address,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ])
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('a response of the API is cached by nobody and can do nothing in a browser', async () => {
  const { headers } = await ask('GET', '/api/products')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a picture opened by itself can do nothing', async () => {
  const { status, headers } = await ask('GET', picture)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect((await ask('GET', picture, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
})

test('a shop with an https address asks browsers never to come without it again', async () => {
  const secure = await openTestShop({ settings: { PUBLIC_URL: 'https://shop.example' } })
  onTestFinished(secure.close)
  for (const address of ['/api/products', '/nowhere', '/media/none.webp']) {
    const { headers } = await secure.ask('GET', address)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

test('two requests never have the same number', async () => {
  const [one, two] = await Promise.all([ask('GET', '/'), ask('GET', '/')])
  expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
})

test('a script that was smuggled into a page is not among those that may run', () => {
  const html =
    '<script nonce="mark">ours()</script><script>theirs()</script><script nonce="guess">theirs()</script>'
  const { body, hashes } = takeOutMarks(Buffer.from(html), 'mark')
  const policy = contentSecurityPolicy(hashes, { development: false })
  expect(directive(policy, 'script-src')).toEqual([
    "'self'",
    `'sha256-${createHash('sha256').update('ours()').digest('base64')}'`,
  ])
  expect(body.toString()).toBe(html.replace(' nonce="mark"', ''))
})
