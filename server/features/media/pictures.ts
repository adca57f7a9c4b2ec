import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PictureData } from '#contract/codecs.ts'
import { Refusal } from '#contract/refusals.ts'
import { avifWidths, pictureKey, pictureOfJpeg, pictureWidths } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { pictures } from './tables.ts'

/** As large as a photo from a good phone. */
const longestPhoto = 15 * 1024 * 1024

/** Makes the files of a picture out of one from outside. Nobody names them until `savePicture` does. */
export async function preparePicture(context: Context, bytes: Buffer, alt: string): Promise<PictureData> {
  const id = context.random.uuid()
  const image = await context.images.prepare(bytes, { widths: [...pictureWidths], maxBytes: longestPhoto })
  // All at once: a store may be far away.
  await Promise.all(
    image.variants.map((file) =>
      context.files.put(pictureKey(id, file.width, 'webp'), file.bytes, 'image/webp'),
    ),
  )
  const { width, height, colour, blur } = image
  return {
    id,
    alt,
    width,
    height,
    colour,
    blur,
    widths: image.variants.map((file) => file.width),
    hasAvif: false,
  }
}

/** The row comes after the files: a crash in between leaves files without a name, never a name without its files. */
export async function savePicture(context: Context, db: Database, picture: PictureData): Promise<void> {
  await db.insert(pictures).values({ ...picture, createdAt: context.clock() })
  if (!picture.hasAvif) await context.jobs.send(db, avifJob, { pictureId: picture.id })
}

/** What nobody named after all leaves nothing behind. */
async function discardPicture({ files }: Context, { id, widths }: PictureData): Promise<void> {
  for (const width of widths) await files.delete(pictureKey(id, width, 'webp'))
}

/** All of them or none: one that cannot be read takes the others with it. */
export async function preparePictures(
  context: Context,
  photos: readonly { bytes: Buffer; alt: string }[],
): Promise<PictureData[]> {
  const prepared: PictureData[] = []
  try {
    for (const { bytes, alt } of photos) prepared.push(await preparePicture(context, bytes, alt))
    return prepared
  } catch (error) {
    await discardPictures(context, prepared)
    throw error
  }
}

export async function discardPictures(context: Context, pictures: readonly PictureData[]): Promise<void> {
  for (const picture of pictures) await discardPicture(context, picture)
}

const { createdAt: _, ...columns } = getTableColumns(pictures)

/** All but what only the shop itself needs. */
export const pictureColumns = columns

const readPictures = preparedQuery('pictures', (db) =>
  db
    .select(pictureColumns)
    .from(pictures)
    .where(sql`${pictures.id} = any(${sql.placeholder('ids')}::text[])`),
)

export async function findPictures(db: Database, ids: readonly string[]): Promise<Map<string, PictureData>> {
  if (ids.length === 0) return new Map()
  const rows = await readPictures(db, { ids })
  return new Map(rows.map((picture) => [picture.id, picture]))
}

/** First the row, then the files: a crash in between leaves files without a name, never a name without its files. */
export async function removePicture({ db, files }: Context, id: string, onlyIf: SQL): Promise<boolean> {
  const [gone] = await db
    .delete(pictures)
    .where(and(eq(pictures.id, id), onlyIf))
    .returning({ widths: pictures.widths })
  if (gone === undefined) return false
  for (const width of gone.widths) {
    await files.delete(pictureKey(id, width, 'webp'))
    await files.delete(pictureKey(id, width, 'jpg'))
  }
  for (const width of avifWidths(gone.widths)) await files.delete(pictureKey(id, width, 'avif'))
  return true
}

/** What it shows, in the owner's own words. */
export async function describePicture(db: Database, id: string, alt: string): Promise<void> {
  await db.update(pictures).set({ alt }).where(eq(pictures.id, id))
}

/** A picture is described by the name of the thing that it shows; with a new name, by that. */
export async function renamePictures(
  db: Database,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  if (ids.length === 0 || from === to || from === '') return
  await db
    .update(pictures)
    .set({ alt: sql`${to} || substr(${pictures.alt}, ${from.length} + 1)` })
    .where(and(inArray(pictures.id, [...ids]), sql`starts_with(${pictures.alt}, ${from})`))
}

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

const avifJob = 'media.make-avif'

const missingJob = 'media.make-missing-avif'
const mostInOneNight = 1_000

export function defineMediaJobs(context: Context): void {
  context.jobs.define(avifJob, z.object({ pictureId: z.string() }), ({ pictureId }) =>
    makeAvif(context, pictureId),
  )
  context.jobs.define(missingJob, z.object({}), () => askForMissing(context))
  context.jobs.schedule(missingJob, '37 3 * * *')
}

/** A backup carries no waiting work: a picture restored without its smaller form gets it the night after. */
async function askForMissing({ db, jobs }: Context): Promise<void> {
  const missing = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.hasAvif, false))
    .limit(mostInOneNight)
  for (const { id } of missing) await jobs.send(db, avifJob, { pictureId: id }, { singletonKey: id })
}

/** Done in the background: AVIF is a third smaller, but takes ten times as long to make. */
async function makeAvif(context: Context, pictureId: string): Promise<void> {
  const [picture] = await context.db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (picture === undefined || picture.hasAvif) return
  const largest = await context.files.get(pictureKey(pictureId, Math.max(...picture.widths), 'webp'))
  if (largest === null) return
  for (const width of avifWidths(picture.widths)) {
    const avif = await context.images.avif(largest.bytes, { width })
    await context.files.put(pictureKey(pictureId, width, 'avif'), avif.bytes, avif.contentType)
  }
  await invalidating(context, ['catalogue', 'blog'], (tx) =>
    tx.update(pictures).set({ hasAvif: true }).where(eq(pictures.id, pictureId)),
  )
}

const photoWidth = 1280
const largestPhoto = 15 * 1024 * 1024

type Folder = 'proofs' | 'returns'

/** What begins with "private" is never shown at /media. */
export function privatePhotoKey(folder: Folder, photoId: string): string {
  return `private/${folder}/${photoId}.webp`
}

/** In one size that can be looked at. Where a photo was taken, which the file itself may say, is not stored. */
export async function storePrivatePhoto(
  { images, files, random }: Context,
  folder: Folder,
  photo: Buffer,
): Promise<string> {
  const { variants } = await images.prepare(photo, { widths: [photoWidth], maxBytes: largestPhoto })
  const [small] = variants
  if (small === undefined) throw new Error('A picture was prepared without a single size')
  const photoId = random.uuid()
  await files.put(privatePhotoKey(folder, photoId), small.bytes, small.contentType)
  return photoId
}
