import { and, ne, or, sql } from 'drizzle-orm'
import { slugOf } from '#rules/slug.ts'
import type { Database } from '#server/platform/database/database.ts'
import { blogPosts } from './tables.ts'

/** `shea-butter`, or `shea-butter-2` where another post has that already. Two posts that are written at once wait for each other here. */
export async function freeSlug(db: Database, title: string, ownId: number | null): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('blog slugs'))`)
  const base = slugOf(title) || 'post'
  const alike = or(sql`${blogPosts.slug} = ${base}`, sql`${blogPosts.slug} ~ ${`^${base}-[0-9]+$`}`)
  const rows = await db
    .select({ slug: blogPosts.slug })
    .from(blogPosts)
    .where(and(alike, ownId === null ? undefined : ne(blogPosts.id, ownId)))
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) {
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
  }
}
