import { and, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { CampaignInput, CampaignStep } from '#contract/campaigns.ts'
import { Refusal } from '#contract/refusals.ts'
import { type CampaignChannel, checkCampaign, mayBecome, nextOfferTime } from '#rules/campaigns.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import { failureReasonTexts } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { readMailLook } from '../brand/brand.ts'
import { newsletterReaders, offerChoices } from '../messages/tables.ts'
import { sendWithinBudget } from '../notifications/deliver.ts'
import { orders } from '../orders/tables.ts'
import { readSettings } from '../settings/settings.ts'
import { countPeople, type Filter, findFirstName, numberEnd } from './audience.ts'
import { type CampaignRow, campaignRecipients, campaigns } from './tables.ts'
import { channelsFor, openCarrier, writeMessage } from './write-message.ts'

type Page = { page: number; limit: number }

/** The newest first, with how far each is and by what this shop can send. */
export async function listCampaigns(context: Context, { page, limit }: Page) {
  const { db } = context
  const rows = await db
    .select()
    .from(campaigns)
    .orderBy(desc(campaigns.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const results = await countResults(
    db,
    rows.map(({ id }) => id),
  )
  return {
    campaigns: rows.map((row) => ({ ...describe(context, row), ...(results.get(row.id) ?? noResults) })),
    total: await db.$count(campaigns),
    channels: channelsFor(context),
  }
}

export async function readCampaign(context: Context, id: number) {
  const { db } = context
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  if (row === undefined) throw new Refusal('not_found')
  const results = (await countResults(db, [id])).get(id) ?? noResults
  const left = results.unsubscribed + (await countLeftAfter(db, row))
  return { ...describe(context, row), ...results, unsubscribed: left, orders: await countOrders(db, row) }
}

function describe({ clock }: Context, row: CampaignRow) {
  const opens = nextOfferTime(clock())
  return { ...row, waitsUntil: row.state === 'sending' && opens > clock() ? opens : null }
}

const noResults = { people: 0, waiting: 0, sent: 0, delivered: 0, read: 0, failed: 0, unsubscribed: 0 }

/** What is read has been delivered, and what is delivered has been sent. */
async function countResults(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, typeof noResults>()
  const { campaignId, state, reason } = campaignRecipients
  const having = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`
  const isLeft = sql`${reason} is not distinct from 'unsubscribed'`
  const rows = await db
    .select({
      campaignId,
      people: count(),
      waiting: having(sql`${state} in ('waiting', 'sending')`),
      sent: having(sql`${state} in ('sent', 'delivered', 'read')`),
      delivered: having(sql`${state} in ('delivered', 'read')`),
      read: having(sql`${state} = 'read'`),
      failed: having(sql`${state} = 'failed' and not (${isLeft})`),
      unsubscribed: having(isLeft),
    })
    .from(campaignRecipients)
    .where(inArray(campaignId, [...ids]))
    .groupBy(campaignId)
  return new Map(rows.map(({ campaignId: id, ...counted }) => [id, counted]))
}

/** Who got it and ended the offers afterwards. */
async function countLeftAfter(db: Database, { id, channel }: CampaignRow): Promise<number> {
  const choices = channel === 'email' ? newsletterReaders : offerChoices
  const address = channel === 'email' ? newsletterReaders.email : offerChoices.phone
  const [counted] = await db
    .select({ left: count() })
    .from(campaignRecipients)
    .innerJoin(choices, eq(address, campaignRecipients.address))
    .where(and(eq(campaignRecipients.campaignId, id), gt(choices.leftAt, campaignRecipients.sentAt)))
  return counted?.left ?? 0
}

/** What they ordered within a week after it, whatever the reason was. */
async function countOrders(db: Database, { id, channel, startedAt, endedAt }: CampaignRow): Promise<number> {
  if (startedAt === null) return 0
  const { address, sentAt, campaignId } = campaignRecipients
  const isSame =
    channel === 'email'
      ? eq(orders.customerEmail, address)
      : sql`${numberEnd(orders.customerPhone)} = ${numberEnd(sql`${address}`)}`
  const isWithin = sql`${orders.createdAt} > ${sentAt} and ${orders.createdAt} <= ${sentAt} + interval '7 days'`
  const end = endedAt && new Date(endedAt.getTime() + 7 * 24 * 3_600_000)
  const [counted] = await db
    .select({ orders: sql<number>`count(distinct ${orders.id})::int` })
    .from(orders)
    .innerJoin(campaignRecipients, and(eq(campaignId, id), isNotNull(sentAt), isSame, isWithin))
    .where(
      and(
        gt(orders.createdAt, startedAt),
        end ? sql`${orders.createdAt} <= ${end.toISOString()}::timestamptz` : undefined,
        sql`${orders.status} <> 'Cancelled'`,
      ),
    )
  return counted?.orders ?? 0
}

/** How many would get it now, and what is needed to say what that costs. */
export async function previewCampaign(context: Context, filter: Filter) {
  const { db, config } = context
  const { shopName } = await readMailLook(db, config.publicUrl)
  const { smsPrice } = await readSettings(db)
  const people = await countPeople(context, filter)
  return { people, smsPrice, shopName, publicUrl: config.publicUrl }
}

export async function addCampaign(
  context: Context,
  viewer: Viewer,
  { expected: _, ...input }: CampaignInput,
) {
  refuseMistakes(input)
  const at = context.clock()
  const id = await inTransaction(context.db, async (tx) => {
    const [added] = await tx
      .insert(campaigns)
      .values({ ...input, state: 'draft', createdAt: at, updatedAt: at })
      .returning({ id: campaigns.id })
    if (added === undefined) throw new Error('The database did not say which campaign it added')
    await record(context, tx, viewer, added.id, { action: 'wrote the offer', after: input })
    return added.id
  })
  return await readCampaign(context, id)
}

/** Only a draft: what has begun to go out stays what everybody else has read. */
export async function editCampaign(
  context: Context,
  viewer: Viewer,
  id: number,
  { expected, ...input }: CampaignInput,
) {
  refuseMistakes(input)
  await inTransaction(context.db, async (tx) => {
    const before = await lockCampaign(tx, id)
    await refuseIfChanged(tx, { thing: 'campaign', thingId: id, expected, current: before.updatedAt })
    if (before.state !== 'draft') throw new Refusal('campaign_moved_on')
    const updatedAt = nextVersion(context.clock(), before.updatedAt)
    await tx
      .update(campaigns)
      .set({ ...input, updatedAt })
      .where(eq(campaigns.id, id))
    const shown = Object.fromEntries(
      Object.keys(input).map((name) => [name, before[name as keyof typeof input]]),
    )
    await record(context, tx, viewer, id, { action: 'changed the offer', before: shown, after: input })
  })
  return await readCampaign(context, id)
}

/** Only a draft: of one that went out, people got something, and its results stay. */
export async function removeCampaign(context: Context, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const before = await lockCampaign(tx, id)
    if (before.state !== 'draft') throw new Refusal('campaign_moved_on')
    await tx.delete(campaigns).where(eq(campaigns.id, id))
    const { name, channel, subject, text, link, days, category, town } = before
    const shown = { name, channel, subject, text, link, days, category, town }
    await record(context, tx, viewer, id, { action: 'deleted the offer', before: shown })
  })
}

const actions = {
  draft: 'took the plan of the offer back',
  scheduled: 'planned the offer',
  sending: 'started the offer',
  paused: 'paused the offer',
  stopped: 'stopped the offer',
}

/** Start, pause, go on, stop. Only from the state that was seen: two people do not undo each other. */
export async function stepCampaign(
  context: Context,
  viewer: Viewer,
  id: number,
  { from, to, startsAt }: CampaignStep,
) {
  const now = context.clock()
  await inTransaction(context.db, async (tx) => {
    const before = await lockCampaign(tx, id)
    if (before.state !== from || !mayBecome(from, to)) throw new Refusal('campaign_moved_on')
    if (to === 'sending' || to === 'scheduled') await refuseUnsendable(context, tx, before)
    if (to === 'scheduled' && (startsAt === null || startsAt <= now || isFarAway(startsAt, now)))
      throw new Refusal('invalid_input', {
        fields: { starts_at: 'Please choose a moment within the next 90 days' },
      })
    await tx
      .update(campaigns)
      .set({
        ...{ state: to, updatedAt: nextVersion(now, before.updatedAt) },
        startsAt: to === 'scheduled' ? startsAt : null,
        ...(to === 'sending' && { startedAt: before.startedAt ?? now }),
        ...(to === 'stopped' && { endedAt: now }),
        ...{ heldUntil: null, holdReason: null, refusals: 0 },
      })
      .where(eq(campaigns.id, id))
    const action = from === 'paused' && to === 'sending' ? 'went on with the offer' : actions[to]
    await record(context, tx, viewer, id, { action, before: { state: from }, after: { state: to } })
    if (to === 'sending') await wake(context, tx)
  })
  return await readCampaign(context, id)
}

/** At once instead of within a minute. */
async function wake({ jobs }: Context, tx: Database): Promise<void> {
  await jobs.send(tx, 'send-campaigns', {}, { singletonKey: 'started' })
}

function isFarAway(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > 90 * 24 * 3_600_000
}

async function refuseUnsendable(context: Context, tx: Database, campaign: CampaignRow): Promise<void> {
  if (!channelsFor(context)[campaign.channel]) throw new Refusal('channel_not_set_up')
  if (campaign.preparedAt !== null) return
  const people = await countPeople({ ...context, db: tx }, campaign)
  if (people === 0) throw new Refusal('nobody_to_tell')
}

async function lockCampaign(tx: Database, id: number): Promise<CampaignRow> {
  const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  if (campaign === undefined) throw new Refusal('not_found')
  return campaign
}

const testsInAnHour = { limit: 10, windowSeconds: 3_600 }

/** To whoever asks, and to nobody else; at any hour, because it is no offer. */
export async function testCampaign(context: Context, viewer: Viewer, id: number): Promise<{ to: string }> {
  const { db, limits, config, random } = context
  const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  if (campaign === undefined) throw new Refusal('not_found')
  const to = ownAddress(viewer, campaign.channel)
  const carrier = openCarrier(context, campaign, null)
  if (carrier === null) throw new Refusal('channel_not_set_up')
  if (to === null) throw new Refusal('no_own_number')
  await takeOrRefuse(limits, 'campaignTests', viewer.id, testsInAnHour)
  const { shopName } = await readMailLook(db, config.publicUrl)
  const name = await findFirstName(db, campaign.channel, to)
  const message = writeMessage(context, campaign, { id: random.uuid(), to, name, shopName, secret: null })
  const result = await sendWithinBudget(context, carrier, message, () => carrier.send(message))
  if (result.is === 'sent') return { to }
  const text = failureReasonTexts[result.is === 'unknown' ? 'no_answer' : result.reason]
  throw new Refusal('test_not_sent', { text: `The test was not sent. ${text}` })
}

function ownAddress({ email, phone }: Viewer, channel: CampaignChannel): string | null {
  return channel === 'email' ? email : phone
}

function refuseMistakes(input: Omit<CampaignInput, 'expected'>): void {
  const fields = checkCampaign(input)
  if (hasMistakes(fields)) throw new Refusal('invalid_input', { fields })
}

type Recorded = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }

async function record(context: Context, tx: Database, viewer: Viewer, id: number, change: Recorded) {
  await recordChange(tx, {
    at: context.clock(),
    actorId: viewer.id,
    thing: 'campaign',
    thingId: id,
    ...change,
  })
}
