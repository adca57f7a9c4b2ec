import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ProfileResponse } from '#contract/accounts.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { profiles } from '#server/features/accounts/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openTestShop, type Person } from '#server/testing/test-shop.ts'

const { ask, mails, signedInAs, context, clock, close } = await openTestShop()
afterAll(close)

/** Each test has the whole hour's worth of pictures. */
beforeEach(() => clock.forward({ hours: 2 }))

async function save<Body = ProfileResponse>(person: Person, fields: Parameters<typeof uploadForm>[0]) {
  const { token } = await signedInAs(person)
  return await ask<Body>('PUT', '/api/profile', { token, ...(await uploadForm(fields)) })
}

function photo(width = 900, height = 1200) {
  return sharp({ create: { width, height, channels: 3, background: '#8a5a3c' } })
}

async function filesOfAvatars(): Promise<string[]> {
  await mails()
  return (await context.files.list('avatars/')).map(({ key }) => `/media/${key}`)
}

/** One byte for each dot, so that a huge one is soon made. */
function greyPhoto(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 1 } as const
  return sharp(Buffer.alloc(width * height, 150), { raw, limitInputPixels: false })
    .jpeg()
    .toBuffer()
}

test('a photo becomes a small square without its secrets', async () => {
  const taken = await photo(1200, 1600)
    .withExif({ IFD0: { Make: 'A phone' }, IFD3: { GPSLatitude: '5/1 33/1 0/1' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await save('customer', [['avatar', taken]])
  expect(status).toBe(200)
  expect(body.avatar_url).toMatch(/^\/media\/avatars\/[\da-f-]{36}\.webp$/)
  const served = await ask<string>('GET', body.avatar_url)
  expect(served.headers['content-type']).toBe('image/webp')
  const cached = await context.files.get(body.avatar_url.replace('/media/', ''))
  const { width, height, exif, format } = await sharp(cached?.bytes).metadata()
  expect({ width, height, format, exif }).toEqual({
    width: 320,
    height: 320,
    format: 'webp',
    exif: undefined,
  })
  expect(cached?.size).toBeLessThan(40_000)
})

async function expectSquare(bytes: Buffer): Promise<void> {
  const { status, body } = await save('customer', [['avatar', bytes]])
  expect(status).toBe(200)
  const cached = await context.files.get(body.avatar_url.replace('/media/', ''))
  const { width, height } = await sharp(cached?.bytes).metadata()
  expect(width).toBe(height)
}

test('a phone photo in HEIC, which no Android browser opens, becomes a small square too', {
  tags: 'faults',
}, async () => {
  await expectSquare(await readFile('server/testing/pictures/two-halves.heic'))
})

test('a phone photo of 108 megapixels becomes a small square too', { tags: 'faults' }, async () => {
  await expectSquare(await greyPhoto(12_000, 9_000))
})

test('a new picture takes the place of the old one, whose file is thrown away', async () => {
  const bytes = await photo().jpeg().toBuffer()
  const first = await save('customer', [['avatar', bytes]])
  const second = await save('customer', [
    ['avatar', bytes],
    ['avatar_url', first.body.avatar_url],
  ])
  expect(second.body.avatar_url).not.toBe(first.body.avatar_url)
  expect(await filesOfAvatars()).toEqual([second.body.avatar_url])
  expect((await save('customer', [['avatar_url', second.body.avatar_url]])).body.avatar_url).toBe(
    second.body.avatar_url,
  )
  expect((await save('customer', [['avatar_url', '']])).body.avatar_url).toBe('')
  expect(await filesOfAvatars()).toEqual([])
})

test('of two pictures saved at once one stays, and no file is left over', async () => {
  const bytes = await photo().jpeg().toBuffer()
  await Promise.all([1, 2, 3].map(() => save('driver', [['avatar', bytes]])))
  const { body } = await save('driver', [])
  expect(await filesOfAvatars()).toEqual([body.avatar_url])
  await save('driver', [['avatar_url', '']])
})

test('only the address that the shop itself gave out is taken for a picture', async () => {
  const others = await save('other customer', [['avatar', await photo().jpeg().toBuffer()]])
  for (const address of [
    others.body.avatar_url,
    'javascript:alert(1)',
    'http://169.254.169.254/',
    'https://example.com/me.jpg',
    '/media/../secret',
    'data:image/png;base64,AAAA',
  ]) {
    expect(await save('customer', [['avatar_url', address]])).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { avatar_url: 'Invalid image address' } },
    })
  }
  const { viewer } = await signedInAs('customer')
  const [row] = await context.db.select().from(profiles).where(eq(profiles.userId, viewer.id))
  expect(row?.avatarId ?? null).toBeNull()
  await save('other customer', [['avatar_url', '']])
})

/** As small as a file can be that unpacks to so many pixels. */
function pngThatSays(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * Math.min(height, 2000)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each([
  [
    'an SVG with a script',
    { bytes: Buffer.from(script), name: 'me.svg', type: 'image/svg+xml' },
    415,
    'image_not_supported',
  ],
  [
    'an SVG that says it is a JPEG',
    { bytes: Buffer.from(script), name: 'me.jpg' },
    415,
    'image_not_supported',
  ],
  [
    'a web page named .jpg',
    { bytes: Buffer.from('<!doctype html><script>alert(1)</script>'), name: 'me.jpg' },
    415,
    'image_not_supported',
  ],
  [
    'a GIF',
    { bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), name: 'me.gif' },
    415,
    'image_not_supported',
  ],
  ['an empty file', { bytes: Buffer.alloc(0), name: 'me.jpg' }, 415, 'image_not_supported'],
  [
    'a picture of 20,000 by 20,000 pixels',
    { bytes: pngThatSays(20_000, 20_000), name: 'me.png' },
    413,
    'image_too_large',
  ],
  [
    'a picture of 6,000 by 20,000 pixels',
    { bytes: pngThatSays(6_000, 20_000), name: 'me.png' },
    413,
    'image_too_large',
  ],
  [
    'half a JPEG',
    { bytes: Buffer.from('\xff\xd8\xff\xe0 and nothing more', 'latin1'), name: 'me.jpg' },
    400,
    'invalid_image',
  ],
])('%s is refused and nothing is kept of it', async (_, file, status, code) => {
  const answer = await save<RefusalResponse>('customer', [
    ['avatar', file],
    ['city', 'Nowhere'],
  ])
  expect(answer).toMatchObject({ status, body: { code } })
  expect(await filesOfAvatars()).toEqual([])
  expect((await save('customer', [])).body.city).not.toBe('Nowhere')
})

test('a photo of 15 MB is taken, one byte more is not', { tags: 'faults' }, async () => {
  const most = 15 * 1024 * 1024
  const bytes = await photo().jpeg().toBuffer()
  const large = Buffer.concat([bytes, Buffer.alloc(most - bytes.length)])
  expect((await save('customer', [['avatar', large]])).status).toBe(200)
  expect(await save('customer', [['avatar', Buffer.concat([large, Buffer.alloc(1)])]])).toMatchObject({
    status: 413,
    body: { error: 'Image is too large', code: 'image_too_large' },
  })
  await save('customer', [['avatar_url', '']])
})

test('one person sends at most 30 pictures an hour', { tags: 'faults' }, async () => {
  const bytes = await photo(30, 30).png().toBuffer()
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await save('other driver', [['avatar', bytes]])).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  expect((await save('other driver', [['city', 'Tema']])).status).toBe(200)
})
