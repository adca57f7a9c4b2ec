import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ContactMessage } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postMail } from '../notifications/outbox.ts'
import { contactMessages, newsletterReaders } from './tables.ts'

/** Stored first, then mailed by a job of the same transaction: a mail server that is down loses no message. */
export async function receiveMessage(
  tools: Tools,
  address: string,
  { website, ...message }: ContactMessage,
): Promise<void> {
  await limit(tools, 'contact', address)
  if (website) return
  await inTransaction(tools.db, async (tx) => {
    if (await isRepeated(tools, tx, message)) return
    await tx.insert(contactMessages).values({ ...message, createdAt: tools.clock() })
    await postMail(tools, tx, {
      to: tools.config.mail.to,
      replyTo: message.email,
      subject: `${message.subject}: message from ${message.name}`,
      text: `${message.message}\n\n${message.name}\n${message.email}`,
    })
  })
}

/** A phone that got no answer sends the same again, perhaps at the same moment: within an hour that is one message. */
async function isRepeated(
  { clock }: Tools,
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
  tools: Tools,
  address: string,
  reader: { email: string; website?: string },
): Promise<void> {
  await limit(tools, 'newsletter', address)
  if (reader.website) return
  const { agreedAt, leftAt, removedAt } = newsletterReaders
  const isReading = sql`${leftAt} is null and ${removedAt} is null`
  const whenLastAgreed = sql`case when ${isReading} then ${agreedAt} else excluded.agreed_at end`
  await tools.db
    .insert(newsletterReaders)
    .values({ email: reader.email, leaveSecret: tools.random.secret(24), agreedAt: tools.clock() })
    .onConflictDoUpdate({
      target: newsletterReaders.email,
      set: { leftAt: null, removedAt: null, agreedAt: whenLastAgreed },
    })
}

export async function leaveNewsletter(tools: Tools, secret: string): Promise<void> {
  await tools.db
    .update(newsletterReaders)
    .set({ leftAt: tools.clock() })
    .where(and(eq(newsletterReaders.leaveSecret, secret), isNull(newsletterReaders.leftAt)))
}

async function limit(tools: Tools, name: string, address: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await tools.limits.take(name, address, {
    limit: 10,
    windowSeconds: 3_600,
  })
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}
