import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { projectFolder } from './config.ts'
import type { HeicResult } from './heic-worker.ts'

export type Images = {
  /** Checks a picture and makes it anew in each width; of the file itself only what can be seen survives. */
  prepare(bytes: Uint8Array, options?: PrepareOptions): Promise<PreparedImage>
  /** The smallest form, too slow to wait for: made in the background. */
  avif(bytes: Uint8Array, options: { width: number; ratio?: Ratio }): Promise<ImageVariant>
  /** One file of exactly this size, or within it, in a format that every program opens. */
  redraw(picture: Uint8Array | Drawing, options: RedrawOptions): Promise<ImageVariant>
}

/** An SVG that the shop has written itself. One from outside is never given to the decoder. */
export type Drawing = { svg: string }

type RedrawOptions = {
  width: number
  height: number
  /** `inside`: as large as it fits, and never larger than it is. `contain`: with a margin around. `cover`: cut. */
  fit: 'inside' | 'contain' | 'cover'
  format: 'png' | 'jpeg'
  /** How much of each side the picture itself takes; the rest is margin. */
  share?: number
  /** Without one, the margin can be seen through. */
  ground?: string
  /** A smaller picture is refused. */
  least?: number
  maxBytes?: number
}

type PrepareOptions = {
  /** A picture is never enlarged: a smaller one ends with its own width. */
  widths?: readonly number[]
  ratio?: Ratio
  maxBytes?: number
}

type PreparedImage = {
  /** The size of the picture itself, which the variants may be smaller than. */
  width: number
  height: number
  /** #RRGGBB, to show before anything has loaded. */
  colour: string
  /** A data address of at most 300 characters, to show while the picture loads. */
  blur: string
  variants: ImageVariant[]
}

export const imageLimits: ImageLimits = { maxBytes: 5_000_000, maxPixels: 120_000_000, seconds: 10 }

/** Works on one picture at a time, so that a flood of phone photos waits instead of taking all memory. */
export function openImages(limits: ImageLimits = imageLimits): Images {
  sharp.concurrency(1)
  sharp.cache(false)
  const inTurn = openQueue()
  return {
    async prepare(given, { widths = [400, 800, 1200], ratio, maxBytes = limits.maxBytes } = {}) {
      refuseAtOnce(given, maxBytes)
      return inTurn(async () => {
        const bytes = formatOf(given) === 'heic' ? await heicToJpeg(given, limits) : given
        const size = await measure(bytes, limits, ratio)
        const wanted = widthsWithin(size.width, widths)
        const pixels = await decode(bytes, limits, Math.max(...wanted), ratio)
        const variants: ImageVariant[] = []
        for (const width of wanted) variants.push(await toWebp(pixels, width))
        return { ...size, colour: await mainColour(pixels), blur: await toBlur(pixels), variants }
      })
    },

    async avif(bytes, { width, ratio }) {
      refuseAtOnce(bytes)
      return inTurn(async () => {
        const size = await measure(bytes, limits, ratio)
        return toAvif(await decode(bytes, limits, Math.min(width, size.width), ratio))
      })
    },

    async redraw(picture, options) {
      if (isBytes(picture)) refuseAtOnce(picture, options.maxBytes ?? limits.maxBytes)
      return inTurn(async () => {
        if (!isBytes(picture)) return redraw(await openDrawing(picture, options, limits), options)
        const bytes = formatOf(picture) === 'heic' ? await heicToJpeg(picture, limits) : picture
        const size = await measure(bytes, limits)
        if (Math.min(size.width, size.height) < (options.least ?? 0))
          throw new ImageRefusal('image_too_small')
        return redraw(await decode(bytes, limits, Math.min(size.width, longestRedrawn)), options)
      })
    },
  }
}

/** By its first bytes: whatever its name says. */
export function isImage(bytes: Uint8Array): boolean {
  return formatOf(bytes) !== null
}

function refuseAtOnce(bytes: Uint8Array, maxBytes = Number.POSITIVE_INFINITY): void {
  if (bytes.byteLength > maxBytes) throw new ImageRefusal('image_too_large')
  if (formatOf(bytes) === null) throw new ImageRefusal('image_not_supported')
}

function widthsWithin(natural: number, widths: readonly number[]): number[] {
  const possible = widths.map((width) => Math.min(width, natural))
  return [...new Set(possible)].sort((a, b) => a - b)
}

function openQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

type ImageVariant = { width: number; height: number; contentType: string; bytes: Buffer }

type ImageLimits = {
  maxBytes: number
  maxPixels: number
  seconds: number
}

/** Width divided by height; the picture is cut around its middle. A square is 1. */
type Ratio = number

type Size = { width: number; height: number }

type Pixels = { data: Buffer; info: OutputInfo }

const longestSide = 16_383
const longestBlur = 300

/** The size a person sees: turned the right way up and cut to the ratio. Reads the head of the file only. */
async function measure(bytes: Uint8Array, limits: ImageLimits, ratio?: Ratio): Promise<Size> {
  const { autoOrient: seen } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(broken)
  const isTooLarge =
    seen.width * seen.height > limits.maxPixels || Math.max(seen.width, seen.height) > longestSide
  if (isTooLarge) throw new ImageRefusal('image_too_large')
  if (ratio === undefined) return { width: seen.width, height: seen.height }
  return seen.width / seen.height > ratio
    ? { width: atLeastOne(seen.height * ratio), height: seen.height }
    : { width: seen.width, height: atLeastOne(seen.width / ratio) }
}

/** Opens the file once; only bare pixels go on from here, so nothing hidden in the file can. */
async function decode(bytes: Uint8Array, limits: ImageLimits, width: number, ratio?: Ratio): Promise<Pixels> {
  const height = ratio === undefined ? undefined : atLeastOne(width / ratio)
  return sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'cover' })
    .toColourspace('srgb')
    .timeout({ seconds: limits.seconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
}

async function toWebp(pixels: Pixels, width: number): Promise<ImageVariant> {
  return encode(from(pixels).resize({ width }).webp({ quality: 80 }), 'image/webp')
}

/** More effort than 2 takes ten times as long for a few bytes less. */
async function toAvif(pixels: Pixels): Promise<ImageVariant> {
  return encode(from(pixels).avif({ quality: 45, effort: 2 }), 'image/avif')
}

const longestRedrawn = 2_400

function isBytes(picture: Uint8Array | Drawing): picture is Uint8Array {
  return picture instanceof Uint8Array
}

/** Drawn as large as it is needed: a drawing has no size of its own. */
async function openDrawing({ svg }: Drawing, options: RedrawOptions, limits: ImageLimits): Promise<Pixels> {
  const bytes = Buffer.from(svg)
  const { width = 1, height = 1 } = await sharp(bytes).metadata().catch(broken)
  const times = Math.min(options.width / width, options.height / height)
  const density = Math.min(2_400, Math.max(1, 72 * times))
  return sharp(bytes, { density, limitInputPixels: limits.maxPixels })
    .resize({ width: options.width, height: options.height, fit: 'inside' })
    .ensureAlpha()
    .timeout({ seconds: limits.seconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
}

async function redraw(pixels: Pixels, options: RedrawOptions): Promise<ImageVariant> {
  const { width, height, fit, format, share = 1, ground } = options
  const inner = { width: atLeastOne(width * share), height: atLeastOne(height * share) }
  const background = ground ?? '#00000000'
  let picture = from(pixels).resize({ ...inner, fit, background, withoutEnlargement: fit === 'inside' })
  if (share < 1) {
    const [x, y] = [width - inner.width, height - inner.height]
    const [left, top] = [Math.floor(x / 2), Math.floor(y / 2)]
    picture = picture.extend({ left, top, right: x - left, bottom: y - top, background })
  }
  if (ground !== undefined) picture = picture.flatten({ background: ground })
  return format === 'png'
    ? encode(picture.png({ compressionLevel: 9 }), 'image/png')
    : encode(picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }), 'image/jpeg')
}

/** #RRGGBB */
async function mainColour(pixels: Pixels): Promise<string> {
  const small = await onWhite(pixels, 64).png().toBuffer()
  const { dominant } = await sharp(small).stats()
  const parts = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0'))
  return `#${parts.join('')}`.toUpperCase()
}

async function toBlur(pixels: Pixels): Promise<string> {
  for (const width of [16, 12, 8, 4]) {
    const small = await onWhite(pixels, width).webp({ quality: 20 }).toBuffer()
    const address = `data:image/webp;base64,${small.toString('base64')}`
    if (address.length <= longestBlur) return address
  }
  return ''
}

function onWhite(pixels: Pixels, longest: number): Sharp {
  return from(pixels).flatten({ background: '#fff' }).resize(longest, longest, { fit: 'inside' })
}

function from({ data, info }: Pixels): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

async function encode(picture: Sharp, contentType: string): Promise<ImageVariant> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, contentType, bytes: data }
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length))
}

function broken(cause: unknown): never {
  throw new ImageRefusal('image_broken', cause)
}

type ImageRefusalCode = 'image_too_large' | 'image_too_small' | 'image_not_supported' | 'image_broken'

const words = {
  image_too_large: 'Image is too large',
  image_too_small: 'Image is too small',
  image_not_supported: 'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed',
  image_broken: 'This image cannot be read',
} satisfies Record<ImageRefusalCode, string>

/** A picture that is not taken; recognised by its code. */
class ImageRefusal extends Error {
  override name = 'ImageRefusal'
  readonly code: ImageRefusalCode

  constructor(code: ImageRefusalCode, cause?: unknown) {
    super(words[code], { cause })
    this.code = code
  }
}

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** Judged by the first bytes, never by a name or a declared type: the decoder would happily open SVG and other formats too. */
function formatOf(bytes: Uint8Array): ImageFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return head.slice(4, 8) === 'ftyp' ? formatOfBrands(brandsIn(head)) : null
}

function formatOfBrands(brands: readonly string[]): ImageFormat | null {
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  return brands.includes('heic') || brands.includes('heix') ? 'heic' : null
}

/** The file type box of a picture in this family names its family members, four letters each. */
function brandsIn(head: string): string[] {
  const size = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length)
  const brands = head.slice(8, size).match(/.{4}/gs) ?? []
  return brands.filter((_, place) => place !== 1)
}

type HeicLimits = { maxPixels: number; seconds: number }

/** Unlike a JPEG, such a file must be unpacked whole: 256 MB of pixels at most. */
const mostPixels = 64_000_000

/**
 * What many phones make of a photo, as a file that everything else can open. It takes about a second of work in which
 * the shop would answer nobody, so it is done beside the shop, and given up when it takes too long.
 */
async function heicToJpeg(bytes: Uint8Array, { maxPixels, seconds }: HeicLimits): Promise<Buffer> {
  const answer = await decodeBeside(bytes, Math.min(maxPixels, mostPixels), seconds)
  if (answer.outcome !== 'decoded') throw new ImageRefusal(answer.outcome)
  const { data, width, height } = answer
  return sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function decodeBeside(bytes: Uint8Array, maxPixels: number, seconds: number): Promise<HeicResult> {
  const worker = new Worker(new URL('server/platform/heic-worker.ts', projectFolder), {
    workerData: { bytes, maxPixels },
    // A damaged file makes the decoder talk to the console.
    stdout: true,
    stderr: true,
  })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(seconds * 1000) })
    return answer
  } catch (error) {
    throw new ImageRefusal('image_broken', error)
  } finally {
    await worker.terminate()
  }
}
