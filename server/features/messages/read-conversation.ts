import { and, desc, eq, sql } from 'drizzle-orm'
import type { ListCursor } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import { findPhone, type ReplyWay, waysToReply, windowEnd } from '#rules/inbox.ts'
import { normaliseTextable } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { phoneWaysOf } from '../notifications/phone-channels.ts'
import { type Conversation, listColleagues, stateOf, toColleague } from './conversations.ts'
import { wantsOffers } from './offers.ts'
import { contactMessages, conversationLines, conversations } from './tables.ts'

const linesOnAPage = 50

/** One conversation with its newest lines, or those before a line, and how it can be answered now. */
export async function readConversation(context: Context, id: number, before?: ListCursor) {
  const { db } = context
  const [row] = await db
    .select({ conversation: conversations, assignee: users })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.assignedTo))
    .where(eq(conversations.id, id))
  if (row === undefined) throw new Refusal('not_found')
  const { conversation } = row
  const found = await listLines(db, id, before)
  const first = found.length > linesOnAPage ? found[linesOnAPage - 1] : undefined
  const replyPhone = await findReplyPhone(db, conversation)
  return {
    ...stateOf(conversation),
    assignedTo: toColleague(row.assignee),
    wantsOffers: await wantsOffers(db, conversation.phone),
    ways: waysOf(context, conversation, replyPhone),
    replyPhone,
    windowEndsAt: windowEnd(conversation.lastWhatsAppAt),
    samePerson: await findSamePerson(db, conversation, replyPhone),
    colleagues: await listColleagues(db),
    lines: found.slice(0, linesOnAPage).reverse(),
    older: first ? { at: first.happenedAt, id: first.id } : null,
  }
}

/** A mail without a mail server would lie in a folder that nobody opens. */
export function waysOf(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  conversation: Conversation,
  replyPhone: string | null,
): ReplyWay[] {
  const has = { ...phoneWaysOf(config), email: config.mail.smtpUrl !== undefined }
  return waysToReply({ ...conversation, has, phone: replyPhone }, clock())
}

/** The newest first, one more than are shown. */
async function listLines(db: Database, id: number, before: ListCursor | undefined) {
  const { happenedAt, id: lineId } = conversationLines
  const isBefore =
    before && sql`(${happenedAt}, ${lineId}) < (${before.at.toISOString()}::timestamptz, ${before.id})`
  const rows = await db
    .select({ line: conversationLines, contact: contactMessages, author: users })
    .from(conversationLines)
    .leftJoin(contactMessages, eq(contactMessages.id, conversationLines.contactMessageId))
    .leftJoin(users, eq(users.id, conversationLines.authorId))
    .where(and(eq(conversationLines.conversationId, id), isBefore))
    .orderBy(desc(happenedAt), desc(lineId))
    .limit(linesOnAPage + 1)
  return rows.map(({ line, contact, author }) => ({
    ...line,
    subject: contact?.subject ?? null,
    text: line.text ?? contact?.message ?? '',
    author: toColleague(author)?.name ?? null,
  }))
}

/** The form asks for no number, but people write theirs into the text. */
export async function findReplyPhone(db: Database, { id, phone }: Conversation): Promise<string | null> {
  if (phone !== null) return normaliseTextable(phone) ?? phone
  const written = await db
    .select({ text: contactMessages.message })
    .from(contactMessages)
    .innerJoin(conversationLines, eq(conversationLines.contactMessageId, contactMessages.id))
    .where(eq(conversationLines.conversationId, id))
    .orderBy(desc(contactMessages.id))
    .limit(20)
  const found = written.map(({ text }) => findPhone(text)).find((each) => each !== null)
  return found ? normaliseTextable(found) : null
}

async function findSamePerson(db: Database, { phone, email }: Conversation, written: string | null) {
  if (phone !== null || email === null || written === null) return null
  const [other] = await db.select().from(conversations).where(eq(conversations.phone, written))
  return other && other.email === null ? { id: other.id, name: other.name || written } : null
}
