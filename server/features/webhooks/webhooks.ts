import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { webhookMessage } from '#contract/team.ts'
import { type DeliveryState, mostWebhooks, type ShopEventType } from '#rules/connections.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { tellAdmins } from '../accounts/change-roles.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { auditEntries } from '../audit/tables.ts'
import { wakeSender } from './deliver.ts'
import { webhookDeliveries, webhooks } from './tables.ts'

export type Webhook = Omit<typeof webhooks.$inferSelect, 'secret' | 'busyUntil'>

export type Delivery = Omit<typeof webhookDeliveries.$inferSelect, 'webhookId' | 'body'>

type WebhookInput = { url: string; events: ShopEventType[] }

/** The secret is in this answer only. */
export async function addWebhook(
  context: Context,
  viewer: Viewer,
  { url, events }: WebhookInput,
): Promise<{ webhook: Webhook; secret: string }> {
  const { random, clock } = context
  refuseUncallable(context, url)
  const secret = newSecret(context)
  const webhook = { id: random.uuid(), url, events, madeAt: clock(), pausedAt: null, failingSince: null }
  await inTransaction(context.db, async (db) => {
    // Two who add one in the same moment count one after the other.
    const known = await db.select({ id: webhooks.id }).from(webhooks).for('update')
    if (known.length >= mostWebhooks) throw tooMany()
    await db.insert(webhooks).values({ ...webhook, secret })
    const { host } = new URL(url)
    await note(context, db, viewer, webhook.id, 'added a webhook', { after: { name: host, events } })
    await tell(context, db, viewer, `What happens in the shop is now sent to ${host}.`)
  })
  return { webhook, secret }
}

function newSecret({ random }: Context): string {
  return `whsec_${random.secret(32)}`
}

function refuseUncallable({ calls }: Context, url: string): void {
  if (calls.isAllowed(url)) return
  const text = 'The shop only calls addresses of the public web that begin with https://'
  throw new Refusal('invalid_input', { fields: { url: text } })
}

function tooMany(): Refusal {
  return new Refusal('conflict', { text: `There are ${mostWebhooks} webhooks already. Remove one first.` })
}

export async function listWebhooks({ db }: Context): Promise<Webhook[]> {
  const rows = await db.select().from(webhooks).orderBy(webhooks.madeAt, webhooks.id).limit(mostWebhooks)
  return rows.map(shown)
}

function shown({ secret: _, busyUntil: __, ...webhook }: typeof webhooks.$inferSelect): Webhook {
  return webhook
}

type WebhookChange = { url?: string; events?: ShopEventType[]; isPaused?: boolean }

export async function changeWebhook(
  context: Context,
  viewer: Viewer,
  id: string,
  { url, events, isPaused }: WebhookChange,
): Promise<Webhook> {
  if (url !== undefined) refuseUncallable(context, url)
  return await inTransaction(context.db, async (db) => {
    const before = await lockWebhook(db, id)
    const pausedAt = isPaused ? (before.pausedAt ?? context.clock()) : null
    const after = {
      ...before,
      url: url ?? before.url,
      events: events ?? before.events,
      // Whoever switches it on again has repaired something: the days count anew.
      ...(isPaused === undefined ? {} : { pausedAt, failingSince: null }),
    }
    await db.update(webhooks).set(after).where(eq(webhooks.id, id))
    await note(context, db, viewer, id, 'changed a webhook', { before: told(before), after: told(after) })
    if (before.url !== after.url)
      await tell(
        context,
        db,
        viewer,
        `What was sent to ${new URL(before.url).host} is now sent to ${new URL(after.url).host}.`,
      )
    await wakeSender(context, db, id)
    return shown(after)
  })
}

/** Those that one of these people added or changed, until somebody else turns them on again. Says which addresses they call. */
export async function pauseWebhooksOf(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  people: readonly string[],
): Promise<string[]> {
  const theirs = db
    .select({ id: auditEntries.thingId })
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, 'connection'), inArray(auditEntries.actorId, [...people])))
  const paused = await db
    .update(webhooks)
    .set({ pausedAt: clock() })
    .where(and(inArray(sql`${webhooks.id}::text`, theirs), isNull(webhooks.pausedAt)))
    .returning()
  for (const after of paused) {
    const sides = { before: told({ ...after, pausedAt: null }), after: told(after) }
    const change = { at: clock(), actorId: null, thing: 'connection', action: 'changed a webhook' } as const
    await recordChange(db, { ...change, thingId: after.id, ...sides })
  }
  return paused.map(({ url }) => url)
}

/** An address may carry a secret, and more people read the list of changes than see the webhooks. */
function told({ url, events, pausedAt }: typeof webhooks.$inferSelect) {
  return { host: new URL(url).host, events, is_paused: pausedAt !== null }
}

async function lockWebhook(db: Database, id: string): Promise<typeof webhooks.$inferSelect> {
  const [found] = await db.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** From the next call on the new one signs. Calls that the receiver refuses meanwhile are tried again. */
export async function renewSecret(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret(context)
  return await inTransaction(context.db, async (db) => {
    const webhook = await lockWebhook(db, id)
    await db.update(webhooks).set({ secret }).where(eq(webhooks.id, id))
    await note(context, db, viewer, id, 'renewed the secret of a webhook', {
      after: { name: new URL(webhook.url).host },
    })
    return { webhook: shown(webhook), secret }
  })
}

/** With its log. */
export async function removeWebhook(context: Context, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const [gone] = await db.delete(webhooks).where(eq(webhooks.id, id)).returning()
    if (gone === undefined) throw new Refusal('not_found')
    const { host } = new URL(gone.url)
    await note(context, db, viewer, id, 'removed a webhook', { before: { name: host } })
    await tell(context, db, viewer, `Nothing is sent to ${host} any more.`)
  })
}

/** A call that says nothing, to see whether it arrives. */
export async function sendTest(context: Context, id: string): Promise<Delivery> {
  return await inTransaction(context.db, async (db) => {
    const { pausedAt } = await lockWebhook(db, id)
    if (pausedAt !== null) throw paused()
    const about = { id: context.random.uuid(), createdAt: context.clock() }
    const body = webhookMessage(about, { type: 'test', facts: {} })
    const row = {
      ...about,
      webhookId: id,
      event: 'test',
      body,
      state: 'waiting',
      dueAt: about.createdAt,
    } as const
    const [written] = await db.insert(webhookDeliveries).values(row).returning()
    if (written === undefined) throw new Error('The test was not stored')
    await wakeSender(context, db, id)
    return logged(written)
  })
}

function paused(): Refusal {
  return new Refusal('conflict', { text: 'This webhook is paused. Switch it on first.' })
}

type Page = { page: number; limit: number; state?: DeliveryState | undefined }

/** The log, the newest first. */
export async function listDeliveries(
  { db }: Context,
  id: string,
  { page, limit, state }: Page,
): Promise<{ deliveries: Delivery[]; total: number }> {
  if ((await db.$count(webhooks, eq(webhooks.id, id))) === 0) throw new Refusal('not_found')
  const where = and(eq(webhookDeliveries.webhookId, id), state && eq(webhookDeliveries.state, state))
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(where)
    .orderBy(desc(webhookDeliveries.createdAt), webhookDeliveries.id)
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(webhookDeliveries).where(where)
  return { deliveries: rows.map(logged), total: counted?.total ?? 0 }
}

function logged({ webhookId: _, body: __, ...row }: typeof webhookDeliveries.$inferSelect): Delivery {
  return row
}

/** The same call with the same number, now: a receiver that has it already knows it again. */
export async function sendAgain(context: Context, id: string, deliveryId: string): Promise<Delivery> {
  return await inTransaction(context.db, async (db) => {
    const { pausedAt } = await lockWebhook(db, id)
    if (pausedAt !== null) throw paused()
    const [row] = await db
      .update(webhookDeliveries)
      .set({ state: 'waiting', dueAt: context.clock() })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id)))
      .returning()
    if (row === undefined) throw new Refusal('not_found')
    await wakeSender(context, db, id)
    return logged(row)
  })
}

type Sides = { before?: Record<string, unknown>; after?: Record<string, unknown> }

async function note(
  { clock }: Context,
  db: Database,
  { id: actorId }: Viewer,
  thingId: string,
  action: string,
  sides: Sides,
): Promise<void> {
  await recordChange(db, { at: clock(), actorId, thing: 'connection', thingId, action, ...sides })
}

async function tell(context: Context, db: Database, viewer: Viewer, text: string): Promise<void> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
  await tellAdmins(context, db, viewer.email, admins, [text])
}
