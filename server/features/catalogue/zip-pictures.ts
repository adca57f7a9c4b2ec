import { Refusal } from '#contract/refusals.ts'
import { mostZipPictures } from '#rules/csv.ts'
import { isImage } from '#server/platform/images.ts'
import { isZipRefusal, openZip, type ZipEntry } from '#server/platform/zip.ts'

const megabyte = 1024 * 1024

/** As many as the largest file of products can want, each as large as a photo may be. */
const limits = { entries: mostZipPictures, bytesEach: 15 * megabyte, bytesInAll: 300 * megabyte }

/** A picture of the ZIP by the name in a cell: with or without its folder, in any case. */
export type FindPicture = (name: string) => ZipEntry | 'twice' | null

/** Anything but pictures is refused by its name: whoever packed the wrong folder should hear of it. */
export async function readPictureZip(bytes: Buffer): Promise<FindPicture> {
  const entries = (await openZip(bytes, limits).catch(refuse)).filter(({ path }) => !isLeftover(path))
  const other = entries.find(({ path }) => !/\.(?:jpe?g|png|webp|avif|hei[cf])$/i.test(path))
  if (other) refusePictures(notAPicture(other))
  const byPath = Map.groupBy(entries, ({ path }) => path.toLowerCase())
  const byName = Map.groupBy(entries, ({ path }) => nameOf(path.toLowerCase()))
  return (written) => {
    const name = written.trim().toLowerCase()
    const [found, ...more] = byPath.get(name) ?? byName.get(name) ?? []
    if (found === undefined) return null
    return more.length > 0 ? 'twice' : found
  }
}

/** A file may be called a picture and be something else. */
export async function readPicture(entry: ZipEntry): Promise<Buffer> {
  const bytes = await entry.read().catch(refuse)
  if (!isImage(bytes)) refusePictures(notAPicture(entry))
  return bytes
}

function notAPicture({ path }: ZipEntry): string {
  return `“${path.slice(-80)}” in the ZIP is no picture. Only JPEG, PNG, WebP, AVIF or HEIC images are allowed.`
}

/** What computers put beside the pictures unasked. */
function isLeftover(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|(?:Thumbs\.db|desktop\.ini)$)/i.test(path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function refuse(error: unknown): never {
  if (isZipRefusal(error)) refusePictures(error.message)
  throw error
}

function refusePictures(text: string): never {
  throw new Refusal('invalid_input', { text, fields: { pictures: text } })
}
