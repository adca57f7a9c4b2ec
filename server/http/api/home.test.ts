import { afterAll, expect, test } from 'vitest'
import type { HomeResponse, UploadResponse } from '#contract/content.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { defaultHome, type HomeForm } from '#rules/home-page.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, close, signedInAs } = await openTestShop({ withPages: true })
afterAll(close)
const { token } = await signedInAs('admin')

const read = async () => (await ask<HomeResponse>('GET', '/api/home', { token })).body
const visit = async () => (await ask<string>('GET', '/')).body

async function save(changes: Partial<HomeForm>, expected?: string) {
  const { home } = await read()
  const body = { home: { ...home, ...changes }, expected }
  return ask<HomeResponse & RefusalResponse>('PUT', '/api/home', { token, body })
}

async function uploadPicture(): Promise<string> {
  const form = await uploadForm([['image', await photo('#936', 400)]])
  return (await ask<UploadResponse>('POST', '/api/uploads', { token, ...form })).body.url
}

test('a new shop has the home page of the specification', async () => {
  expect((await read()).home).toEqual(defaultHome)
  expect(await visit()).toContain('<h1 id="welcome">Skincare made for Ghana’s sun</h1>')
})

test('what the owner writes stands on the home page at once, and in its title', async () => {
  await visit()
  const buttons = {
    first: { label: 'See the candles', to: '/shop?category=mask' },
    second: { label: '', to: '/blog' },
  }
  const { status } = await save({ heading: 'Candles & light', line: 'Poured in Kumasi.', buttons })
  expect(status).toBe(200)
  const page = await visit()
  expect(page).toContain('<h1 id="welcome">Candles &amp; light</h1>')
  expect(page).toMatch(/<title>Candles &amp; light – /)
  expect(page).toContain('<meta name="description" content="Poured in Kumasi."')
  expect(page).toMatch(/href="\/shop\?category=mask"[^>]*>See the candles</)
  expect(page).not.toContain('Read Our Blog')
})

test('sections are shown in the order of the owner, and hidden ones are not', async () => {
  const names = ['newsletter', 'categories', 'products', 'posts', 'sale', 'testimonials'] as const
  await save({ sections: names.map((name) => ({ name, is_shown: name !== 'testimonials' })) })
  const page = await visit()
  const places = ['newsletter', 'categories', 'featured'].map((id) => page.indexOf(`id="${id}"`))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(page).not.toContain('id="testimonials"')
})

test('a picture needs words for those who cannot see it, and is cropped around its focus', async () => {
  const picture = { address: await uploadPicture(), alt: '', focus: { x: 20, y: 80 } }
  expect(await save({ picture })).toMatchObject({
    status: 400,
    body: { fields: { 'home.alt': 'Please say what the picture shows' } },
  })
  expect((await save({ picture: { ...picture, alt: 'A burning candle' } })).status).toBe(200)
  const page = await visit()
  expect(page).toMatch(/<img[^>]*alt="A burning candle"/)
  expect(page).toContain('object-position:20% 80%')
})

test.each([
  [{ heading: ' ' }, 'home.heading'],
  [
    { buttons: { ...defaultHome.buttons, first: { label: 'Go', to: 'javascript:alert(1)' } } },
    'home.buttons.first.to',
  ],
  [{ sections: defaultHome.sections.slice(1) }, 'home.sections'],
  [
    { picture: { address: '/media/pictures/unknown/80.webp', alt: 'x', focus: { x: 1, y: 1 } } },
    'home.picture',
  ],
])('what makes no home page is refused: %j', async (changes, field) => {
  const { status, body } = await save(changes)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

test('words of the owner are words, never markup', async () => {
  await save({ heading: '<img src=x onerror=alert(1)>' })
  expect(await visit()).not.toContain('<img src=x')
})

test('two admins at once: the later one is told who was first, and may decide', async () => {
  const { version } = await read()
  expect((await save({ heading: 'First' }, version)).status).toBe(200)
  const late = await save({ heading: 'Second' }, version)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect((await read()).home.heading).toBe('First')
  expect((await save({ heading: 'Second' })).body.home.heading).toBe('Second')
})

test('who changed the home page is in the list of changes', async () => {
  await save({ line: 'Another line.' })
  const { body } = await ask<{ changes: { thing: string; action: string; after: object }[] }>(
    'GET',
    '/api/changes?thing=home',
    { token },
  )
  expect(body.changes[0]).toMatchObject({ action: 'changed the home page', after: { line: 'Another line.' } })
})
