import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { BrandResponse } from '#contract/settings.ts'
import { brandFields, photo, uploadForm } from '#server/testing/forms.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, app, signedInAs, close } = await openTestShop()
afterAll(close)
const { token } = await signedInAs('admin')

type Answer = BrandResponse & { error: string; code: string; fields: Record<string, string> }

const read = async () => (await ask<Answer>('GET', '/api/brand', { token })).body

async function save(changed: Record<string, string> = {}, files: [string, Uint8Array | string][] = []) {
  const fields = brandFields(await read(), changed)
  const sent = files.map(([name, file]) => [name, Buffer.from(file)] as const)
  return await ask<Answer>('PUT', '/api/brand', { token, ...(await uploadForm([...fields, ...sent])) })
}

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" ${more}>${inside}</svg>`

test('a shop that nobody has touched has the brand that it came with, in its first version', async () => {
  expect(await read()).toMatchObject({
    version: 0,
    name: 'Adom Beauty',
    colours: { page: '#fffbf6', main: '#4a2c20' },
    fonts: 'classic',
    corners: 'soft',
    logo_light: null,
  })
})

test('an owner gives the shop a name, a line, colours, letters and corners, and the list of changes says so', async () => {
  const changed = {
    name: 'Kente Glow',
    line: 'Skin care from Kumasi',
    main: '#1B3A6B',
    fonts: 'playful',
    corners: 'round',
  }
  const { status, body } = await save(changed)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: 1,
    name: 'Kente Glow',
    line: 'Skin care from Kumasi',
    corners: 'round',
  })
  expect(body.colours.main).toBe('#1b3a6b')
  const settings = await ask<{ settings: { shop_name: string } }>('GET', '/api/settings', { token })
  expect(settings.body.settings.shop_name).toBe('Kente Glow')
  const changes = await ask<{ changes: { thing: string; action: string }[] }>(
    'GET',
    '/api/changes?thing=brand',
    { token },
  )
  expect(changes.body.changes[0]).toMatchObject({ thing: 'brand', action: 'changed the brand' })
})

test('a colour that is too hard to read is refused, with the nearest that passes', async () => {
  const { status, body } = await save({ link: '#ffb59f' })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual(['link'])
  const [, offered = ''] = /nearest that passes is (#[\da-f]{6})/.exec(body.fields.link ?? '') ?? []
  expect((await save({ link: offered })).status).toBe(200)
})

test('what is no colour, no pair of letters and no name is refused beside its field', async () => {
  const { status, body } = await save({ page: 'red;}', fonts: 'comic', name: ' ' })
  expect(status).toBe(400)
  expect(Object.keys(body.fields).sort()).toEqual(['fonts'])
  expect(Object.keys((await save({ page: 'red;}', name: ' ' })).body.fields).sort()).toEqual(['name', 'page'])
})

test('of two admins at once the second is told, and the first one’s brand stays', async () => {
  const seen = await read()
  await save({ line: 'First' })
  const form = await uploadForm(brandFields(seen, { line: 'Second' }))
  const late = await ask<Answer>('PUT', '/api/brand', { token, ...form })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body).toHaveProperty('changed_at')
  expect((await read()).line).toBe('First')
})

test('a name that somebody else has changed in the settings meanwhile is not overwritten', async () => {
  const seen = await read()
  const { body } = await ask<{ version: number }>('GET', '/api/settings', { token })
  const settings = { version: body.version, settings: { shop_name: 'Named In Settings' } }
  await ask('PUT', '/api/settings', { token, body: settings })
  const form = await uploadForm(brandFields(seen, { name: 'Named Here' }))
  expect((await ask('PUT', '/api/brand', { token, ...form })).status).toBe(409)
  expect((await read()).name).toBe('Named In Settings')
})

test('a drawn logo is written anew: shapes and colours stay, notes of the drawing program go', async () => {
  const drawn = svg(
    '<metadata><x:rdf xmlns:x="y"/></metadata><g style="fill:#123456;font-family:x" data-name="Layer"><path d="M0 0h40v10z" class="a"/></g>',
  )
  const { status, body } = await save({}, [['logo_light', drawn]])
  expect(status).toBe(200)
  const address = body.logo_light?.url ?? ''
  expect(address).toMatch(/^\/brand\/files\/[\w-]{22}\.svg$/)
  const file = await app.inject(address)
  expect(file.headers['content-type']).toBe('image/svg+xml')
  expect(file.headers['cache-control']).toContain('immutable')
  expect(file.headers['content-security-policy']).toContain("default-src 'none'")
  expect(file.body).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" width="40" height="10"><g fill="#123456"><path d="M0 0h40v10z"/></g></svg>',
  )
})

const hostile: [what: string, drawing: string, said: string][] = [
  ['a script', svg('<script>alert(1)</script>'), 'contains a script'],
  ['a script in other letters', svg('<SCRIPT>alert(1)</SCRIPT>'), 'cannot be used'],
  ['an event handler', svg('<path d="M0 0" onclick="alert(1)"/>'), 'reacts to events'],
  ['an event handler of the drawing', svg('<path d="M0 0"/>', 'onload="alert(1)"'), 'reacts to events'],
  ['a piece of a page', svg('<foreignObject><p>x</p></foreignObject>'), 'piece of a web page'],
  ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), 'link'],
  ['a picture from elsewhere', svg('<image href="https://elsewhere.example/x.png"/>'), 'photo'],
  ['a copy from elsewhere', svg('<use href="https://elsewhere.example/x.svg#a"/>'), 'copies'],
  ['a colour from elsewhere', svg('<path d="M0 0" fill="url(https://elsewhere.example/x#a)"/>'), 'outside'],
  ['a style that loads', svg('<path d="M0 0" style="fill:url(//elsewhere.example/x)"/>'), 'outside'],
  ['a style sheet', svg('<style>@import "https://elsewhere.example/x.css"</style>'), 'style sheet'],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<path d="&a;"/>')}`, 'entities'],
  ['a style sheet beside it', `<?xml-stylesheet href="x.css"?>${svg('<path d="M0 0"/>')}`, 'instructions'],
  ['an animation', svg('<animate attributeName="href" values="javascript:alert(1)"/>'), 'animate'],
  ['a page', '<html><body><svg/></body></html>', 'cannot be used'],
  ['nothing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'how large'],
  ['too much', svg(`<path d="${'M0 0'.repeat(20_000)}"/>`), 'at most 50 KB'],
]

test.each(hostile)('a drawing with %s is refused with the reason', async (_, drawing, said) => {
  const { status, body } = await save({}, [['logo_dark', drawing]])
  expect(status).toBe(400)
  expect(body.fields.logo_dark).toContain(said)
})

test('what is no picture, or too small for an icon, is refused beside its field', async () => {
  const noPicture = await save({}, [['logo_light', 'just text']])
  expect(noPicture.body.fields).toEqual({ logo_light: 'Please choose an SVG or a PNG' })
  const tooSmall = await save({}, [['icon', await photo('#246', 100)]])
  expect(tooSmall.body.fields.icon).toContain('512 × 512')
  const broken = await save({}, [['share_card', (await photo('#246', 900)).subarray(0, 400)]])
  expect(broken.body.fields.share_card).toBe('This file is not a picture we can read')
})

test('an icon is made in every size that browsers and home screens ask for, and a share card in its one', async () => {
  const { status, body } = await save({}, [
    [
      'icon',
      await sharp({ create: { width: 600, height: 600, channels: 4, background: '#24680080' } })
        .png()
        .toBuffer(),
    ],
    ['share_card', await photo('#864', 900)],
  ])
  expect(status).toBe(200)
  expect(body.icon).toMatchObject({ width: 512, height: 512 })
  expect(body.share_card).toMatchObject({ width: 1200, height: 630 })
  const card = await app.inject(body.share_card?.url ?? '')
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('a picture is taken away again, and the others stay', async () => {
  const { body } = await save({ remove: 'logo_light,share_card' })
  expect([body.logo_light, body.share_card]).toEqual([null, null])
  expect(body.icon).not.toBeNull()
})
