import sharp from 'sharp'
import { heicToJpeg } from './heic.ts'
import { formatOf, ImageRefusal } from './image-checks.ts'
import {
  decode,
  type ImageLimits,
  type ImageVariant,
  mainColour,
  measure,
  type Ratio,
  toAvif,
  toBlur,
  toWebp,
} from './image-work.ts'

export type Images = {
  /** Checks a picture and makes it anew in each width; of the file itself only what can be seen survives. */
  prepare(bytes: Uint8Array, options?: PrepareOptions): Promise<PreparedImage>
  /** The smallest form, too slow to wait for: made in the background. */
  avif(bytes: Uint8Array, options: { width: number; ratio?: Ratio }): Promise<ImageVariant>
}

export type PrepareOptions = {
  /** A picture is never enlarged: a smaller one ends with its own width. */
  widths?: readonly number[]
  ratio?: Ratio
  maxBytes?: number
}

export type PreparedImage = {
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
  }
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
