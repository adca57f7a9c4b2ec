import { afterAll, expect, test } from 'vitest'
import { pictureAddress, pictureKey } from '#rules/web-address.ts'
import { openS3Server } from '../testing/fake-s3.ts'
import { filledProductForm, photo } from '../testing/forms.ts'
import { item, place } from '../testing/sample-orders.ts'
import { addSamplePicture, shelve, writePost } from '../testing/sample-rows.ts'
import { openTestShop, type TestShopSetup } from '../testing/test-shop.ts'

const server = await openS3Server()
const toClose = [server.close]
afterAll(async () => {
  await server.comeBack()
  for (const close of toClose.toReversed()) await close()
})

async function openShop({ settings = {}, ...setup }: TestShopSetup = {}) {
  const shop = await openTestShop({ ...setup, settings: { ...server.settings, ...settings } })
  toClose.push(shop.close)
  return shop
}

const csp = 'content-security-policy'

test('a shop whose pictures lie in a store shows them like any other, and asks for each once', async () => {
  const { ask, context } = await openShop()
  const { id, widths } = await addSamplePicture(context)
  const address = pictureAddress(id, Math.max(...widths), 'webp')
  const first = await ask('GET', address)
  expect([first.status, first.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(first.headers['cache-control']).toContain('immutable')
  const asked = server.asked()
  const again = await ask('GET', address, { headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.status).toBe(304)
  await Promise.all(Array.from({ length: 20 }, () => ask('GET', address)))
  expect(server.asked()).toBe(asked)
  expect((await ask('GET', '/media/private/proofs/a.webp')).status).toBe(404)
})

test('while the store is down, orders go on, seen pictures stay, and the rest is asked to come back', {
  tags: 'faults',
}, async () => {
  const shop = await openShop()
  const { ask, context, clock, signedInAs } = shop
  const { token } = await signedInAs('admin')
  const { id, widths } = await addSamplePicture(context)
  const unseen = await addSamplePicture(context)
  const jar = await shelve(context, { name: 'Shea cream', pictureIds: [id] })
  const seen = pictureAddress(id, Math.max(...widths), 'webp')
  await ask('GET', seen)
  await server.goDown()
  clock.forward({ hours: 1 })

  expect((await ask('GET', seen)).status).toBe(200)
  for (const _ of [1, 2, 3]) {
    const missing = await ask('GET', pictureAddress(unseen.id, Math.max(...unseen.widths), 'webp'))
    expect([missing.status, missing.headers['retry-after']]).toEqual([503, '10'])
    expect(missing.headers['cache-control']).toBe('no-store')
  }
  const upload = await filledProductForm({ name: 'New cream' }, [await photo()])
  const refused = await ask('POST', '/api/products', { token, ...upload })
  expect(refused).toMatchObject({ status: 503, body: { code: 'files_unavailable' } })
  await place(shop, [item(jar)])
  expect((await ask('GET', `/api/products/${jar}`)).status).toBe(200)
  expect((await ask('GET', '/readyz')).status).toBe(200)

  await server.comeBack()
  clock.forward({ seconds: 11 })
  expect((await ask('POST', '/api/products', { token, ...upload })).status).toBe(201)
})

test('with a public address, pages point there and nowhere else, and the shop still answers for itself', async () => {
  const settings = { STORAGE_PUBLIC: 'https://pictures.example.com/shop/' }
  const { ask, context } = await openShop({ withPages: true, settings })
  const picture = await addSamplePicture(context)
  const largest = Math.max(...picture.widths)
  const address = pictureAddress(picture.id, largest, 'webp')
  const jar = await shelve(context, { pictureIds: [picture.id] })
  await writePost(context, { slug: 'harmattan', content: `<p><img src="${address}" alt="A jar"></p>` })
  const there = `https://pictures.example.com/shop/${pictureKey(picture.id, largest, 'webp')}`

  const page = await ask<string>('GET', `/product/${jar}`)
  expect(page.body).toContain(`src="${there}"`)
  expect(page.headers[csp]).toContain("img-src 'self' data: blob: https://pictures.example.com;")
  expect((await ask<string>('GET', '/blog/harmattan')).body).toContain(`<img src="${there}"`)
  expect((await ask('GET', address)).status).toBe(200)
})

test('with signed addresses the shop sends browsers on to the store, which keeps everybody else out', async () => {
  const { ask, context, clock } = await openShop({ settings: { STORAGE_PUBLIC: 'signed' } })
  clock.forward({ days: (Date.now() - clock().getTime()) / 86_400_000 })
  const { id, widths } = await addSamplePicture(context)
  const sent = await ask('GET', pictureAddress(id, Math.max(...widths), 'webp'))
  expect([sent.status, sent.headers['cache-control']]).toEqual([302, 'public, max-age=3600'])
  const answer = await fetch(String(sent.headers.location))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])

  const jpeg = pictureAddress(id, Math.max(...widths), 'jpg')
  const drawn = await fetch(String((await ask('GET', jpeg)).headers.location))
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await ask('GET', '/media/private/proofs/a.webp')).status).toBe(404)
})
