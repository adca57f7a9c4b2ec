import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Reply } from '#contract/messages.ts'
import { Refusal } from '#contract/refusals.ts'
import { channelOfWay, isWindowOpen, replyMistake } from '#rules/inbox.ts'
import { isStepForward } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-workers.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { readMailLook } from '../brand/brand.ts'
import {
  askLater,
  deliver,
  deliveryTimeLimit,
  isLastQuestion,
  receiptQuestion,
  type StateChange,
} from '../notifications/deliver.ts'
import { type MailOutcome, postMail, signEmail } from '../notifications/outbox.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import type { Outcome } from '../notifications/phone-message.ts'
import type { Receipt } from '../notifications/whatsapp.ts'
import { type Conversation, lockConversation } from './conversations.ts'
import { findReplyPhone, waysOf } from './read-conversation.ts'
import { contactMessages, conversationLines, conversations } from './tables.ts'

type LineRow = typeof conversationLines.$inferSelect

/** Written down and queued in one transaction; the same key is the same answer. */
export async function postReply(
  context: Context,
  viewer: Viewer,
  id: number,
  { way, text }: Reply,
  givenKey: string | null,
): Promise<void> {
  const mistake = replyMistake(way, text)
  if (mistake !== null) throw new Refusal('invalid_input', { fields: { text: mistake } })
  const requestKey = givenKey && hashOf('reply', viewer.id, givenKey)
  await inTransaction(context.db, async (tx) => {
    const isSame = eq(conversationLines.requestKey, requestKey ?? '')
    const earlier = await findEarlier(tx, {
      key: requestKey,
      find: () => tx.select().from(conversationLines).where(isSame),
      compare: (sent) => {
        if (sent.conversationId !== id || sent.text !== text) throw new Refusal('already_submitted')
      },
    })
    if (earlier) return
    const conversation = await lockConversation(tx, id)
    const phone = await findReplyPhone(tx, conversation)
    const now = context.clock()
    if (!waysOf(context, conversation, phone).includes(way)) throw new Refusal('way_closed')
    const address = (way === 'email' ? conversation.email : phone) ?? ''
    const [line] = await tx
      .insert(conversationLines)
      .values({
        conversationId: id,
        isIncoming: false,
        channel: channelOfWay[way],
        isTemplate: way === 'template',
        address,
        text,
        messageId: context.random.uuid(),
        state: 'waiting',
        authorId: viewer.id,
        requestKey,
        happenedAt: now,
        changedAt: now,
      })
      .returning()
    if (line) await queueReply(context, tx, line)
    await noteAnswered(tx, viewer, conversation, now)
  })
}

/** Whoever answers what nobody has takes it on; a tool does not. */
async function noteAnswered(tx: Database, viewer: Viewer, { id, assignedTo }: Conversation, now: Date) {
  await tx
    .update(conversations)
    .set({
      assignedTo: assignedTo ?? (viewer.isKey ? null : viewer.id),
      unreadSince: null,
      lastLineAt: sql`greatest(${conversations.lastLineAt}, ${now.toISOString()}::timestamptz)`,
      version: sql`${conversations.version} + 1`,
    })
    .where(eq(conversations.id, id))
  const action = 'answered the conversation'
  await recordChange(tx, { at: now, actorId: viewer.id, thing: 'conversation', thingId: id, action })
}

const replyJobs = { whatsapp: 'reply-whatsapp', sms: 'reply-sms' } as const

const receiptJob = 'reply-receipt'

async function queueReply(context: Context, tx: Database, line: LineRow): Promise<void> {
  const { messageId: id, channel, address, text } = line
  if (id === null || channel === 'form') return
  if (channel !== 'email') {
    await context.jobs.send(tx, replyJobs[channel], { id })
    return
  }
  const asked = await findLastContact(tx, line.conversationId)
  const mail = await signEmail(context, tx, () => ({
    subject: asked ? `Re: ${asked.subject}` : 'Your message',
    paragraphs: (text ?? '').split(/\n{2,}/),
    ...(asked && { afterwards: [`You wrote: ${asked.message.slice(0, 1_000).toWellFormed()}`] }),
  }))
  await postMail(context, tx, { to: address, replyTo: context.config.mail.to, ...mail, messageId: id })
}

async function findLastContact(tx: Database, conversationId: number) {
  const [asked] = await tx
    .select({ subject: contactMessages.subject, message: contactMessages.message })
    .from(contactMessages)
    .innerJoin(conversationLines, eq(conversationLines.contactMessageId, contactMessages.id))
    .where(eq(conversationLines.conversationId, conversationId))
    .orderBy(desc(contactMessages.id))
    .limit(1)
  return asked
}

/** Each way has a queue of its own. Must be called before the jobs start. */
export function defineReplyJobs(context: Context): void {
  const { jobs } = context
  for (const { name } of openPhoneChannels(context.config)) {
    const send = ({ id }: { id: string }, attempt: JobAttempt) => sendReply(context, id, attempt)
    const options = { timeLimitSeconds: deliveryTimeLimit, atOnce: 2 }
    jobs.define(replyJobs[name], z.object({ id: z.uuid() }), send, options)
  }
  const options = { retries: 2, timeLimitSeconds: 30 }
  jobs.define(receiptJob, receiptQuestion, (question) => askReceipt(context, question), options)
  jobs.define(resendJob, z.object({}), () => resendReplies(context))
  jobs.schedule(resendJob, '41 * * * *')
}

async function findLine(db: Database, messageId: string): Promise<LineRow | undefined> {
  const [line] = await db.select().from(conversationLines).where(eq(conversationLines.messageId, messageId))
  return line
}

/** Only from this state on: of two who want it, one gets it. */
async function change(
  { db, clock }: Context,
  { id, state }: Pick<LineRow, 'id' | 'state'>,
  to: StateChange,
): Promise<boolean> {
  if (state === null) return false
  const changed = await db
    .update(conversationLines)
    .set({ ...to, changedAt: clock() })
    .where(and(eq(conversationLines.id, id), eq(conversationLines.state, state)))
    .returning({ id: conversationLines.id })
  return changed.length > 0
}

async function sendReply(context: Context, id: string, { number }: JobAttempt): Promise<void> {
  const { db, config, clock } = context
  const line = await findLine(db, id)
  const channel = openPhoneChannels(config).find(({ name }) => name === line?.channel)
  if (!line?.state || !channel) return
  const isFree = channel.name === 'whatsapp' && !line.isTemplate
  const [conversation] = await db
    .select()
    .from(conversations)
    .where(eq(conversations.id, line.conversationId))
  // It waited for a provider that was away, and the day is over.
  if (line.state === 'waiting' && isFree && !isWindowOpen(conversation?.lastWhatsAppAt ?? null, clock())) {
    await change(context, line, { state: 'failed', reason: 'window_closed' })
    return
  }
  const { shopName } = await readMailLook(db, config.publicUrl)
  const said = line.text ?? ''
  const words = isFree ? said : said.trim().replace(/\s+/g, ' ')
  const link = line.isTemplate ? config.publicUrl : ''
  const row = {
    state: line.state,
    changedAt: line.changedAt,
    change: (from: NonNullable<LineRow['state']>, to: StateChange) =>
      change(context, { id: line.id, state: from }, to),
  }
  const message = { id, to: line.address, shopName, words, link, isFree }
  const isLastTry = number > usualOptions.retries
  const result = await deliver(context, channel, row, message, isLastTry)
  if (result?.is === 'later' && !isLastTry) throw new Error(`An answer has to wait: ${result.reason}`)
  if (result?.is === 'sent' && channel.ask && result.providerId !== null)
    await askLater(context, db, receiptJob, { id, round: 0 })
  if (result?.is === 'refused' && result.reason === 'budget')
    await change(context, line, { state: 'failed', reason: 'budget' })
}

async function askReceipt(context: Context, { id, round }: z.infer<typeof receiptQuestion>): Promise<void> {
  const line = await findLine(context.db, id)
  const channel = openPhoneChannels(context.config).find(({ name }) => name === line?.channel)
  if (line?.state !== 'sent' || line.providerId === null || !channel?.ask) return
  const outcome = await channel.ask(line.providerId)
  if (outcome) await noteOutcome(context, line, { providerId: line.providerId, ...outcome })
  else if (!isLastQuestion(round)) await askLater(context, context.db, receiptJob, { id, round: round + 1 })
}

/** What WhatsApp says about an answer of the shop. False: it is about something else. */
export async function noteReplyReceipt(
  context: Context,
  { messageId, ...receipt }: Receipt,
): Promise<boolean> {
  const isIt = messageId
    ? eq(conversationLines.messageId, messageId)
    : and(eq(conversationLines.providerId, receipt.providerId), sql`not ${conversationLines.isIncoming}`)
  const [line] = await context.db.select().from(conversationLines).where(isIt).limit(1)
  if (line) await noteOutcome(context, line, receipt)
  return line !== undefined
}

/** It may come before the answer that it belongs to, or after that answer got lost; it never takes a line back. */
async function noteOutcome(
  context: Context,
  line: LineRow,
  { providerId, state, reason }: Outcome & { providerId: string },
): Promise<void> {
  if (line.state === null || (line.providerId !== null && line.providerId !== providerId)) return
  const isLost = line.state === 'failed' && line.reason === 'no_answer'
  if (line.state === 'waiting' || !(isLost || isStepForward(line.state, state))) return
  await change(context, line, { state, reason: state === 'failed' ? reason : null, providerId })
}

export async function noteReplyMail(context: Context, id: string, outcome: MailOutcome): Promise<void> {
  const line = await findLine(context.db, id)
  if (line?.state !== 'waiting') return
  await change(context, line, outcome === 'sent' ? { state: 'sent' } : { state: 'failed', reason: outcome })
}

const resendJob = 'resend-replies'

/** A backup carries no waiting work, and a killed process may leave some: after two hours it is looked at once more. */
async function resendReplies(context: Context): Promise<void> {
  const { db, jobs, clock } = context
  const hoursAgo = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
  const missed = await db
    .select()
    .from(conversationLines)
    .where(
      and(
        inArray(conversationLines.state, ['waiting', 'sending']),
        lt(conversationLines.changedAt, hoursAgo(2)),
        isNotNull(conversationLines.messageId),
      ),
    )
    .limit(200)
  const names = openPhoneChannels(context.config).map(({ name }) => name)
  for (const line of missed) {
    const name = names.find((each) => each === line.channel)
    const isOld = line.happenedAt < hoursAgo(24)
    if (name && !isOld) {
      await jobs.send(
        db,
        replyJobs[name],
        { id: line.messageId },
        { singletonKey: `missed ${line.messageId}` },
      )
    } else if (isOld) {
      await change(context, line, { state: 'failed', reason: 'unreachable' })
    }
  }
}
