import { and, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { pictures } from './tables.ts'

/** What a picture shows is told with the name of the thing; a new name is told too. */
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
