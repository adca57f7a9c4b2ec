import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { box, flatPng, movingGif, movingPng, movingWebp, pngChunk, withJpegSegment } from './picture-bytes.ts'

type PictureFile = { name: string; bytes: Buffer; says?: string }

const script = '<script>alert(1)</script>'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`

function photoOf(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#963' } })
}

/** Sixty files that somebody might upload as a picture, made here so that none of them has to lie about. */
export async function listPictureFiles(): Promise<PictureFile[]> {
  const photo = await photoOf(90, 60).jpeg().toBuffer()
  const png = await photoOf(90, 60).png().toBuffer()
  const webp = await photoOf(90, 60).webp().toBuffer()
  const avif = await photoOf(90, 60).avif({ effort: 0 }).toBuffer()
  return [
    ...(await huge(webp)),
    ...(await films()),
    ...brokenOff({ photo, png, webp, avif }),
    ...twoInOne(photo, png, webp),
    ...otherKinds(),
    ...(await withSecrets(photo, png)),
    ...(await honest(photo, png)),
  ]
}

async function huge(webp: Buffer): Promise<PictureFile[]> {
  const lying = Buffer.from(webp)
  lying.writeUInt32LE(0xff_ff_ff_f0, 4)
  return [
    { name: '16,000 points on each side', bytes: flatPng(16_000, 16_000) },
    { name: '65,535 points wide and one high', bytes: flatPng(65_535, 1) },
    { name: 'one point wide and 65,535 high', bytes: flatPng(1, 65_535) },
    { name: 'says it has 2^31 points on each side', bytes: flatPng(2 ** 31 - 1, 2 ** 31 - 1, { rows: 1 }) },
    { name: 'has no points at all', bytes: flatPng(0, 0, { rows: 1 }) },
    { name: '10,000 by 10,000 with one row of points', bytes: flatPng(10_000, 10_000, { rows: 1 }) },
    { name: '10,900 points on each side, just allowed', bytes: flatPng(10_900, 10_900) },
    { name: 'a wrong sum in its head', bytes: flatPng(9, 9, { isHonest: false }) },
    { name: 'a WebP that says it is 4 GB long', bytes: lying },
    { name: 'sixteen million bytes of nothing', bytes: Buffer.alloc(16_000_000) },
    {
      name: 'a JPEG head and 15 MB of nothing',
      bytes: Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(15_000_000)]),
    },
  ]
}

async function films(): Promise<PictureFile[]> {
  const still = await photoOf(2_000, 2_000).webp({ lossless: true }).toBuffer()
  return [
    { name: 'a GIF of 10,000 pictures', bytes: movingGif(10_000) },
    { name: 'a PNG of 5,000 pictures', bytes: movingPng(5_000) },
    { name: 'a WebP of 1,000 pictures of 4 million points', bytes: movingWebp(still, 2_000, 1_000) },
  ]
}

function brokenOff(files: Record<string, Buffer>): PictureFile[] {
  return Object.entries(files).flatMap(([kind, bytes]) =>
    [4, 13, 40, 0.5, 0.9].map((at) => ({
      name: `a ${kind} that breaks off at ${at}`,
      bytes: bytes.subarray(0, at < 1 ? Math.floor(bytes.length * at) : at),
    })),
  )
}

function twoInOne(photo: Buffer, png: Buffer, webp: Buffer): PictureFile[] {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(Buffer.alloc(99_999))])
  return [
    {
      name: 'GIF and script in one',
      bytes: Buffer.from(`GIF89a/*${'x'.repeat(40)}*/=1;alert(1)//`),
      says: 'image/gif',
    },
    { name: 'photo and page in one', bytes: Buffer.concat([photo, Buffer.from(`<html>${script}`)]) },
    { name: 'a page in the comment of a photo', bytes: withJpegSegment(photo, 0xfe, Buffer.from(script)) },
    { name: 'PNG and archive in one', bytes: Buffer.concat([png, zip]) },
    { name: 'PDF and photo in one', bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), photo]) },
    { name: 'WebP and script in one', bytes: Buffer.concat([webp, Buffer.from(script)]) },
    { name: 'archive and photo in one', bytes: Buffer.concat([zip, photo]) },
  ]
}

function otherKinds(): PictureFile[] {
  const bomb = `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replace(/./g, (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)}]>`
  const text = (name: string, words: string, says = 'image/jpeg') => ({
    name,
    bytes: Buffer.from(words, 'latin1'),
    says,
  })
  return [
    text('SVG with a script', svg(script), 'image/svg+xml'),
    text(
      'SVG with foreign HTML',
      svg('<foreignObject><body onload="alert(1)"/></foreignObject>'),
      'image/svg+xml',
    ),
    text(
      'SVG that reads a file',
      `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    ),
    text('SVG that asks the network', svg('<image href="http://169.254.169.254/" width="9" height="9"/>')),
    text('SVG that grows without end', `${bomb}${svg('<text>&h;</text>')}`),
    text('a page', `<html>${script}</html>`),
    text('a script', 'alert(1)', 'text/javascript'),
    text('a program', 'MZ\x90\0\x03\0\0\0'),
    text('a TIFF', 'II*\0\x08\0\0\0\0\0\0\0'),
    text('a BMP', `BM${'\0'.repeat(60)}`),
    text('an icon', '\0\0\x01\0\x01\0\x10\x10'),
    text('a Photoshop file', '8BPS\0\x01\0\0\0\0\0\0\0\x03'),
    text(
      'ImageMagick commands',
      'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://evil.example/"|ls")\'\n',
    ),
    text('a PostScript file', '%!PS\n(/etc/passwd) (r) file'),
    {
      name: 'an AVIF without a picture',
      bytes: Buffer.concat([box('ftyp', 'avif\0\0\0\0avifmif1'), box('meta', '\0\0\0\0')]),
    },
    {
      name: 'a HEIC without a picture',
      bytes: Buffer.concat([box('ftyp', 'heic\0\0\0\0heicmif1'), box('meta', '\0\0\0\0')]),
    },
    {
      name: 'a film as a HEIC',
      bytes: Buffer.concat([box('ftyp', 'heic\0\0\0\0isommp42'), box('mdat', 'x'.repeat(999))]),
    },
    {
      name: 'a box that contains itself',
      bytes: Buffer.concat([
        box('ftyp', 'avif\0\0\0\0avif'),
        Buffer.from('\0\0\0\x01meta\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
      ]),
    },
    { name: 'nothing', bytes: Buffer.alloc(0) },
  ]
}

async function withSecrets(photo: Buffer, png: Buffer): Promise<PictureFile[]> {
  const exif = { IFD0: { Copyright: script }, IFD3: { GPSLatitude: '5/1 33/1 0/1' } }
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1'))
  return [
    {
      name: 'a photo that says where it was taken',
      bytes: await photoOf(90, 60).withExif(exif).jpeg().toBuffer(),
    },
    {
      name: 'a photo whose profile is junk',
      bytes: withJpegSegment(photo, 0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${'j'.repeat(5_000)}`, 'latin1')),
    },
    {
      name: 'a photo whose notes are junk',
      bytes: withJpegSegment(
        photo,
        0xe1,
        Buffer.from(`Exif\0\0II*\0\xff\xff\xff\xff${'j'.repeat(60_000)}`, 'latin1'),
      ),
    },
    { name: 'a PNG with words', bytes: Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]) },
  ]
}

async function honest(photo: Buffer, png: Buffer): Promise<PictureFile[]> {
  return [
    { name: 'a photo called .exe', bytes: photo, says: 'application/x-msdownload' },
    { name: 'a PNG that says it is a page', bytes: png, says: 'text/html' },
    {
      name: 'a photo in the colours of a printer',
      bytes: await photoOf(60, 60).toColourspace('cmyk').jpeg().toBuffer(),
    },
    {
      name: 'a grey photo of 16 bits',
      bytes: await photoOf(60, 60).toColourspace('grey16').png().toBuffer(),
    },
    { name: 'a photo of one point', bytes: await photoOf(1, 1).png().toBuffer() },
  ]
}
