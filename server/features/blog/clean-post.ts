import { pictureIdOf } from '#rules/picture-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from '../media/find-pictures.ts'
import { cleanHtml } from './clean-html.ts'

/** Cleaned, and with the size of each picture, so that the text does not jump while pictures load. */
export async function cleanPost(db: Database, html: string): Promise<string> {
  const clean = cleanHtml(html)
  const ids = [...clean.matchAll(/<img [^<>]*?src="([^"<>]+)"/g)].flatMap(
    ([, src]) => pictureIdOf(src ?? '') ?? [],
  )
  if (ids.length === 0) return clean
  const pictures = await findPictures(db, ids)
  return cleanHtml(clean, (src) => pictures.get(pictureIdOf(src) ?? '') ?? null)
}
