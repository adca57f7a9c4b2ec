import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { avifWidths, pictureKey } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { pictures } from './tables.ts'

export const avifJob = 'media.make-avif'

const missingJob = 'media.make-missing-avif'
const mostInOneNight = 1_000

export function defineMediaJobs(context: Context): void {
  context.jobs.define(avifJob, z.object({ pictureId: z.string() }), ({ pictureId }) =>
    makeAvif(context, pictureId),
  )
  context.jobs.define(missingJob, z.object({}), () => askForMissing(context))
  context.jobs.schedule(missingJob, '37 3 * * *')
}

/** A backup carries no waiting work: a picture restored without its smaller form gets it the night after. */
async function askForMissing({ db, jobs }: Context): Promise<void> {
  const missing = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.hasAvif, false))
    .limit(mostInOneNight)
  for (const { id } of missing) await jobs.send(db, avifJob, { pictureId: id }, { singletonKey: id })
}

/** Done in the background: AVIF is a third smaller, but takes ten times as long to make. */
async function makeAvif(context: Context, pictureId: string): Promise<void> {
  const [picture] = await context.db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (picture === undefined || picture.hasAvif) return
  const largest = await context.files.get(pictureKey(pictureId, Math.max(...picture.widths), 'webp'))
  if (largest === null) return
  for (const width of avifWidths(picture.widths)) {
    const avif = await context.images.avif(largest.bytes, { width })
    await context.files.put(pictureKey(pictureId, width, 'avif'), avif.bytes, avif.contentType)
  }
  await invalidating(context, ['catalogue', 'blog'], (tx) =>
    tx.update(pictures).set({ hasAvif: true }).where(eq(pictures.id, pictureId)),
  )
}
