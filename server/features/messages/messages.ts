import { and, count, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ContactMessage, MessageState, WhichMessages } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { postMail } from '../notifications/outbox.ts'
import { contactMessages } from './tables.ts'

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

export async function limitForms(context: Context, name: string, address: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await context.limits.take(name, address, {
    limit: 10,
    windowSeconds: 3_600,
  })
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}

type MessageRow = typeof contactMessages.$inferSelect

type KeptMessage = MessageRow & { state: MessageState }

type Page = { page: number; limit: number }

const { readAt, doneAt } = contactMessages

const isIn: Record<WhichMessages, SQL | undefined> = {
  open: isNull(doneAt),
  unread: and(isNull(readAt), isNull(doneAt)),
  read: and(isNotNull(readAt), isNull(doneAt)),
  done: isNotNull(doneAt),
  all: undefined,
}

function stateOf(message: MessageRow): MessageState {
  if (message.doneAt !== null) return 'done'
  return message.readAt === null ? 'unread' : 'read'
}

function withState(message: MessageRow): KeptMessage {
  return { ...message, state: stateOf(message) }
}

/** The newest first. */
export async function listMessages(
  db: Database,
  { state, q, page, limit }: Page & { state: WhichMessages; q?: string },
): Promise<{ messages: KeptMessage[]; total: number }> {
  const where = and(isIn[state], q ? isFrom(q) : undefined)
  const rows = await db
    .select()
    .from(contactMessages)
    .where(where)
    .orderBy(desc(contactMessages.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(where)
  return { messages: rows.map(withState), total: counted?.total ?? 0 }
}

/** Every word must be in the name or the e-mail; signs that mean something to the database are only signs. */
function isFrom(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  const sender = sql`(${contactMessages.name} || ' ' || ${contactMessages.email})`
  return and(...words.map((word) => sql`${sender} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
}

export async function getMessage(db: Database, id: number): Promise<KeptMessage> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  if (message === undefined) throw new Refusal('not_found')
  return withState(message)
}

export async function countUnread(db: Database): Promise<number> {
  const [counted] = await db.select({ unread: count() }).from(contactMessages).where(isIn.unread)
  return counted?.unread ?? 0
}

/** Reading is nobody's business but the shop's; what was done with a message is written down. */
export async function setMessageState(
  context: Context,
  viewer: Viewer,
  id: number,
  state: MessageState,
): Promise<KeptMessage> {
  return await inTransaction(context.db, async (tx) => {
    const before = await lockMessage(tx, id)
    const now = context.clock()
    const [after] = await tx
      .update(contactMessages)
      .set({
        readAt: state === 'unread' ? null : (before.readAt ?? now),
        doneAt: state === 'done' ? (before.doneAt ?? now) : null,
      })
      .where(eq(contactMessages.id, id))
      .returning()
    if (after === undefined) throw new Refusal('not_found')
    const was = stateOf(before)
    if (was !== state && (was === 'done' || state === 'done')) {
      await recordChange(tx, {
        at: now,
        actorId: viewer.id,
        thing: 'message',
        thingId: id,
        action: state === 'done' ? 'marked the message as done' : 'reopened the message',
        before: { state: was },
        after: { state },
      })
    }
    return withState(after)
  })
}

async function lockMessage(tx: Database, id: number): Promise<MessageRow> {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  if (message === undefined) throw new Refusal('not_found')
  return message
}

/** The contact form knows people by their e-mail only, so only a proven one counts. */
export const messageRecords: PersonalRecords = {
  name: 'messages',
  list: async (db, { provenEmail }) =>
    provenEmail === null
      ? []
      : await db.select().from(contactMessages).where(eq(contactMessages.email, provenEmail)),
  forget: async (db, { provenEmail }) => {
    if (provenEmail === null) return
    await db.delete(contactMessages).where(eq(contactMessages.email, provenEmail))
  },
}
