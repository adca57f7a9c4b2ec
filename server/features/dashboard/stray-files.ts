import { and, asc, eq, exists, like, lt, not, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { avifWidths, pictureKey } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ListedFile } from '#server/platform/file-store.ts'
import { avatarKey } from '../accounts/profile.ts'
import { profiles } from '../accounts/tables.ts'
import { blogPosts } from '../blog/tables.ts'
import { categories, productPictures } from '../catalogue/tables.ts'
import { proofKey } from '../delivery/proofs-and-notes.ts'
import { deliveryProofs } from '../delivery/tables.ts'
import { homePage } from '../home/tables.ts'
import { removePicture } from '../media/pictures.ts'
import { pictures } from '../media/tables.ts'
import { orderLines } from '../orders/tables.ts'
import { pages, pageVersions } from '../pages/tables.ts'
import { returnPhotoKey } from '../returns/return-photos.ts'
import { orderReturns } from '../returns/tables.ts'
import { reviewPictures } from '../reviews/tables.ts'
import { shopSettings } from '../settings/tables.ts'

type Shelves = Pick<Context, 'db' | 'files' | 'clock'>

const strayJob = 'remove-stray-files'
const oneDay = 24 * 3_600_000

/** Must be called before the jobs start. */
export function defineStrayFilesJob(context: Context): void {
  context.jobs.define(strayJob, z.object({}), () => removeStrayFiles(context), { timeLimitSeconds: 600 })
  context.jobs.schedule(strayJob, '7 4 * * *')
}

/** A picture without its file is a hole in a page; a file that nobody names a day later is what a crash left behind. */
export async function checkFiles(context: Shelves): Promise<string[]> {
  const { strays, lost } = await compare(context)
  // Tidied up once a night, when it is a day old: one that is older than two days shows that nobody does.
  const old = strays.filter(({ changedAt }) => ageOf(context, changedAt) > 2 * oneDay)
  return [
    ...lost.slice(0, 20).map((key) => `file ${key}: every picture has its files`),
    ...old.slice(0, 20).map(({ key }) => `file ${key}: every file belongs to something`),
  ]
}

/** A day is left for whoever uploads a picture now and names it in a moment. */
async function removeStrayFiles(context: Context): Promise<void> {
  const { strays } = await compare(context)
  const old = strays.filter(({ changedAt }) => ageOf(context, changedAt) > oneDay)
  for (const { key } of old) await context.files.delete(key)
  await context.files.removeUnfinished(new Date(context.clock().getTime() - oneDay))
  if (old.length > 0) context.log.info({ files: old.length }, 'Files that belonged to nothing were removed')
}

function ageOf({ clock }: Shelves, changedAt: Date): number {
  return clock().getTime() - changedAt.getTime()
}

/** The files are listed first: whatever was named by then is in the rows, and what came later is looked for once more. */
async function compare({ db, files }: Shelves): Promise<{ strays: ListedFile[]; lost: string[] }> {
  const listed = await files.list()
  const present = new Set(listed.map(({ key }) => key))
  const named = await readNamed(db)
  const lost: string[] = []
  for (const key of new Set([...named.values()].flat())) {
    if (!present.has(key) && (await files.get(key)) === null) lost.push(key)
  }
  return { strays: listed.filter(({ key }) => isOurs(key) && !named.has(thingOf(key))), lost }
}

/** A bucket may hold other people's files beside the shop's: those are nobody's business here. */
function isOurs(key: string): boolean {
  return /^(pictures|avatars|private\/(proofs|returns))\//.test(key)
}

/** pictures/…/320.webp belongs to pictures/…; a photo of its own is its own thing. */
function thingOf(key: string): string {
  return key.startsWith('pictures/') ? key.slice(0, key.lastIndexOf('/')) : key
}

/** Everything that has files, each with those it cannot do without. */
async function readNamed(db: Database): Promise<Map<string, string[]>> {
  const named = new Map<string, string[]>()
  for (const { id, widths, hasAvif } of await db.select().from(pictures)) {
    const small = hasAvif ? avifWidths(widths).map((width) => pictureKey(id, width, 'avif')) : []
    named.set(`pictures/${id}`, [...widths.map((width) => pictureKey(id, width, 'webp')), ...small])
  }
  for (const { id } of await db.select({ id: profiles.avatarId }).from(profiles)) {
    if (id !== null) named.set(avatarKey(id), [avatarKey(id)])
  }
  for (const { id } of await db.select({ id: deliveryProofs.photoId }).from(deliveryProofs)) {
    if (id !== null) named.set(proofKey(id), [proofKey(id)])
  }
  for (const { id } of await db.select({ id: orderReturns.photoId }).from(orderReturns)) {
    if (id !== null) named.set(returnPhotoKey(id), [returnPhotoKey(id)])
  }
  return named
}

const job = 'remove-unused-pictures'

/** A post that somebody is still writing may wait on their device with its pictures, which no other place names yet. */
const patienceDays = 7
const mostInOneNight = 500

/** Must be called before the jobs start. */
export function defineUnusedPicturesJob(context: Context): void {
  context.jobs.define(job, z.object({}), () => removeUnusedPictures(context), { timeLimitSeconds: 600 })
  context.jobs.schedule(job, '52 3 * * *')
}

/** Pictures that were taken off a product or a post, or never got onto one, go with their files. */
async function removeUnusedPictures(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - patienceDays * 24 * 3_600_000)
  let removed = 0
  for (const id of await listUnused(context.db, before)) {
    // Asked once more in the same statement: what somebody has put to use meanwhile stays.
    if (await removePicture(context, id, not(isUsed(context.db)))) removed += 1
  }
  if (removed > 0)
    context.log.info({ pictures: removed }, 'Pictures that nothing shows any more were removed')
}

async function listUnused(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(lt(pictures.createdAt, before), not(isUsed(db))))
    .orderBy(asc(pictures.createdAt))
    .limit(mostInOneNight)
  return rows.map(({ id }) => id)
}

/** On a product or a category, as sold in an order, in a review, above a post or inside its text, in a page or one of its older texts, on the home page, or in a setting. */
function isUsed(db: Database) {
  const one = { one: sql`1` }
  const address = sql`'%pictures/' || ${pictures.id} || '/%'`
  const { pictureId, content } = blogPosts
  return (
    or(
      exists(db.select(one).from(productPictures).where(eq(productPictures.pictureId, pictures.id))),
      exists(db.select(one).from(categories).where(eq(categories.pictureId, pictures.id))),
      exists(db.select(one).from(orderLines).where(eq(orderLines.pictureId, pictures.id))),
      exists(db.select(one).from(reviewPictures).where(eq(reviewPictures.pictureId, pictures.id))),
      exists(
        db
          .select(one)
          .from(blogPosts)
          .where(or(eq(pictureId, pictures.id), like(content, address))),
      ),
      exists(
        db
          .select(one)
          .from(pages)
          .where(like(sql`concat(${pages.published}, ${pages.draft})`, address)),
      ),
      exists(
        db
          .select(one)
          .from(pageVersions)
          .where(like(sql`${pageVersions.text}::text`, address)),
      ),
      exists(
        db
          .select(one)
          .from(homePage)
          .where(like(sql`${homePage.content}::text`, address)),
      ),
      exists(
        db
          .select(one)
          .from(shopSettings)
          .where(like(sql`${shopSettings.value}::text`, address)),
      ),
    ) ?? sql`true`
  )
}
