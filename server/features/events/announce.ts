import { and, desc, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ShopEvent, ShopEventType } from '#rules/connections.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction, preparedQuery } from '#server/platform/database/database.ts'
import { shopEvents } from './tables.ts'

const eventJob = 'shop-event'
const missedJob = 'shop-events-missed'

export type KnownEvent = ShopEvent & { id: number; actorId: string | null; happenedAt: Date }

/** Whoever wants to know: runs in the transaction that marks the events as handled, so that each is told once. */
export type EventListener = (context: Context, db: Database, events: readonly KnownEvent[]) => Promise<void>

const writeEvent = preparedQuery('write-event', (db) =>
  db
    .insert(shopEvents)
    .values({
      type: sql.placeholder('type'),
      facts: sql.placeholder('facts'),
      actorId: sql.placeholder('actorId'),
      happenedAt: sql.placeholder('happenedAt'),
    })
    .returning({ id: shopEvents.id }),
)

/** A row and a job of the caller's transaction: told if, and only if, it has happened, and later, so that nobody at the till waits. */
export async function announce(
  { jobs, clock }: Context,
  db: Database,
  event: ShopEvent,
  actorId: string | null = null,
): Promise<void> {
  const [written] = await writeEvent(db, { ...event, actorId, happenedAt: clock() })
  if (written) await jobs.send(db, eventJob, { eventId: written.id })
}

/** Must be called before the jobs start. */
export function defineEventJobs(context: Context, listeners: readonly EventListener[]): void {
  const { jobs } = context
  jobs.defineShared(
    eventJob,
    z.object({ eventId: z.int() }),
    (all) =>
      handle(
        context,
        listeners,
        all.map(({ eventId }) => eventId),
      ),
    { gather: { milliseconds: 500, atMost: 50 } },
  )
  jobs.define(missedJob, z.object({}), () => tidyUp(context))
  jobs.schedule(missedJob, '*/10 * * * *')
}

/** A job that is killed after the commit runs again and finds nothing left to do. */
async function handle(
  context: Context,
  listeners: readonly EventListener[],
  ids: readonly number[],
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const rows = await db
      .update(shopEvents)
      .set({ handledAt: context.clock() })
      .where(and(inArray(shopEvents.id, [...ids]), isNull(shopEvents.handledAt)))
      .returning()
    if (rows.length === 0) return
    const events = (rows as KnownEvent[]).toSorted((one, other) => one.id - other.id)
    for (const listen of listeners) await listen(context, db, events)
  })
}

const hour = 3_600_000
const storedMs = 30 * 24 * hour
const atMost = 200

/** A backup carries no waiting work: what nobody was told of when it was made is told after it was restored. */
async function tidyUp({ db, jobs, clock }: Context): Promise<void> {
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  await db.delete(shopEvents).where(lt(shopEvents.happenedAt, ago(storedMs)))
  const isMissed = and(
    isNull(shopEvents.handledAt),
    gt(shopEvents.happenedAt, ago(24 * hour)),
    lt(shopEvents.happenedAt, ago(hour)),
  )
  const missed = await db
    .select({ id: shopEvents.id })
    .from(shopEvents)
    .where(isMissed)
    .orderBy(shopEvents.id)
    .limit(atMost)
  for (const { id } of missed) {
    await jobs.send(db, eventJob, { eventId: id }, { singletonKey: `missed ${id}` })
  }
}

/** The number of the newest one of these that somebody else has caused; null when there is none. */
export async function findNewestEvent(
  db: Database,
  types: readonly ShopEventType[],
  viewerId: string,
): Promise<number | null> {
  const isOthers = sql`${shopEvents.actorId} is distinct from ${viewerId}`
  const [newest] = await db
    .select({ id: shopEvents.id })
    .from(shopEvents)
    .where(and(inArray(shopEvents.type, [...types]), isOthers))
    .orderBy(desc(shopEvents.id))
    .limit(1)
  return newest?.id ?? null
}
