import { and, count, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Post, PostCard } from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import { imageRequired } from '#rules/post-fields.ts'
import { slugOf } from '#rules/slug.ts'
import { pictureAddress, pictureIdOf } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { cleanPost } from '../media/clean-html.ts'
import {
  discardPictures,
  findPictures,
  pictureColumns,
  preparePicture,
  preparePictures,
  savePicture,
} from '../media/pictures.ts'
import { pictures } from '../media/tables.ts'
import { blogPosts } from './tables.ts'

type WrittenPost = {
  title: string
  excerpt: string
  content: string
  isPublished: boolean
  /** The address of a picture that the shop has already. */
  image?: string | undefined
  /** A new picture; it goes before the old one. */
  photo?: Buffer | undefined
  /** Which version the editor had open. */
  expected?: Date | undefined
}

type Row = typeof blogPosts.$inferSelect

export function createPost(context: Context, viewer: Viewer, post: WrittenPost): Promise<number> {
  return withPicture(context, post, async (db, pictureId) => {
    const now = context.clock()
    const { title, excerpt, isPublished } = post
    const [row] = await db
      .insert(blogPosts)
      .values({
        slug: await freeSlug(db, title, null),
        ...{ title, excerpt, isPublished, pictureId, authorId: viewer.id },
        hasBeenPublished: isPublished,
        content: await cleanPost(db, post.content),
        ...{ createdAt: now, updatedAt: now },
      })
      .returning()
    if (row === undefined) throw new Error('The database did not say which post it wrote')
    const change = { at: now, actorId: viewer.id, thing: 'post', thingId: row.id } as const
    await recordChange(db, { ...change, action: 'wrote the post', after: toRecord(row) })
    return row.id
  })
}

export async function changePost(
  context: Context,
  viewer: Viewer,
  id: number,
  post: WrittenPost,
): Promise<void> {
  // Asked before the photo is worked on, and once more when nobody else can change it.
  await refuseIfStale(context.db, await getPost(context.db, id), post)
  await withPicture(context, post, async (db, pictureId) => {
    const before = await getPost(db, id, { lock: true })
    await refuseIfStale(db, before, post)
    const { title, excerpt, isPublished } = post
    const mayMove = !before.hasBeenPublished && title !== before.title
    const [after = before] = await db
      .update(blogPosts)
      .set({
        ...{ title, excerpt, isPublished, pictureId },
        slug: mayMove ? await freeSlug(db, title, id) : before.slug,
        hasBeenPublished: before.hasBeenPublished || isPublished,
        content: await cleanPost(db, post.content),
        updatedAt: nextVersion(context.clock(), before.updatedAt),
      })
      .where(eq(blogPosts.id, id))
      .returning()
    const change = { at: context.clock(), actorId: viewer.id, thing: 'post', thingId: id } as const
    const action = wordsFor(before, after)
    await recordChange(db, { ...change, action, before: toRecord(before), after: toRecord(after) })
  })
}

export async function deletePost(context: Context, viewer: Viewer, id: number): Promise<void> {
  await invalidating(context, ['blog'], async (db) => {
    const before = toRecord(await getPost(db, id, { lock: true }))
    await db.delete(blogPosts).where(eq(blogPosts.id, id))
    const change = { at: context.clock(), actorId: viewer.id, thing: 'post', thingId: id } as const
    await recordChange(db, { ...change, action: 'deleted the post', before })
  })
}

async function getPost(db: Database, id: number, { lock = false } = {}): Promise<Row> {
  const question = db.select().from(blogPosts).where(eq(blogPosts.id, id))
  const [row] = await (lock ? question.for('no key update') : question)
  if (row === undefined) throw new Refusal('post_not_found')
  return row
}

function refuseIfStale(db: Database, { id, updatedAt }: Row, { expected }: WrittenPost): Promise<void> {
  return refuseIfChanged(db, { thing: 'post', thingId: id, expected, current: updatedAt })
}

/** A picture for the text of a post. Gives its address. */
export async function addPostPicture(context: Context, photo: Buffer): Promise<string> {
  const picture = await preparePicture(context, photo, 'Blog image')
  try {
    await inTransaction(context.db, (tx) => savePicture(context, tx, picture))
  } catch (error) {
    await discardPictures(context, [picture])
    throw error
  }
  return pictureAddress(picture.id, Math.max(...picture.widths), 'webp')
}

/** The files of a new picture stay if, and only if, the post is saved. */
async function withPicture<T>(
  context: Context,
  { title, image, photo }: WrittenPost,
  write: (db: Database, pictureId: string) => Promise<T>,
): Promise<T> {
  const prepared = await preparePictures(context, photo ? [{ bytes: photo, alt: title }] : [])
  try {
    return await invalidating(context, ['blog'], async (db) => {
      const [picture] = prepared
      if (picture) await savePicture(context, db, picture)
      return write(db, picture?.id ?? (await getPictureId(db, image ?? '')))
    })
  } catch (error) {
    await discardPictures(context, prepared)
    throw error
  }
}

async function getPictureId(db: Database, address: string): Promise<string> {
  const id = pictureIdOf(address)
  if (id !== null && (await findPictures(db, [id])).has(id)) return id
  throw new Refusal('invalid_input', { text: imageRequired, fields: { image: imageRequired } })
}

function wordsFor(before: Row, after: Row): string {
  if (before.isPublished === after.isPublished) return 'changed the post'
  return after.isPublished ? 'published the post' : 'made the post a draft'
}

function toRecord({ slug, title, excerpt, content, isPublished, pictureId }: Row): Record<string, unknown> {
  return { title, slug, excerpt, content, published: isPublished, picture: pictureId }
}

/** `shea-butter`, or `shea-butter-2` where another post has that already. Two posts that are written at once wait for each other here. */
async function freeSlug(db: Database, title: string, ownId: number | null): Promise<string> {
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

/** Without a line for each: whoever takes out many at once writes down one. */
export async function erasePosts(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(blogPosts).where(inArray(blogPosts.id, [...ids]))
}

type Readers = { includeDrafts: boolean }

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
  return { posts: await toPosts(db, rows), total: counted?.total ?? 0 }
}

const readLatest = rememberedRead('latest-posts', ['blog'], (db) => {
  const { id, slug, title, excerpt, createdAt } = blogPosts
  return db
    .select({ id, slug, title, excerpt, createdAt, picture: pictureColumns })
    .from(blogPosts)
    .leftJoin(pictures, eq(pictures.id, blogPosts.pictureId))
    .where(eq(blogPosts.isPublished, true))
    .orderBy(desc(blogPosts.createdAt), desc(blogPosts.id))
    .limit(sql.placeholder('limit'))
})

/** For lists of cards the long text stays where it is. */
export function listLatestPosts(db: Database, limit: number): Promise<readonly PostCard[]> {
  return readLatest(db, { limit })
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
  const [post] = await toPosts(db, rows)
  return post ?? null
}

async function withPictures<Shown extends Pick<Row, 'pictureId'>>(db: Database, rows: Shown[]) {
  const pictures = await findPictures(
    db,
    rows.flatMap((row) => row.pictureId ?? []),
  )
  return rows.map(({ pictureId, ...post }) => ({ ...post, picture: pictures.get(pictureId ?? '') ?? null }))
}

function toPosts(db: Database, rows: Row[]): Promise<Post[]> {
  return withPictures(
    db,
    rows.map(({ hasBeenPublished: _, ...row }) => row),
  )
}
