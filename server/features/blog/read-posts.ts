import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import type { Post, PostCard } from '#contract/blog.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from '../media/pictures.ts'
import { blogPosts } from './tables.ts'

type Readers = { includeDrafts: boolean }
type Row = typeof blogPosts.$inferSelect

export async function listPosts(
  db: Database,
  { page, limit, includeDrafts }: { page: number; limit: number } & Readers,
): Promise<{ posts: Post[]; total: number }> {
  const where = includeDrafts ? undefined : eq(blogPosts.isPublished, true)
  const rows = await db
    .select()
    .from(blogPosts)
    .where(where)
    .orderBy(desc(blogPosts.createdAt), desc(blogPosts.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(blogPosts).where(where)
  return { posts: await withPictures(db, rows), total: counted?.total ?? 0 }
}

/** For lists of cards the long text stays where it is. */
export async function listLatestPosts(db: Database, limit: number): Promise<PostCard[]> {
  const { posts } = await listPosts(db, { page: 1, limit, includeDrafts: false })
  return posts.map(({ id, slug, title, excerpt, picture, createdAt }) => ({
    id,
    slug,
    title,
    excerpt,
    picture,
    createdAt,
  }))
}

export function findPostById(db: Database, id: number, readers: Readers): Promise<Post | null> {
  return findPost(db, eq(blogPosts.id, id), readers)
}

export function findPostBySlug(db: Database, slug: string, readers: Readers): Promise<Post | null> {
  return findPost(db, eq(blogPosts.slug, slug), readers)
}

async function findPost(db: Database, isMeant: SQL, { includeDrafts }: Readers): Promise<Post | null> {
  const rows = await db
    .select()
    .from(blogPosts)
    .where(and(isMeant, includeDrafts ? undefined : eq(blogPosts.isPublished, true)))
  const [post] = await withPictures(db, rows)
  return post ?? null
}

async function withPictures(db: Database, rows: Row[]): Promise<Post[]> {
  const pictures = await findPictures(
    db,
    rows.flatMap((row) => row.pictureId ?? []),
  )
  return rows.map(({ pictureId, hasBeenPublished: _, ...post }) => ({
    ...post,
    picture: pictures.get(pictureId ?? '') ?? null,
  }))
}
