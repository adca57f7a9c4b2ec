import { and, eq, gt, sql } from 'drizzle-orm'
import type { ContactMessage } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { announce } from '../events/announce.ts'
import { postMail } from '../notifications/outbox.ts'
import { noteIncoming, openConversation } from './conversations.ts'
import { contactMessages, conversationLines, conversations } from './tables.ts'

/** Stored first, then mailed by a job of the same transaction: a mail server that is down loses no message. */
export async function receiveMessage(
  context: Context,
  address: string,
  { website, ...message }: ContactMessage,
): Promise<void> {
  await limitForms(context, 'contact', address)
  if (website) return
  await inTransaction(context.db, async (tx) => {
    if (await isRepeated(context, tx, message)) return
    const conversationId = await addToInbox(tx, message, context.clock())
    await postMail(context, tx, {
      to: context.config.mail.to,
      replyTo: message.email,
      subject: `${message.subject}: message from ${message.name}`,
      text: `${message.message}\n\n${message.name}\n${message.email}`,
    })
    await announce(context, tx, { type: 'message.received', facts: { conversationId } })
  })
}

/** A line in the conversation with whoever has this address. Says which conversation that is. */
async function addToInbox(
  tx: Database,
  message: Omit<ContactMessage, 'website'>,
  now: Date,
): Promise<number> {
  const { email, name } = message
  const [received] = await tx
    .insert(contactMessages)
    .values({ ...message, createdAt: now })
    .returning({ id: contactMessages.id })
  const conversation = await openConversation(tx, { email }, now)
  await tx.insert(conversationLines).values({
    conversationId: conversation.id,
    isIncoming: true,
    channel: 'form',
    address: email,
    contactMessageId: received?.id,
    happenedAt: now,
    changedAt: now,
  })
  await noteIncoming(tx, conversation.id, { name, now, happenedAt: now })
  return conversation.id
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

export async function limitForms(context: Context, name: string, address: string): Promise<void> {
  await takeOrRefuse(context.limits, name, address, {
    limit: 10,
    windowSeconds: 3_600,
  })
}

/**
 * The inbox knows people by an e-mail that they typed, so only a proven one counts. What the same person wrote on WhatsApp goes
 * with it where somebody of the shop has joined the two.
 */
export const messageRecords: PersonalRecords = {
  name: 'messages',
  list: async (db, { provenEmail }) => {
    if (provenEmail === null) return []
    const { channel, isIncoming, address, text, happenedAt } = conversationLines
    return await db
      .select({
        channel,
        isIncoming,
        address,
        subject: contactMessages.subject,
        text: sql<string>`coalesce(${text}, ${contactMessages.message})`,
        happenedAt,
      })
      .from(conversationLines)
      .innerJoin(conversations, eq(conversations.id, conversationLines.conversationId))
      .leftJoin(contactMessages, eq(contactMessages.id, conversationLines.contactMessageId))
      .where(eq(conversations.email, provenEmail))
      .orderBy(happenedAt, conversationLines.id)
  },
  forget: async (db, { provenEmail }) => {
    if (provenEmail === null) return
    await db.delete(conversations).where(eq(conversations.email, provenEmail))
    await db.delete(contactMessages).where(eq(contactMessages.email, provenEmail))
  },
}
