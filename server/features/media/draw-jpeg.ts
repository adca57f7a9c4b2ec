import { Refusal } from '#contract/refusals.ts'
import { pictureKey, pictureOfJpeg } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import { findPictures } from './pictures.ts'

/** They stand in one line with what people upload, who must not wait for long. */
export const mostDrawings = 8

/** More than any picture of the shop has. */
const tallest = 10_000

type Jpegs = {
  /** Whether there is a JPEG under this key, drawn now if nobody has asked for it before. */
  draw(key: string): Promise<boolean>
}

/** Once for each picture that somebody asks for: other places fetch what the lists of products name, people never do. */
export function openJpegs(context: Context): Jpegs {
  const underWay = new Map<string, Promise<boolean>>()

  return {
    async draw(key) {
      const picture = pictureOfJpeg(key)
      if (picture === null) return false
      if (await context.files.has(key)) return true
      const begun = underWay.get(key)
      if (begun) return begun
      if (underWay.size >= mostDrawings) throw new Refusal('busy', { retryAfterSeconds: 5 })
      const drawing = drawLargest(context, key, picture).finally(() => underWay.delete(key))
      underWay.set(key, drawing)
      return drawing
    },
  }
}

/** The lists name no other size, so no other is drawn, whoever asks for it. */
async function drawLargest(
  { db, files, images }: Context,
  key: string,
  { id, width }: { id: string; width: number },
): Promise<boolean> {
  const known = (await findPictures(db, [id])).get(id)
  if (known === undefined || width !== Math.max(...known.widths)) return false
  const source = await files.get(pictureKey(id, width, 'webp'))
  if (source === null) return false
  const size = { width, height: tallest }
  const { bytes, contentType } = await images.redraw(source.bytes, { ...size, fit: 'inside', format: 'jpeg' })
  await files.put(key, bytes, contentType)
  return true
}
