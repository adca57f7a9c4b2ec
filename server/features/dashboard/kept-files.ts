import { z } from 'zod'
import { avifWidths, pictureKey } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ListedFile } from '#server/platform/file-store.ts'
import { avatarKey } from '../accounts/profile.ts'
import { profiles } from '../accounts/tables.ts'
import { proofKey } from '../delivery/prove-delivery.ts'
import { deliveryProofs } from '../delivery/tables.ts'
import { pictures } from '../media/tables.ts'

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
  return /^(pictures|avatars|private\/proofs)\//.test(key)
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
  return named
}
