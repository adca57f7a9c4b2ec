import { and, eq, sql } from 'drizzle-orm'
import { isStart, isStop } from '#rules/inbox.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { announce } from '../events/announce.ts'
import type { Answer } from '../notifications/whatsapp.ts'
import { noteIncoming, openConversation } from './conversations.ts'
import { joinOffers, leaveOffers } from './offers.ts'
import { conversationLines, conversations } from './tables.ts'

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
