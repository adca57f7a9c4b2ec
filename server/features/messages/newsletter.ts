import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { csvStart, newsletterCsvHeader, newsletterCsvRow } from '#rules/csv.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { newsletterReaders } from './tables.ts'

export type Reader = { id: number; email: string; agreedAt: Date; removedAt: Date | null }

const columns = {
  id: newsletterReaders.id,
  email: newsletterReaders.email,
  agreedAt: newsletterReaders.agreedAt,
  removedAt: newsletterReaders.removedAt,
}

const isReading = and(isNull(newsletterReaders.leftAt), isNull(newsletterReaders.removedAt))
const newestFirst = [desc(newsletterReaders.agreedAt), desc(newsletterReaders.id)]
const batchSize = 1_000

/** Everybody who gets the newsletter, the newest first. */
export async function listReaders(
  db: Database,
  { q, page, limit }: { q?: string; page: number; limit: number },
): Promise<{ readers: Reader[]; total: number }> {
  const where = and(isReading, q ? isCalled(q) : undefined)
  const readers = await db
    .select(columns)
    .from(newsletterReaders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(newsletterReaders).where(where)
  return { readers, total: counted?.total ?? 0 }
}

function isCalled(q: string): SQL {
  return sql`${newsletterReaders.email} ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** Batch by batch, so that any number of readers fits through; each batch goes on where the last one ended. */
export async function* exportReaders(db: Database): AsyncGenerator<string> {
  yield csvStart + newsletterCsvHeader()
  let last: Reader | undefined
  for (;;) {
    const batch: Reader[] = await db
      .select(columns)
      .from(newsletterReaders)
      .where(and(isReading, last && isAfter(last)))
      .orderBy(...newestFirst)
      .limit(batchSize)
    if (batch.length > 0) yield batch.map(newsletterCsvRow).join('')
    last = batch.at(-1)
    if (batch.length < batchSize) return
  }
}

function isAfter({ agreedAt, id }: Reader): SQL {
  const { agreedAt: agreed, id: number } = newsletterReaders
  return sql`(${agreed}, ${number}) < (${agreedAt.toISOString()}::timestamptz, ${id})`
}

/** The staff can take an address off the list, and undo that; nobody can bring back who left by their own link. */
export async function removeReader(
  context: Context,
  viewer: Viewer,
  id: number,
  isRemoved: boolean,
): Promise<Reader> {
  return await inTransaction(context.db, async (tx) => {
    const [before] = await tx
      .select(columns)
      .from(newsletterReaders)
      .where(and(eq(newsletterReaders.id, id), isNull(newsletterReaders.leftAt)))
      .for('update')
    if (before === undefined) throw new Refusal('not_found')
    if ((before.removedAt !== null) === isRemoved) return before
    const removedAt = isRemoved ? context.clock() : null
    await tx.update(newsletterReaders).set({ removedAt }).where(eq(newsletterReaders.id, id))
    // Without the address: who is taken off a list should not stand in another one.
    await recordChange(tx, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'newsletter',
      thingId: id,
      action: isRemoved ? 'took an address off the newsletter' : 'put an address back on the newsletter',
      before: { removed: !isRemoved },
      after: { removed: isRemoved },
    })
    return { ...before, removedAt }
  })
}
