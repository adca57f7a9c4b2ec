import { and, eq, type SQL } from 'drizzle-orm'
import { avifWidths, pictureKey } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import { pictures } from './tables.ts'

/** First the row, then the files: a crash in between leaves files without a name, never a name without its files. */
export async function removePicture({ db, files }: Context, id: string, onlyIf: SQL): Promise<boolean> {
  const [gone] = await db
    .delete(pictures)
    .where(and(eq(pictures.id, id), onlyIf))
    .returning({ widths: pictures.widths })
  if (gone === undefined) return false
  for (const width of gone.widths) await files.delete(pictureKey(id, width, 'webp'))
  for (const width of avifWidths(gone.widths)) await files.delete(pictureKey(id, width, 'avif'))
  return true
}
