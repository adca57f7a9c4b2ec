import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { ImageRefusal } from './image-checks.ts'

export type ImageVariant = { width: number; height: number; contentType: string; bytes: Buffer }

export type ImageLimits = {
  maxBytes: number
  maxPixels: number
  seconds: number
}

/** Width divided by height; the picture is cut around its middle. A square is 1. */
export type Ratio = number

type Size = { width: number; height: number }

type Pixels = { data: Buffer; info: OutputInfo }

const longestSide = 16_383
const longestBlur = 300

/** The size a person sees: turned the right way up and cut to the ratio. Reads the head of the file only. */
export async function measure(bytes: Uint8Array, limits: ImageLimits, ratio?: Ratio): Promise<Size> {
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
export async function decode(
  bytes: Uint8Array,
  limits: ImageLimits,
  width: number,
  ratio?: Ratio,
): Promise<Pixels> {
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

export async function toWebp(pixels: Pixels, width: number): Promise<ImageVariant> {
  return encode(from(pixels).resize({ width }).webp({ quality: 80 }), 'image/webp')
}

/** More effort than 2 takes ten times as long for a few bytes less. */
export async function toAvif(pixels: Pixels): Promise<ImageVariant> {
  return encode(from(pixels).avif({ quality: 45, effort: 2 }), 'image/avif')
}

/** #RRGGBB */
export async function mainColour(pixels: Pixels): Promise<string> {
  const small = await onWhite(pixels, 64).png().toBuffer()
  const { dominant } = await sharp(small).stats()
  const parts = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0'))
  return `#${parts.join('')}`.toUpperCase()
}

export async function toBlur(pixels: Pixels): Promise<string> {
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
