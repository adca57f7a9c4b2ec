import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import type { BrandResponse } from '#contract/settings.ts'
import { pageTable } from '../testing/access-table.ts'
import { brandFields, photo, uploadForm } from '../testing/forms.ts'
import { item, place } from '../testing/sample-orders.ts'
import { shelve, writePost } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const shop = await openTestShop({ withPages: true })
const { ask, app, context, mails, signedInAs } = shop
afterAll(shop.close)
const { token } = await signedInAs('admin')

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path d="M0 0h80v20z"/></svg>'
const night = { page: '#14110f', main: '#e3c078', link: '#e8b98a', highlight: '#c9935a' }

async function save(changed: Record<string, string>, files: (readonly [string, Buffer])[] = []) {
  const { body } = await ask<BrandResponse>('GET', '/api/brand', { token })
  const form = await uploadForm([...brandFields(body, changed), ...files])
  const { status } = await ask('PUT', '/api/brand', { token, ...form })
  expect(status).toBe(200)
}

const jar = await shelve(context, { name: 'Night Oil', brands: 'Night Market' })
await writePost(context, { slug: 'harmattan' })

const text = async (address: string) => (await app.inject(address)).body
const sheetIn = (html: string) => /href="(\/brand\/[\w-]{12}\.css)"/.exec(html)?.[1]

test('the brand that the shop came with has no sheet of its own', async () => {
  expect(await text('/')).not.toContain('/brand/')
})

test('a page in the cache shows the new brand at once, with one sheet that phones keep for good', async () => {
  await text('/faq')
  await save({
    name: 'Night Market',
    line: 'Oils for late hours',
    ...night,
    fonts: 'elegant',
    corners: 'square',
  })
  const html = await text('/faq')
  expect(html).toContain('Night Market')
  expect(html).toContain('<meta name="theme-color" content="#14110f"/>')
  expect(html).toMatch(/rel="preload"[^>]*bodoni-core/)
  const address = sheetIn(html) ?? ''
  const sheet = await app.inject(address)
  expect(sheet.headers['content-type']).toContain('text/css')
  expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(sheet.body).toContain('--background:#14110f')
  expect(sheet.body).toContain('Bodoni Moda')
  const before = address
  await save({ main: '#f0d090' })
  expect(sheetIn(await text('/faq'))).not.toBe(before)
  expect((await app.inject(before)).headers['cache-control']).toBe('no-store')
})

test('logo, icons and share card stand in the head, the header, the manifests and for search engines', async () => {
  const icon = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#246' } })
    .png()
    .toBuffer()
  await save({}, [
    ['logo_light', Buffer.from(logo)],
    ['logo_dark', Buffer.from(logo.replace('v20', 'v19'))],
    ['icon', icon],
    ['share_card', await photo('#864', 900)],
  ])
  const html = await text('/')
  expect(html).toMatch(/<img src="\/brand\/files\/[\w-]{22}\.svg"[^>]* alt="Night Market"/)
  expect(html).toMatch(/rel="icon" href="\/brand\/files\/[\w-]{22}\.png"/)
  expect(html).toMatch(/property="og:image" content="[^"]*\/brand\/files\/[\w-]{22}\.jpg"/)
  expect(html).toMatch(/"logo":"[^"]*\/brand\/files\//)
  const manifest = JSON.parse(await text('/manifest.webmanifest'))
  expect(manifest).toMatchObject({
    name: 'Night Market',
    description: 'Oils for late hours',
    theme_color: '#14110F',
  })
  expect(manifest.icons).toHaveLength(3)
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp((await app.inject(src)).rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('only the preview may stand in a frame, and only in one of the shop itself', async () => {
  const usual = await app.inject('/')
  expect(usual.headers['x-frame-options']).toBe('DENY')
  const framed = await app.inject('/?preview=brand')
  expect(framed.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect((await app.inject('/')).headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('every e-mail bears the logo, the colours and the name of the brand, and no other', async () => {
  await place(shop, [item(jar, 1)], { customer_email: 'efua@example.com', tracking_code: 'NIGHT1' })
  await ask('POST', '/api/auth/signup', {
    body: { email: 'kofi@example.com', password: 'long enough for a shop' },
  })
  await ask('POST', '/api/auth/forgot-password', { body: { email: 'kofi@example.com' } })
  await ask('POST', '/api/newsletter', { body: { email: 'ama@example.com' } })
  const sent = await mails()
  expect(sent.length).toBeGreaterThanOrEqual(3)
  for (const { subject, text: words, html = '' } of sent) {
    expect(`${subject} ${words} ${html}`).not.toMatch(/adom/i)
    expect(html).toMatch(/<img src="[^"]*\/brand\/files\/[\w-]{22}\.png" [^>]*alt="Night Market"/)
    expect(html).not.toMatch(/#4A2C20|#F6EFE6/i)
  }
})

test('a driver reads the name of the brand, and the home screen shows its dark ground', async () => {
  const manifest = JSON.parse(await text('/driver.webmanifest'))
  expect(manifest).toMatchObject({ name: 'Night Market deliveries', theme_color: '#14110f' })
  expect(await text('/driver')).toMatch(/href="\/brand\/office-[\w-]{12}\.css"/)
})

test('a packing slip gets the logo for white paper, which a dark shop shows nowhere else', async () => {
  const html = await text('/admin/orders')
  const files = [...new Set(html.match(/\/brand\/files\/[\w-]{22}\.svg/g))]
  expect(await Promise.all(files.map(text))).toContainEqual(expect.stringContaining('h80v20z'))
})

const payment = await place(shop, [item(jar)], { payment_method: 'mtn_momo' })
const { referenceId } = (
  await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', {
    body: { orderId: payment.id, amount: payment.order_total, customerPhone: '024 123 4567' },
  })
).body

const pages = pageTable
  .filter(({ status }) => status === 200)
  .map(({ route, address }) => address ?? `/${route}`)
  .filter((address) => !address.includes('edit'))

/** Names that code gives to things, which nobody reads. */
const codeNames = /adom_beauty_\w+|adom-beauty[\w.-]*/gi

/** One page of the shop, of the account, of the driver and of the back office, and those with frames of their own. */
const isTypical = (address: string) =>
  /^\/($|shop|checkout|about|account|driver|admin\/?$|admin\/orders|pay)|\.xml$|\.webmanifest$/.test(address)

async function expectNoOldName(page: string): Promise<void> {
  const address = page.replace('JAR', String(jar)).replace('PAYMENT', referenceId)
  const { statusCode, body } = await app.inject(address)
  expect(statusCode).toBe(200)
  const found = body.replaceAll(codeNames, '').match(/.{0,60}adom.{0,40}/gi)
  expect(found).toBeNull()
}

test.each(pages.filter(isTypical))('%s says nothing of the name that the shop came with', expectNoOldName)

test('nor does any other page', { tags: 'faults' }, async () => {
  await save({ name: 'Night Market', line: 'Oils for late hours', ...night })
  for (const page of pages.filter((address) => !isTypical(address))) await expectNoOldName(page)
})
