import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { avifWidths, pictureKey } from '#rules/picture-address.ts'
import { changing } from '#server/platform/database/changes.ts'
import type { Tools } from '#server/platform/tools.ts'
import { pictures } from './tables.ts'

export const avifJob = 'media.make-avif'

const missingJob = 'media.make-missing-avif'
const mostInOneNight = 1_000

export function defineMediaJobs(tools: Tools): void {
  tools.jobs.define(avifJob, z.object({ pictureId: z.string() }), ({ pictureId }) =>
    makeAvif(tools, pictureId),
  )
  tools.jobs.define(missingJob, z.object({}), () => askForMissing(tools))
  tools.jobs.schedule(missingJob, '37 3 * * *')
}

/** A backup carries no waiting work: a picture restored without its smaller form gets it the night after. */
async function askForMissing({ db, jobs }: Tools): Promise<void> {
  const missing = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.hasAvif, false))
    .limit(mostInOneNight)
  for (const { id } of missing) await jobs.send(db, avifJob, { pictureId: id }, { singletonKey: id })
}

/** Done in the background: AVIF is a third smaller, but takes ten times as long to make. */
async function makeAvif(tools: Tools, pictureId: string): Promise<void> {
  const [picture] = await tools.db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (picture === undefined || picture.hasAvif) return
  const largest = await tools.files.get(pictureKey(pictureId, Math.max(...picture.widths), 'webp'))
  if (largest === null) return
  for (const width of avifWidths(picture.widths)) {
    const avif = await tools.images.avif(largest.bytes, { width })
    await tools.files.put(pictureKey(pictureId, width, 'avif'), avif.bytes, avif.contentType)
  }
  await changing(tools, ['catalogue', 'blog'], (tx) =>
    tx.update(pictures).set({ hasAvif: true }).where(eq(pictures.id, pictureId)),
  )
}
