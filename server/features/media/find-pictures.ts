import { inArray } from 'drizzle-orm'
import type { PictureData } from '#contract/fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pictures } from './tables.ts'

export async function findPictures(db: Database, ids: readonly string[]): Promise<Map<string, PictureData>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
  return new Map(rows.map(({ createdAt: _, ...picture }) => [picture.id, picture]))
}
