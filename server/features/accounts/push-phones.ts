import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { deviceName } from '#rules/device-name.ts'
import { officeRoleOf } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isBrowserKey, type PushSubscription } from '#server/platform/web-push.ts'
import { pushPhones, sessions, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

/** More than anybody carries, and few enough that one account cannot make the shop call half the web. */
const mostPhones = 10

export type PushPhone = { id: string; device: string; isThisOne: boolean; addedAt: Date }

/** The newest first. */
export async function listPhones(db: Database, viewer: Viewer): Promise<PushPhone[]> {
  const rows = await db
    .select()
    .from(pushPhones)
    .where(eq(pushPhones.userId, viewer.id))
    .orderBy(desc(pushPhones.addedAt), pushPhones.id)
  return rows.map(({ id, userAgent, sessionId, addedAt }) => ({
    id,
    device: deviceName(userAgent),
    isThisOne: sessionId === viewer.sessionId,
    addedAt,
  }))
}

/** A browser has one endpoint: whoever adds it last has it. Says whether it is new to them. */
export async function addPhone(
  context: Context,
  viewer: Viewer,
  subscription: PushSubscription,
  userAgent: string,
): Promise<{ id: string; isNew: boolean }> {
  const { endpoint, p256dh, auth } = subscription
  if (!context.calls.isAllowed(endpoint) || !isBrowserKey(subscription)) {
    throw new Refusal('invalid_input', { fields: { endpoint: 'This is no address of a browser' } })
  }
  return await inTransaction(context.db, async (db) => {
    await refuseWithoutRole(db, viewer)
    const isOther = and(eq(pushPhones.userId, viewer.id), ne(pushPhones.endpoint, endpoint))
    if ((await db.$count(pushPhones, isOther)) >= mostPhones) throw tooMany()
    const [known] = await db.select().from(pushPhones).where(eq(pushPhones.endpoint, endpoint)).for('update')
    const isNew = known?.userId !== viewer.id
    const id = known?.id ?? context.random.uuid()
    const row = {
      userId: viewer.id,
      sessionId: viewer.sessionId,
      p256dh,
      auth,
      userAgent: userAgent.slice(0, 300),
      addedAt: known && !isNew ? known.addedAt : context.clock(),
    }
    await db
      .insert(pushPhones)
      .values({ id, endpoint, ...row })
      .onConflictDoUpdate({ target: pushPhones.endpoint, set: row })
    return { id, isNew }
  })
}

/** Locked until the end: whoever is dismissed in this moment must not go on hearing. */
async function refuseWithoutRole(db: Database, { id }: Viewer): Promise<void> {
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('update')
  if (person === undefined || officeRoleOf(person) === null) throw new Refusal('not_allowed')
}

function tooMany(): Refusal {
  const text = `You have ${mostPhones} phones and browsers already. Please remove one that you no longer use.`
  return new Refusal('conflict', { text })
}

/** Whoever signs in again on the same phone goes on hearing; a phone of somebody else stays theirs. */
export async function renewPhone({ db }: Context, viewer: Viewer, endpoint: string): Promise<void> {
  await db
    .update(pushPhones)
    .set({ sessionId: viewer.sessionId })
    .where(and(eq(pushPhones.endpoint, endpoint), eq(pushPhones.userId, viewer.id)))
}

export async function removePhone({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  const isTheirs = and(eq(pushPhones.id, id), eq(pushPhones.userId, viewer.id))
  const removed = await db.delete(pushPhones).where(isTheirs).returning({ id: pushPhones.id })
  if (removed.length === 0) throw new Refusal('not_found')
}

export async function removePhonesOf(db: Database, userId: string): Promise<void> {
  await db.delete(pushPhones).where(eq(pushPhones.userId, userId))
}

/** The browser's maker says that it does not exist any more. */
export async function dropPhone({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await db.delete(pushPhones).where(eq(pushPhones.id, id))
}

/** Whose they are, as long as their sessions last. */
export async function listPhonesOf(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  userIds: readonly string[],
): Promise<{ id: string; userId: string }[]> {
  if (userIds.length === 0) return []
  return await db
    .select({ id: pushPhones.id, userId: pushPhones.userId })
    .from(pushPhones)
    .innerJoin(sessions, eq(sessions.id, pushPhones.sessionId))
    .where(and(inArray(pushPhones.userId, [...userIds]), gt(sessions.expiresAt, clock())))
    .orderBy(pushPhones.id)
}

export async function findPhone(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<PushSubscription | null> {
  const [found] = await db
    .select({ endpoint: pushPhones.endpoint, p256dh: pushPhones.p256dh, auth: pushPhones.auth })
    .from(pushPhones)
    .innerJoin(sessions, eq(sessions.id, pushPhones.sessionId))
    .where(and(eq(pushPhones.id, id), gt(sessions.expiresAt, clock())))
  return found ?? null
}
