import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { seededRandom } from '../testing/clock-and-random.ts'
import { imageLimits, openImages } from './images.ts'

const images = openImages({ ...imageLimits, seconds: 60 })
const phonePhoto = await readFile('server/testing/pictures/two-halves.heic')

function plain(width: number, height: number, background = '#c86432') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Left half red, right half blue, so that turning and cutting can be seen. */
async function twoHalves(width: number, height: number) {
  const blue = await plain(width / 2, height, '#0000ff')
    .png()
    .toBuffer()
  return plain(width, height, '#ff0000').composite([{ input: blue, left: width / 2, top: 0 }])
}

async function colourAt(bytes: Buffer, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data
  return red > blue ? 'red' : 'blue'
}

test('a photo becomes WebP in three widths, with its size, its colour and a tiny blur', async () => {
  const prepared = await images.prepare(await plain(2000, 1500).jpeg().toBuffer())
  expect(prepared).toMatchObject({ width: 2000, height: 1500 })
  expect(prepared.variants.map(({ width, height, contentType }) => [width, height, contentType])).toEqual([
    [400, 300, 'image/webp'],
    [800, 600, 'image/webp'],
    [1200, 900, 'image/webp'],
  ])
  expect(prepared.colour).toMatch(/^#[0-9A-F]{6}$/)
  expect(prepared.blur).toMatch(/^data:image\/webp;base64,/)
  expect(prepared.blur.length).toBeLessThanOrEqual(300)
  const read = await sharp(prepared.variants[1]?.bytes).metadata()
  expect(read).toMatchObject({ format: 'webp', width: 800, height: 600 })
})

test('the blur stays tiny for the busiest picture', { tags: 'faults' }, async () => {
  const random = seededRandom('busy')
  const confetti = Buffer.from(Array.from({ length: 64 * 64 * 3 }, () => random.below(2) * 255))
  const large = sharp(confetti, { raw: { width: 64, height: 64, channels: 3 } }).resize(640, 640, {
    kernel: 'nearest',
  })
  const { blur } = await images.prepare(await large.png().toBuffer())
  expect(blur.length).toBeGreaterThan(40)
  expect(blur.length).toBeLessThanOrEqual(300)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s file is taken', async (format) => {
  const bytes = await plain(40, 20).toFormat(format).toBuffer()
  expect(await images.prepare(bytes)).toMatchObject({
    width: 40,
    height: 20,
    colour: expect.stringMatching(/^#[CD]/),
  })
})

test('a phone photo in HEIC is taken, beside the shop', async () => {
  const { width, height, variants } = await images.prepare(phonePhoto)
  expect([width, height]).toEqual([320, 240])
  const [first] = variants
  if (!first) throw new Error('no variant')
  expect(await colourAt(first.bytes, 20, 120)).toBe('red')
  expect(await colourAt(first.bytes, 300, 120)).toBe('blue')
})

test('a HEIC photo that breaks off, only begins like one, or is too large is refused', {
  tags: 'faults',
}, async () => {
  const beginning = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  for (const bytes of [phonePhoto.subarray(0, 500), beginning]) {
    await expect(images.prepare(bytes)).rejects.toMatchObject({ code: 'image_broken' })
  }
  const small = openImages({ ...imageLimits, maxPixels: 320 * 240 - 1 })
  await expect(small.prepare(phonePhoto)).rejects.toMatchObject({ code: 'image_too_large' })
})

test('a small picture is never enlarged', async () => {
  const widthsOf = async (natural: number) =>
    (await images.prepare(await plain(natural, 100).png().toBuffer())).variants.map(({ width }) => width)
  expect(await widthsOf(1000)).toEqual([400, 800, 1000])
  expect(await widthsOf(400)).toEqual([400])
  expect(await widthsOf(1)).toEqual([1])
})

test('a photo taken sideways stands upright, and says nothing about where it was taken', async () => {
  const sideways = await (await twoHalves(200, 100))
    .withExif({ IFD0: { Copyright: 'Ama' }, IFD3: { GPSLatitude: '5/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { width, height, variants } = await images.prepare(sideways)
  expect([width, height]).toEqual([100, 200])
  const [upright] = variants
  if (!upright) throw new Error('no variant')
  expect(await colourAt(upright.bytes, 50, 20)).toBe('red')
  expect(await colourAt(upright.bytes, 50, 180)).toBe('blue')
  const { exif, xmp, icc, orientation } = await sharp(upright.bytes).metadata()
  expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
})

test('a square is cut around the middle', async () => {
  const wide = await (await twoHalves(300, 100)).png().toBuffer()
  const { width, height, variants } = await images.prepare(wide, { ratio: 1, widths: [50, 400] })
  expect([width, height]).toEqual([100, 100])
  expect(variants.map((variant) => [variant.width, variant.height])).toEqual([
    [50, 50],
    [100, 100],
  ])
  const [, square] = variants
  if (!square) throw new Error('no variant')
  expect(await colourAt(square.bytes, 10, 50)).toBe('red')
  expect(await colourAt(square.bytes, 90, 50)).toBe('blue')
})

test('see-through parts stay see-through in the picture, and count as white for its colour', async () => {
  const clear = sharp({
    create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  const { colour, variants } = await images.prepare(await clear.png().toBuffer())
  expect((await sharp(variants[0]?.bytes).metadata()).hasAlpha).toBe(true)
  expect(colour).toMatch(/^#F[0-9A-F]F[0-9A-F]F[0-9A-F]$/)
})

test('a file hidden behind the picture is gone', async () => {
  const polyglot = Buffer.concat([
    await plain(50, 50).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const { variants } = await images.prepare(polyglot)
  expect(variants[0]?.bytes.includes('script')).toBe(false)
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
  ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
  ['HTML', Buffer.from('<html></html>')],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
  ['an empty file', Buffer.alloc(0)],
  ['three bytes', Buffer.from('abc')],
])('%s is not supported', async (_, bytes) => {
  await expect(images.prepare(bytes)).rejects.toMatchObject({ code: 'image_not_supported' })
  await expect(images.avif(bytes, { width: 100 })).rejects.toMatchObject({ code: 'image_not_supported' })
})

test('a picture that breaks off, or only begins like one, is broken', async () => {
  const whole = await plain(600, 600).jpeg().toBuffer()
  const beginning = Buffer.concat([whole.subarray(0, 4), Buffer.alloc(2000, 7)])
  for (const bytes of [
    whole.subarray(0, whole.length / 2),
    beginning,
    Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
  ]) {
    await expect(images.prepare(bytes)).rejects.toMatchObject({ code: 'image_broken' })
  }
})

test('too many bytes are refused, unless the caller allows more', async () => {
  const photo = Buffer.concat([await plain(50, 50).jpeg().toBuffer(), Buffer.alloc(imageLimits.maxBytes)])
  await expect(images.prepare(photo)).rejects.toMatchObject({
    code: 'image_too_large',
    message: 'Image is too large',
  })
  expect(await images.prepare(photo, { maxBytes: 15_000_000 })).toMatchObject({ width: 50 })
})

test('a small file with far too many pixels is refused before it is unpacked', async () => {
  await expect(images.prepare(pngThatSays(16_000, 16_000))).rejects.toMatchObject({ code: 'image_too_large' })
  await expect(images.prepare(pngThatSays(20_000, 10))).rejects.toMatchObject({ code: 'image_too_large' })
})

test('a picture that was refused does not hold up the next one', async () => {
  const good = await plain(30, 30).png().toBuffer()
  const outcomes = await Promise.allSettled([images.prepare(good.subarray(0, 60)), images.prepare(good)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('pictures are worked on one at a time', async () => {
  const large = await plain(1_600, 1_600).jpeg().toBuffer()
  const small = await plain(20, 20).jpeg().toBuffer()
  const done: string[] = []
  // Worked on beside the large ones, the small ones would be ready long before them.
  await Promise.all([
    images.prepare(large).then(() => done.push('first large')),
    images.prepare(small).then(() => done.push('first small')),
    images.avif(large, { width: 800 }).then(() => done.push('second large')),
    images.prepare(small).then(() => done.push('second small')),
  ])
  expect(done).toEqual(['first large', 'first small', 'second large', 'second small'])
})

test('AVIF is made in the wanted width, never larger than the picture', async () => {
  const photo = await plain(600, 300).jpeg().toBuffer()
  const small = await images.avif(photo, { width: 400 })
  expect(small).toMatchObject({ width: 400, height: 200, contentType: 'image/avif' })
  expect((await sharp(small.bytes).metadata()).mediaType).toBe('image/avif')
  expect(await images.avif(photo, { width: 900, ratio: 1 })).toMatchObject({ width: 300, height: 300 })
})

function pngThatSays(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const lines = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
