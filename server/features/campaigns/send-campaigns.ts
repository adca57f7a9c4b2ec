import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  campaignChannels,
  type HoldReason,
  isOfferTime,
  messagesInAMinute,
  mostPeople,
  reserveForOrders,
} from '#rules/campaigns.ts'
import { isStepForward, type MessageState } from '#rules/notifications.ts'
import { countSmsParts } from '#rules/sms-parts.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { readMailLook } from '../brand/brand.ts'
import {
  askLater,
  deliver,
  deliveryTimeLimit,
  hasBudget,
  isLastQuestion,
  receiptQuestion,
  type StateChange,
} from '../notifications/deliver.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import { type Outcome, type SendResult, smsText } from '../notifications/phone-message.ts'
import type { Receipt } from '../notifications/whatsapp.ts'
import { findFirstName, findLeaveSecret, listPeople, stillWants } from './audience.ts'
import { type CampaignRow, campaignRecipients, campaigns, type RecipientRow } from './tables.ts'
import { openCarrier, writeMessage } from './write-message.ts'

const tickJob = 'send-campaigns'
const messageJobs = { sms: 'campaign-sms', whatsapp: 'campaign-whatsapp', email: 'campaign-email' } as const
const receiptJob = 'campaign-receipt'

/** Queues of their own: what is told about an order never waits behind an offer. Must be called before the jobs start. */
export function defineCampaignJobs(context: Context): void {
  const { jobs } = context
  jobs.define(tickJob, z.object({}), () => sendCampaigns(context))
  jobs.schedule(tickJob, '* * * * *')
  const options = { timeLimitSeconds: deliveryTimeLimit, atOnce: 2 }
  for (const name of campaignChannels)
    jobs.define(messageJobs[name], z.object({ id: z.uuid() }), ({ id }) => sendToOne(context, id), options)
  const asking = { retries: 2, timeLimitSeconds: 30 }
  jobs.define(receiptJob, receiptQuestion, (question) => askReceipt(context, question), asking)
}

const atOnce = 1_000

/** Every minute: begins what is planned, writes down whom it goes to, and takes the next ones from the list. */
export async function sendCampaigns(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock()
  await db
    .update(campaigns)
    .set({ state: 'sending', startedAt: now, updatedAt: now })
    .where(and(eq(campaigns.state, 'scheduled'), lte(campaigns.startsAt, now)))
  await endInterrupted(context)
  const open = await db
    .select({ id: campaigns.id, channel: campaigns.channel })
    .from(campaigns)
    .where(eq(campaigns.state, 'sending'))
    .orderBy(asc(campaigns.id))
    .limit(50)
  // One after the other on each channel, so that two do not send twice as fast.
  for (const channel of campaignChannels) {
    const first = open.find((each) => each.channel === channel)
    if (first) await moveOn(context, first.id)
  }
}

/** Left by a process that was killed while it sent: nobody knows whether it has arrived, so it is not sent twice. */
async function endInterrupted({ db, clock }: Context): Promise<void> {
  const longAgo = new Date(clock().getTime() - 2 * deliveryTimeLimit * 1_000)
  const { state, changedAt } = campaignRecipients
  await db
    .update(campaignRecipients)
    .set({ state: 'failed', reason: 'no_answer', changedAt: clock() })
    .where(and(eq(state, 'sending'), lt(changedAt, longAgo)))
}

async function moveOn(context: Context, id: number): Promise<void> {
  while (await prepareSome(context, id));
  await queueNext(context, id)
}

/** Of several processes one has it. */
async function lockOpen(tx: Database, id: number): Promise<CampaignRow | undefined> {
  const [campaign] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'sending')))
    .for('update', { skipLocked: true })
  return campaign
}

/** Writes down the next ones whom it goes to, each once; true when there may be more. */
async function prepareSome(context: Context, id: number): Promise<boolean> {
  const now = context.clock()
  return await inTransaction(context.db, async (tx) => {
    const campaign = await lockOpen(tx, id)
    if (campaign === undefined || campaign.preparedAt !== null) return false
    const known = await tx.$count(campaignRecipients, eq(campaignRecipients.campaignId, id))
    const limit = Math.min(atOnce, mostPeople - known)
    const found = await listPeople(tx, campaign, {
      now: campaign.startedAt ?? now,
      after: campaign.preparedTo,
      limit,
    })
    const rows = found.map((address) => ({
      ...{ id: context.random.uuid(), campaignId: id, address },
      state: 'waiting' as const,
      changedAt: now,
    }))
    if (rows.length > 0) await tx.insert(campaignRecipients).values(rows).onConflictDoNothing()
    const isAll = found.length < limit || known + found.length >= mostPeople
    await tx
      .update(campaigns)
      .set({ preparedTo: found.at(-1) ?? campaign.preparedTo, ...(isAll && { preparedAt: now }) })
      .where(eq(campaigns.id, id))
    return !isAll
  })
}

const almostAMinute = 50_000
const lostAfter = 15 * 60_000

/** As many as go out in a minute, in the hours in which offers may; whatever a lost job had is taken again. */
async function queueNext(context: Context, id: number): Promise<void> {
  const { db, clock, jobs } = context
  const now = clock()
  await inTransaction(db, async (tx) => {
    const campaign = await lockOpen(tx, id)
    if (campaign === undefined || campaign.preparedAt === null) return
    const isOpen = inArray(campaignRecipients.state, ['waiting', 'sending'])
    const unsent = await tx.$count(campaignRecipients, and(eq(campaignRecipients.campaignId, id), isOpen))
    if (unsent === 0) {
      const done = { state: 'done', endedAt: now, updatedAt: now, holdReason: null } as const
      await tx.update(campaigns).set(done).where(eq(campaigns.id, id))
      return
    }
    const isHeld = campaign.heldUntil !== null && campaign.heldUntil > now
    const isTooSoon =
      campaign.queuedAt !== null && now.getTime() - campaign.queuedAt.getTime() < almostAMinute
    if (!isOfferTime(now) || isHeld || isTooSoon) return
    const { state, queuedAt, campaignId, address } = campaignRecipients
    const isLost = lt(queuedAt, new Date(now.getTime() - lostAfter))
    const isFree = and(eq(campaignId, id), eq(state, 'waiting'), or(isNull(queuedAt), isLost))
    const busy = await tx.$count(
      campaignRecipients,
      and(eq(campaignId, id), isOpen, isNotNull(queuedAt), sql`not coalesce(${isLost}, false)`),
    )
    const next = await tx
      .select({ id: campaignRecipients.id })
      .from(campaignRecipients)
      .where(isFree)
      .orderBy(asc(address))
      .limit(Math.max(0, messagesInAMinute - busy))
    const ids = next.map((row) => row.id)
    if (ids.length === 0) return
    await tx.update(campaignRecipients).set({ queuedAt: now }).where(inArray(campaignRecipients.id, ids))
    const taken = { queuedAt: now, heldUntil: null, holdReason: null }
    await tx.update(campaigns).set(taken).where(eq(campaigns.id, id))
    await jobs.sendAll(
      tx,
      messageJobs[campaign.channel],
      ids.map((each) => ({ id: each })),
    )
  })
}

type Recipient = { row: RecipientRow; campaign: CampaignRow }

async function findRecipient(db: Database, id: string): Promise<Recipient | undefined> {
  const [found] = await db
    .select({ row: campaignRecipients, campaign: campaigns })
    .from(campaignRecipients)
    .innerJoin(campaigns, eq(campaigns.id, campaignRecipients.campaignId))
    .where(eq(campaignRecipients.id, id))
  return found
}

const mostTries = 5

/**
 * Whether somebody still wants it, and whether it is still to be sent, is asked in the very statement that marks the message as
 * being sent: who unsubscribes while it goes out gets nothing from then on.
 */
async function sendToOne(context: Context, id: string): Promise<void> {
  const { db, clock, config } = context
  const found = await findRecipient(db, id)
  if (found?.row.state !== 'waiting') return
  const { row, campaign } = found
  const secret = await findLeaveSecret(db, campaign.channel, row.address)
  if (secret === null) return await leaveOut(context, found)
  const carrier = openCarrier(context, campaign, secret)
  if (campaign.state !== 'sending' || !isOfferTime(clock()) || carrier === null) return await giveBack(db, id)
  const { shopName } = await readMailLook(db, config.publicUrl)
  const name = await findFirstName(db, campaign.channel, row.address)
  const message = writeMessage(context, campaign, { id, to: row.address, name, shopName, secret })
  const { parts } = countSmsParts(smsText(message))
  const reserve = carrier.perDay === null ? 0 : reserveForOrders(carrier.perDay)
  if (!(await hasBudget(context, carrier, parts + reserve))) {
    await giveBack(db, id)
    return await hold(context, campaign.id, 'budget', 60)
  }
  const isLastTry = row.tries + 1 >= mostTries
  const written = {
    state: row.state,
    changedAt: row.changedAt,
    change: (from: MessageState, to: StateChange) =>
      change(context, { ...row, channel: campaign.channel }, from, to),
  }
  const result = await deliver(context, carrier, written, message, isLastTry)
  await takeUp(context, found, result, carrier.ask !== undefined)
}

/** Who wants no offers any more is done with; for others it was paused, stopped, or sent elsewhere. */
async function leaveOut(context: Context, { row, campaign }: Recipient): Promise<void> {
  if ((await findLeaveSecret(context.db, campaign.channel, row.address)) !== null)
    return await giveBack(context.db, row.id)
  await change(context, row, 'waiting', { state: 'failed', reason: 'unsubscribed' })
}

/** What the provider's answer means for the others who wait. */
async function takeUp(
  context: Context,
  found: Recipient,
  result: SendResult | null,
  isAsked: boolean,
): Promise<void> {
  const { db } = context
  const { row, campaign } = found
  if (result === null) return await leaveOut(context, found)
  if (result.is === 'refused' && result.reason === 'budget') {
    await giveBack(db, row.id)
    return await hold(context, campaign.id, 'budget', 60)
  }
  if (result.is === 'sent') {
    if (campaign.refusals > 0)
      await db.update(campaigns).set({ refusals: 0 }).where(eq(campaigns.id, campaign.id))
    if (isAsked && result.providerId !== null)
      await askLater(context, db, receiptJob, { id: row.id, round: 0 })
  } else if (result.is === 'later') {
    const again = { queuedAt: null, tries: sql`${campaignRecipients.tries} + 1` }
    await db.update(campaignRecipients).set(again).where(eq(campaignRecipients.id, row.id))
    await hold(context, campaign.id, 'unreachable', 5)
  } else if (result.is === 'refused' && result.reason === 'no_credit') {
    // Whoever is next would be refused as well, and this one has got nothing.
    await change(context, row, 'failed', { state: 'waiting', reason: null })
    await giveBack(db, row.id)
    await pause(context, campaign.id, 'no_credit')
  } else if (result.is === 'refused' && result.reason === 'refused') {
    const [counted] = await db
      .update(campaigns)
      .set({ refusals: sql`${campaigns.refusals} + 1` })
      .where(eq(campaigns.id, campaign.id))
      .returning({ refusals: campaigns.refusals })
    if ((counted?.refusals ?? 0) >= mostRefusals) await pause(context, campaign.id, 'refused')
  }
}

const mostRefusals = 5

/** Back on the list. */
async function giveBack(db: Database, id: string): Promise<void> {
  const isWaiting = and(eq(campaignRecipients.id, id), eq(campaignRecipients.state, 'waiting'))
  await db.update(campaignRecipients).set({ queuedAt: null }).where(isWaiting)
}

async function hold({ db, clock }: Context, id: number, reason: HoldReason, minutes: number): Promise<void> {
  const heldUntil = new Date(clock().getTime() + minutes * 60_000)
  await db
    .update(campaigns)
    .set({ heldUntil, holdReason: reason })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'sending')))
}

/** Only a person can help. */
async function pause({ db, clock, log }: Context, id: number, reason: HoldReason): Promise<void> {
  const paused = await db
    .update(campaigns)
    .set({ state: 'paused', holdReason: reason, refusals: 0, updatedAt: clock() })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'sending')))
    .returning({ id: campaigns.id })
  if (paused.length > 0) log.warn({ campaign: id, reason }, 'An offer to customers is paused')
}

type Changed = Pick<RecipientRow, 'id'> & { channel?: CampaignRow['channel'] }

/** Only from this state on: of two who want it, one gets it. With a channel, only to whom wants it, and while it is to be sent. */
async function change({ db, clock }: Context, { id, channel }: Changed, from: MessageState, to: StateChange) {
  const now = clock()
  const isSending = sql`exists (select from ${campaigns} where ${campaigns.id} = ${campaignRecipients.campaignId} and ${campaigns.state} = 'sending')`
  const mayGo = channel && to.state === 'sending' ? and(isSending, stillWants(db, channel)) : undefined
  const sentAt = sql`coalesce(${campaignRecipients.sentAt}, ${now.toISOString()}::timestamptz)`
  const changed = await db
    .update(campaignRecipients)
    .set({ ...to, changedAt: now, ...(hasGone(to.state) && { sentAt }) })
    .where(and(eq(campaignRecipients.id, id), eq(campaignRecipients.state, from), mayGo))
    .returning({ id: campaignRecipients.id })
  return changed.length > 0
}

function hasGone(state: MessageState): boolean {
  return state === 'sent' || state === 'delivered' || state === 'read'
}

async function askReceipt(context: Context, { id, round }: z.infer<typeof receiptQuestion>): Promise<void> {
  const found = await findRecipient(context.db, id)
  const channel = openPhoneChannels(context.config).find(({ name }) => name === found?.campaign.channel)
  if (found?.row.state !== 'sent' || found.row.providerId === null || !channel?.ask) return
  const outcome = await channel.ask(found.row.providerId)
  if (outcome) await noteOutcome(context, found.row, { providerId: found.row.providerId, ...outcome })
  else if (!isLastQuestion(round)) await askLater(context, context.db, receiptJob, { id, round: round + 1 })
}

/** What WhatsApp says about a message that it took. */
export async function receiveCampaignReceipt(
  context: Context,
  { messageId, ...receipt }: Receipt,
): Promise<void> {
  const { id, providerId } = campaignRecipients
  const isIt = messageId ? eq(id, messageId) : eq(providerId, receipt.providerId)
  const [row] = await context.db.select().from(campaignRecipients).where(isIt).limit(1)
  if (row) await noteOutcome(context, row, receipt)
}

/** It may come before the answer that it belongs to, or after that answer got lost; it never takes a message back. */
async function noteOutcome(
  context: Context,
  row: RecipientRow,
  { providerId, state, reason }: Outcome & { providerId: string },
): Promise<void> {
  if (row.providerId !== null && row.providerId !== providerId) return
  const isLost = row.state === 'failed' && row.reason === 'no_answer'
  if (row.state === 'waiting' || !(isLost || isStepForward(row.state, state))) return
  await change(context, row, row.state, { state, reason: state === 'failed' ? reason : null, providerId })
}
