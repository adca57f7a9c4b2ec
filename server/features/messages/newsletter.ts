import { and, count, desc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { csvStart, newsletterCsvHeader, newsletterCsvRow } from '#rules/csv.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { type NamedEmail, sendLimited, signEmail } from '../notifications/outbox.ts'
import { limitForms } from './messages.ts'
import { newsletterReaders } from './tables.ts'

/**
 * The same answer after the same work for a new and for a known address, so that nobody can ask who reads the newsletter.
 * Where the shop sends mails, an address counts once its mailbox has answered; without a mail server nobody could.
 */
export async function joinNewsletter(
  context: Context,
  address: string,
  reader: { email: string; website?: string },
): Promise<{ needsConfirmation: boolean }> {
  await limitForms(context, 'newsletter', address)
  const needsConfirmation = context.config.mail.smtpUrl !== undefined
  if (reader.website) return { needsConfirmation }
  const now = context.clock()
  const unconfirmedSince = needsConfirmation ? now : null
  const { leftAt, removedAt, unconfirmedSince: since } = newsletterReaders
  const isNew = sql`(${leftAt} is not null or ${removedAt} is not null or ${since} is not null)`
  await inTransaction(context.db, async (tx) => {
    await tx
      .insert(newsletterReaders)
      .values({
        email: reader.email,
        leaveSecret: context.random.secret(24),
        agreedAt: now,
        unconfirmedSince,
      })
      .onConflictDoUpdate({
        target: newsletterReaders.email,
        set: { leftAt: null, removedAt: null, agreedAt: now, unconfirmedSince },
        setWhere: isNew,
      })
    if (needsConfirmation) await context.jobs.send(tx, confirmationJob, { email: reader.email })
  })
  return { needsConfirmation }
}

const confirmationJob = 'newsletter-confirmation'
const clearJob = 'unconfirmed-newsletter-readers'
const daysToConfirm = 7

/** Must be called before the jobs start. */
export function defineNewsletterJobs(context: Context): void {
  const { jobs } = context
  jobs.define(confirmationJob, z.object({ email: z.string() }), ({ email }) => askToConfirm(context, email))
  jobs.define(clearJob, z.object({}), () => clearUnconfirmed(context))
  jobs.schedule(clearJob, '27 3 * * *')
}

const confirmationsInADay = { limit: 3, windowSeconds: 24 * 3_600 }

/** Who reads already gets no mail: whoever typed the address in must not learn it by asking for more. */
async function askToConfirm(context: Context, email: string): Promise<void> {
  const isWaiting = and(
    eq(newsletterReaders.email, email),
    isOnList,
    isNotNull(newsletterReaders.unconfirmedSince),
  )
  const [reader] = await context.db.select().from(newsletterReaders).where(isWaiting)
  if (reader === undefined) return
  const { allowed } = await context.limits.take('newsletterConfirmations', email, confirmationsInADay)
  if (!allowed) return
  const url = `${context.config.publicUrl}/newsletter/leave?join=${reader.leaveSecret}`
  const mail = await signEmail(context, context.db, confirmationEmail(url))
  await sendLimited(context, email, () => context.mailer.send({ to: email, ...mail }))
}

function confirmationEmail(url: string): NamedEmail {
  return (shopName) => ({
    subject: 'Please confirm that you want our letters',
    paragraphs: [`Somebody, probably you, asked for the newsletter of ${shopName} to this address.`],
    button: { label: 'Yes, send me the letters', url },
    afterwards: [
      `The link works for ${daysToConfirm} days. If this was not you, you can ignore this mail: without the button no letter comes, and the address is forgotten.`,
    ],
  })
}

/** Pressing twice is pressing once. */
export async function confirmReader(context: Context, secret: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const [reader] = await tx
      .select()
      .from(newsletterReaders)
      .where(and(eq(newsletterReaders.leaveSecret, secret), isOnList))
      .for('update')
    if (reader === undefined) throw new Refusal('invalid_link')
    if (reader.unconfirmedSince === null) return
    await tx
      .update(newsletterReaders)
      .set({ unconfirmedSince: null, agreedAt: context.clock() })
      .where(eq(newsletterReaders.id, reader.id))
  })
}

async function clearUnconfirmed({ db, clock }: Context): Promise<void> {
  const longAgo = new Date(clock().getTime() - daysToConfirm * 24 * 3_600_000)
  await db.delete(newsletterReaders).where(lte(newsletterReaders.unconfirmedSince, longAgo))
}

export async function leaveNewsletter(context: Context, secret: string): Promise<void> {
  await context.db
    .update(newsletterReaders)
    .set({ leftAt: context.clock() })
    .where(and(eq(newsletterReaders.leaveSecret, secret), isNull(newsletterReaders.leftAt)))
}

type Reader = { id: number; email: string; agreedAt: Date; removedAt: Date | null }

const columns = {
  id: newsletterReaders.id,
  email: newsletterReaders.email,
  agreedAt: newsletterReaders.agreedAt,
  removedAt: newsletterReaders.removedAt,
}

const isOnList = and(isNull(newsletterReaders.leftAt), isNull(newsletterReaders.removedAt))
/** Who gets the newsletter. */
export const isReading = and(isOnList, isNull(newsletterReaders.unconfirmedSince))
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
export async function* exportReaders(reads: Reads): AsyncGenerator<string> {
  yield csvStart + newsletterCsvHeader()
  let last: Reader | undefined
  for (;;) {
    const batch: Reader[] = await reads.ask((db) =>
      db
        .select(columns)
        .from(newsletterReaders)
        .where(and(isReading, last && isAfter(last)))
        .orderBy(...newestFirst)
        .limit(batchSize),
    )
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
      .where(
        and(
          eq(newsletterReaders.id, id),
          isNull(newsletterReaders.leftAt),
          isNull(newsletterReaders.unconfirmedSince),
        ),
      )
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

/** The newsletter knows people by their e-mail only, so only a proven one counts. */
export const newsletterRecords: PersonalRecords = {
  name: 'newsletter',
  list: async (db, { provenEmail }) => {
    if (provenEmail === null) return []
    const { email, agreedAt, leftAt } = newsletterReaders
    return await db.select({ email, agreedAt, leftAt }).from(newsletterReaders).where(eq(email, provenEmail))
  },
  forget: async (db, { provenEmail }) => {
    if (provenEmail === null) return
    await db.delete(newsletterReaders).where(eq(newsletterReaders.email, provenEmail))
  },
}
