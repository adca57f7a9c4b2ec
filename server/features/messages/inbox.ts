import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { MessageState, WhichMessages } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { contactMessages } from './tables.ts'

export type KeptMessage = typeof contactMessages.$inferSelect

type Page = { page: number; limit: number }

const { readAt, doneAt } = contactMessages

const isIn: Record<WhichMessages, SQL | undefined> = {
  open: isNull(doneAt),
  unread: and(isNull(readAt), isNull(doneAt)),
  read: and(isNotNull(readAt), isNull(doneAt)),
  done: isNotNull(doneAt),
  all: undefined,
}

export function stateOf(message: Pick<KeptMessage, 'readAt' | 'doneAt'>): MessageState {
  if (message.doneAt !== null) return 'done'
  return message.readAt === null ? 'unread' : 'read'
}

/** The newest first. */
export async function listMessages(
  db: Database,
  { state, q, page, limit }: Page & { state: WhichMessages; q?: string },
): Promise<{ messages: KeptMessage[]; total: number }> {
  const where = and(isIn[state], q ? isFrom(q) : undefined)
  const messages = await db
    .select()
    .from(contactMessages)
    .where(where)
    .orderBy(desc(contactMessages.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(where)
  return { messages, total: counted?.total ?? 0 }
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
  return message
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
    return after
  })
}

async function lockMessage(tx: Database, id: number): Promise<KeptMessage> {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  if (message === undefined) throw new Refusal('not_found')
  return message
}
