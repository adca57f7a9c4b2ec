import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ContactMessage } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postMail } from '../notifications/outbox.ts'
import { contactMessages, newsletterReaders } from './tables.ts'

/** Stored first, then mailed by a job of the same transaction: a mail server that is down loses no message. */
export async function receiveMessage(
  context: Context,
  address: string,
  { website, ...message }: ContactMessage,
): Promise<void> {
  await limit(context, 'contact', address)
  if (website) return
  await inTransaction(context.db, async (tx) => {
    if (await isRepeated(context, tx, message)) return
    await tx.insert(contactMessages).values({ ...message, createdAt: context.clock() })
    await postMail(context, tx, {
      to: context.config.mail.to,
      replyTo: message.email,
      subject: `${message.subject}: message from ${message.name}`,
      text: `${message.message}\n\n${message.name}\n${message.email}`,
    })
  })
}

/** A phone that got no answer sends the same again, perhaps at the same moment: within an hour that is one message. */
async function isRepeated(
  { clock }: Context,
  tx: Database,
  { email, subject, message }: ContactMessage,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`contact ${email}`}))`)
  const anHourAgo = new Date(clock().getTime() - 3_600_000)
  const [received] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        eq(contactMessages.email, email),
        eq(contactMessages.subject, subject),
        eq(contactMessages.message, message),
        gt(contactMessages.createdAt, anHourAgo),
      ),
    )
    .limit(1)
  return received !== undefined
}

/** The same answer for a new and for a known address, so that nobody can ask who reads our letters. */
export async function joinNewsletter(
  context: Context,
  address: string,
  reader: { email: string; website?: string },
): Promise<void> {
  await limit(context, 'newsletter', address)
  if (reader.website) return
  const { agreedAt, leftAt, removedAt } = newsletterReaders
  const isReading = sql`${leftAt} is null and ${removedAt} is null`
  const whenLastAgreed = sql`case when ${isReading} then ${agreedAt} else excluded.agreed_at end`
  await context.db
    .insert(newsletterReaders)
    .values({ email: reader.email, leaveSecret: context.random.secret(24), agreedAt: context.clock() })
    .onConflictDoUpdate({
      target: newsletterReaders.email,
      set: { leftAt: null, removedAt: null, agreedAt: whenLastAgreed },
    })
}

export async function leaveNewsletter(context: Context, secret: string): Promise<void> {
  await context.db
    .update(newsletterReaders)
    .set({ leftAt: context.clock() })
    .where(and(eq(newsletterReaders.leaveSecret, secret), isNull(newsletterReaders.leftAt)))
}

async function limit(context: Context, name: string, address: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await context.limits.take(name, address, {
    limit: 10,
    windowSeconds: 3_600,
  })
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}
