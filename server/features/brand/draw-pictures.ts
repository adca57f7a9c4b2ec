import { Refusal } from '#contract/refusals.ts'
import { type BrandLook, type BrandPictureName, shareCardSize, smallestIcon } from '#rules/brand.ts'
import type { Context } from '#server/platform/context.ts'
import { shortHash } from '#server/platform/hash.ts'
import type { Drawing } from '#server/platform/images.ts'
import { cleanSvg } from './clean-svg.ts'
import type { BrandPicture, BrandPictures, IconPlace } from './tables.ts'

export type DrawnFile = { name: string; contentType: string; bytes: Buffer }

type Drawn = { pictures: BrandPictures; files: DrawnFile[] }

const icons: Record<IconPlace, { size: number; share?: number; isOpaque?: boolean }> = {
  tab: { size: 64 },
  // A phone paints what can be seen through black.
  touch: { size: 180, isOpaque: true },
  small: { size: 192 },
  large: { size: 512 },
  // Phones cut a circle out of it: what matters lies within four fifths.
  maskable: { size: 512, share: 0.75, isOpaque: true },
}

/** Twice as sharp as the largest place that shows it. */
const logoSize = { width: 480, height: 96 }

/** Every file that the shop hands out is made anew here; nothing of an upload itself survives. */
export async function drawPictures(
  context: Context,
  given: Partial<Record<BrandPictureName, Buffer>>,
  { colours }: BrandLook,
): Promise<Drawn> {
  const drawn: Drawn = { pictures: {}, files: [] }
  const add = (bytes: Buffer, contentType: string, size: { width: number; height: number }): BrandPicture => {
    const ending = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' }[contentType] ?? 'bin'
    const name = `${shortHash(bytes)}.${ending}`
    drawn.files.push({ name, contentType, bytes })
    return { file: name, width: size.width, height: size.height }
  }
  const redraw = async (picture: Buffer | Drawing, options: Parameters<Context['images']['redraw']>[1]) => {
    const made = await context.images.redraw(picture, options)
    return add(made.bytes, made.contentType, made)
  }

  for (const name of ['logo_light', 'logo_dark'] as const) {
    const bytes = given[name]
    if (bytes === undefined) continue
    await explaining(name, async () => {
      const source = open(bytes)
      const asPng = await redraw(source, { ...logoSize, fit: 'inside', format: 'png' })
      drawn.pictures[name] = isDrawing(source) ? add(Buffer.from(source.svg), 'image/svg+xml', asPng) : asPng
      if (name === 'logo_light') drawn.pictures.logo_mail = asPng
    })
  }
  const { icon, share_card: card } = given
  if (icon) {
    await explaining('icon', async () => {
      const source = open(icon)
      const made: [string, BrandPicture][] = []
      for (const [place, { size, share, isOpaque }] of Object.entries(icons)) {
        const ground = isOpaque ? { ground: colours.page } : {}
        const options = { width: size, height: size, fit: 'contain', format: 'png' } as const
        made.push([
          place,
          await redraw(source, { ...options, ...(share && { share }), ...ground, least: smallestIcon }),
        ])
      }
      drawn.pictures.icon = Object.fromEntries(made) as Record<IconPlace, BrandPicture>
    })
  }
  if (card) {
    await explaining('share_card', async () => {
      drawn.pictures.share_card = await redraw(card, { ...shareCardSize, fit: 'cover', format: 'jpeg' })
    })
  }
  return drawn
}

function open(bytes: Buffer): Buffer | Drawing {
  const head = bytes.subarray(0, 400).toString('latin1').replace(/^ï»¿/, '').trimStart()
  return head.startsWith('<') ? { svg: cleanSvg(bytes) } : bytes
}

function isDrawing(source: Buffer | Drawing): source is Drawing {
  return 'svg' in source
}

const refused: Record<string, string> = {
  image_too_small: `Please choose a picture of at least ${smallestIcon} × ${smallestIcon} pixels`,
  image_too_large: 'This picture is too large',
  image_not_supported: 'Please choose an SVG or a PNG',
  image_broken: 'This file is not a picture we can read',
  invalid_image: '',
  too_large: '',
}

/** What is wrong with a file is said beside its field. */
async function explaining(field: BrandPictureName, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !Object.hasOwn(refused, code)) throw error
    throw new Refusal('invalid_input', { fields: { [field]: refused[code] || error.message } })
  }
}
