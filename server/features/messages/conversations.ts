import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ConversationChange, ConversationFilter, ListCursor } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import { isStart, isStop } from '#rules/inbox.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { announce } from '../events/announce.ts'
import type { Answer } from '../notifications/whatsapp.ts'
import { joinOffers, leaveOffers } from './offers.ts'
import { contactMessages, conversationLines, conversations } from './tables.ts'

export type Conversation = typeof conversations.$inferSelect

type Address = { phone: string } | { email: string }

/** The conversation with this person, locked; a new one for whoever writes for the first time. */
export async function openConversation(tx: Database, address: Address, at: Date): Promise<Conversation> {
  const target = 'phone' in address ? conversations.phone : conversations.email
  const [opened] = await tx
    .insert(conversations)
    .values({ ...address, lastLineAt: at })
    .onConflictDoUpdate({ target, set: address })
    .returning()
  if (opened === undefined) throw new Error('The conversation was not opened')
  return opened
}

type Incoming = { name: string; now: Date; happenedAt: Date }

/** Whoever writes again opens what was closed. */
export async function noteIncoming(
  tx: Database,
  id: number,
  { name, now, happenedAt }: Incoming,
): Promise<void> {
  const moment = sql`${happenedAt.toISOString()}::timestamptz`
  await tx
    .update(conversations)
    .set({
      ...(name && { name }),
      closedAt: null,
      unreadSince: sql`coalesce(${conversations.unreadSince}, ${now.toISOString()}::timestamptz)`,
      lastLineAt: sql`greatest(${conversations.lastLineAt}, ${moment})`,
      version: sql`${conversations.version} + 1`,
    })
    .where(eq(conversations.id, id))
}

export async function lockConversation(tx: Database, id: number): Promise<Conversation> {
  const [conversation] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update')
  if (conversation === undefined) throw new Refusal('not_found')
  return conversation
}

type Filter = ConversationFilter & { viewer: Viewer }

function isShown({ show, viewer }: Filter): SQL | undefined {
  if (show === 'all') return undefined
  if (show === 'closed') return isNotNull(conversations.closedAt)
  if (show === 'unread') return isNotNull(conversations.unreadSince)
  const isMine = show === 'mine' ? eq(conversations.assignedTo, viewer.id) : undefined
  return and(isNull(conversations.closedAt), isMine)
}

/** Every word must be in the name, the e-mail or the phone; signs that mean something to the database are only signs. */
function isCalled(q: string): SQL | undefined {
  const phone = normalisePhone(q)
  if (phone !== null) return eq(conversations.phone, phone)
  const { name, email, phone: number } = conversations
  const person = sql`(${name} || ' ' || coalesce(${email}, '') || ' ' || coalesce(${number}, ''))`
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  return and(...words.map((word) => sql`${person} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
}

const assignee = { id: users.id, displayName: users.displayName, email: users.email }

export function toColleague(user: { id: string; displayName: string | null; email: string | null } | null) {
  return user && { id: user.id, name: nameOf(user.displayName, user.email) }
}

/** The last one that something was said in first; a page goes on where the one before ended. */
export async function listConversations({ db }: Context, viewer: Viewer, filter: ConversationFilter) {
  const { q, before, limit } = filter
  const newest = db
    .select({
      words: sql<string>`coalesce(${conversationLines.text}, ${contactMessages.message})`.as('words'),
      isIncoming: conversationLines.isIncoming,
    })
    .from(conversationLines)
    .leftJoin(contactMessages, eq(contactMessages.id, conversationLines.contactMessageId))
    .where(eq(conversationLines.conversationId, conversations.id))
    .orderBy(desc(conversationLines.happenedAt), desc(conversationLines.id))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({
      conversation: conversations,
      assignee,
      words: newest.words,
      isIncoming: newest.isIncoming,
    })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.assignedTo))
    .leftJoinLateral(newest, sql`true`)
    .where(and(isShown({ ...filter, viewer }), q ? isCalled(q) : undefined, before && isBefore(before)))
    .orderBy(desc(conversations.lastLineAt), desc(conversations.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)?.conversation : undefined
  return {
    conversations: shown.map(({ conversation, words, isIncoming, ...row }) => ({
      ...stateOf(conversation),
      assignedTo: toColleague(row.assignee),
      excerpt: (words ?? '').replace(/\s+/g, ' ').slice(0, 160).toWellFormed(),
      isAnswered: isIncoming === false,
    })),
    older: last ? { at: last.lastLineAt, id: last.id } : null,
  }
}

function isBefore({ at, id }: ListCursor): SQL {
  return sql`(${conversations.lastLineAt}, ${conversations.id}) < (${at.toISOString()}::timestamptz, ${id})`
}

export function stateOf(conversation: Conversation) {
  return {
    ...conversation,
    state: conversation.closedAt === null ? ('open' as const) : ('closed' as const),
    unread: conversation.unreadSince !== null,
  }
}

const countedAtMost = 1_000

/** How many wait for an answer, as a value for a statement that asks for more. */
export const unreadConversations = sql`(
  select count(*)
  from (select from ${conversations} where unread_since is not null limit ${sql.raw(`${countedAtMost}`)}) counted
)`.mapWith(Number)

/** Who can be given a conversation. */
export async function listColleagues(db: Database) {
  const mayAnswer = sql`(${users.isAdmin} or ${users.isManager} or ${users.isHelper})`
  const found = await db
    .select(assignee)
    .from(users)
    .where(and(mayAnswer, isNull(users.blockedAt)))
    .orderBy(asc(users.email))
    .limit(200)
  return found.flatMap((user) => toColleague(user) ?? [])
}

/** Reading is nobody's business but the shop's; who answers and what is closed is written down. */
export async function changeConversation(
  context: Context,
  viewer: Viewer,
  id: number,
  change: ConversationChange,
): Promise<void> {
  const now = context.clock()
  await inTransaction(context.db, async (tx) => {
    const before = await lockConversation(tx, id)
    if (before.version !== change.version) throw new Refusal('conflict')
    if (change.join !== undefined) return await join(context, tx, viewer, before, change.join)
    const { state, unread, assignedTo } = change
    if (assignedTo && !(await listColleagues(tx)).some((each) => each.id === assignedTo))
      throw new Refusal('invalid_input', { fields: { assigned_to: 'This person does not answer messages.' } })
    const isClosing = state === 'closed' && before.closedAt === null
    const isReopening = state === 'open' && before.closedAt !== null
    const isRead = unread === false || isClosing
    await tx
      .update(conversations)
      .set({
        ...(isClosing && { closedAt: now }),
        ...(isReopening && { closedAt: null }),
        ...(isRead && { unreadSince: null }),
        ...(unread === true && { unreadSince: before.unreadSince ?? now }),
        ...(assignedTo !== undefined && { assignedTo }),
        version: before.version + 1,
      })
      .where(eq(conversations.id, id))
    const record = (action: string) =>
      recordChange(tx, { at: now, actorId: viewer.id, thing: 'conversation', thingId: id, action })
    if (isClosing) await record('closed the conversation')
    if (isReopening) await record('reopened the conversation')
    if (assignedTo !== undefined && assignedTo !== before.assignedTo)
      await record(assignedTo === null ? 'gave the conversation to nobody' : 'assigned the conversation')
  })
}

/** Somebody saw that both are one person. A number that was only typed into a form does not prove it by itself. */
async function join(
  { clock }: Context,
  tx: Database,
  viewer: Viewer,
  into: Conversation,
  otherId: number,
): Promise<void> {
  if (into.id === otherId) throw new Refusal('not_found')
  const other = await lockConversation(tx, otherId)
  if (into.phone !== null || into.email === null || other.phone === null || other.email !== null)
    throw new Refusal('not_found')
  await tx
    .update(conversationLines)
    .set({ conversationId: into.id })
    .where(eq(conversationLines.conversationId, other.id))
  await tx.delete(conversations).where(eq(conversations.id, other.id))
  await tx
    .update(conversations)
    .set({
      phone: other.phone,
      assignedTo: into.assignedTo ?? other.assignedTo,
      unreadSince: into.unreadSince ?? other.unreadSince,
      closedAt: other.closedAt && into.closedAt,
      lastLineAt: other.lastLineAt > into.lastLineAt ? other.lastLineAt : into.lastLineAt,
      lastWhatsAppAt: other.lastWhatsAppAt,
      version: into.version + 1,
    })
    .where(eq(conversations.id, into.id))
  const action = 'joined the conversation with that of the same person on WhatsApp'
  await recordChange(tx, { at: clock(), actorId: viewer.id, thing: 'conversation', thingId: into.id, action })
}

const linesInAnHour = { limit: 300, windowSeconds: 3_600 }

/** What customers wrote on WhatsApp. It calls again, late and in any order: each message is one line, in its place. */
export async function receiveAnswers(context: Context, answers: readonly Answer[]): Promise<void> {
  for (const answer of answers) await receiveAnswer(context, answer)
}

async function receiveAnswer(context: Context, { providerId, phone, name, text, at }: Answer): Promise<void> {
  const now = context.clock()
  const happenedAt = at > now ? now : at
  await inTransaction(context.db, async (tx) => {
    const conversation = await openConversation(tx, { phone }, happenedAt)
    const isKnown = and(eq(conversationLines.providerId, providerId), conversationLines.isIncoming)
    const [known] = await tx.select({ id: conversationLines.id }).from(conversationLines).where(isKnown)
    if (known || !(await isWithinLimit(context, phone))) return
    const row = { isIncoming: true, channel: 'whatsapp', address: phone } as const
    await tx
      .insert(conversationLines)
      .values({ ...row, conversationId: conversation.id, text, providerId, happenedAt, changedAt: now })
    await noteIncoming(tx, conversation.id, { name, now, happenedAt })
    const moment = sql`${happenedAt.toISOString()}::timestamptz`
    await tx
      .update(conversations)
      .set({ lastWhatsAppAt: sql`greatest(${conversations.lastWhatsAppAt}, ${moment})` })
      .where(eq(conversations.id, conversation.id))
    // Three lines in a row are one reason to look.
    const facts = { conversationId: conversation.id }
    if (conversation.unreadSince === null) await announce(context, tx, { type: 'message.received', facts })
    if (isStop(text)) await leaveOffers(context, tx, phone, { at: happenedAt, by: 'stop' })
    if (isStart(text)) await joinOffers(context, tx, phone, { at: happenedAt, source: 'whatsapp' })
  })
}

/** A program that writes without end fills no disk. */
async function isWithinLimit({ limits, log }: Context, phone: string): Promise<boolean> {
  const { allowed } = await limits.take('answersInAnHour', phone, linesInAnHour)
  if (allowed) return true
  const { allowed: isNew } = await limits.take('answersLeftOut', phone, { ...linesInAnHour, limit: 1 })
  if (isNew) log.warn('Messages of one number on WhatsApp are left out: it wrote too many')
  return false
}
