import { and, asc, eq, exists, like, lt, not, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { blogPosts } from '../blog/tables.ts'
import { productPictures } from '../catalogue/tables.ts'
import { removePicture } from '../media/remove-picture.ts'
import { pictures } from '../media/tables.ts'
import { orderLines } from '../orders/tables.ts'
import { shopSettings } from '../settings/tables.ts'

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

/** On a product, as sold in an order, above a post or inside its text, or in a setting. */
function isUsed(db: Database) {
  const one = { one: sql`1` }
  const address = sql`'%pictures/' || ${pictures.id} || '/%'`
  const { pictureId, content } = blogPosts
  return (
    or(
      exists(db.select(one).from(productPictures).where(eq(productPictures.pictureId, pictures.id))),
      exists(db.select(one).from(orderLines).where(eq(orderLines.pictureId, pictures.id))),
      exists(
        db
          .select(one)
          .from(blogPosts)
          .where(or(eq(pictureId, pictures.id), like(content, address))),
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
