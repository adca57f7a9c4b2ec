import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PictureData } from '#contract/fields.ts'
import { avifWidths, pictureKey, pictureWidths } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedRead } from '#server/platform/database/database.ts'
import { avifJob } from './make-avif.ts'
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

const readPictures = preparedRead('pictures', (db) =>
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
