import { and, desc, gt, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ShopEvent, ShopEventType } from '#rules/connections.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction, preparedQuery } from '#server/platform/database/database.ts'
import { shopEvents } from './tables.ts'

const eventJob = 'tell-event'

/** As an earlier version called it, which told customers in another way: what it has left is told here, and it is given nothing. */
const formerEventJob = 'shop-event'
const missedJob = 'shop-events-missed'

export type KnownEvent = ShopEvent & {
  id: number
  actorId: string | null
  happenedAt: Date
  /** The request that caused it: what is sent because of it is traced back to it. */
  requestId?: string | undefined
}

/** Whoever wants to know. */
type EventListener = (context: Context, db: Database, events: readonly KnownEvent[]) => Promise<void>

type EventListeners = {
  /** Run in the transaction that marks the events as handled, so that each is told once. */
  once: readonly EventListener[]
  /** Know by themselves what they have told: what goes wrong there holds up nobody else, and the other way round. */
  repeatedly: readonly EventListener[]
}

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

/** A row of the caller's transaction: told if, and only if, it has happened, and right afterwards, so that nobody at the till waits. */
export async function announce(
  { jobs, clock }: Context,
  db: Database,
  event: ShopEvent,
  actorId: string | null = null,
): Promise<void> {
  const [written] = await writeEvent(db, { ...event, actorId, happenedAt: clock() })
  if (written) await jobs.runAfterCommit(db, eventJob, { eventId: written.id })
}

const waitingEvent = z.object({ eventId: z.int(), requestId: z.string().optional() })

/** Must be called before the jobs start. */
export function defineEventJobs(context: Context, listeners: EventListeners): void {
  const { jobs } = context
  for (const name of [eventJob, formerEventJob])
    jobs.defineShared(name, waitingEvent, (all) => handle(context, listeners, all), {
      gather: { milliseconds: 500, atMost: 50 },
    })
  jobs.define(missedJob, z.object({}), () => tidyUp(context))
  jobs.schedule(missedJob, '* * * * *')
}

const isOneOfIds = sql`${shopEvents.id} = any(${sql.placeholder('ids')}::int[])`

const readEvents = preparedQuery('events', (db) =>
  db.select().from(shopEvents).where(isOneOfIds).orderBy(shopEvents.id),
)

const markHandled = preparedQuery('mark-events-handled', (db) =>
  db
    .update(shopEvents)
    .set({ handledAt: sql`${sql.placeholder('now')}::timestamptz` })
    .where(and(isOneOfIds, isNull(shopEvents.handledAt)))
    .returning({ id: shopEvents.id }),
)

/** Asked for again, as after a kill, it finds nothing left to do. */
async function handle(
  context: Context,
  { once, repeatedly }: EventListeners,
  all: readonly z.infer<typeof waitingEvent>[],
): Promise<void> {
  const requests = new Map(all.map(({ eventId, requestId }) => [eventId, requestId]))
  const ids = [...requests.keys()]
  const rows = await readEvents(context.db, { ids })
  const events = (rows as KnownEvent[]).map((event) => ({ ...event, requestId: requests.get(event.id) }))
  const failures: unknown[] = []
  for (const listen of repeatedly)
    await inTransaction(context.db, (db) => listen(context, db, events)).catch((error) =>
      failures.push(error),
    )
  await inTransaction(context.db, async (db) => {
    const handled = await markHandled(db, { ids, now: context.clock() })
    const isFresh = new Set(handled.map(({ id }) => id))
    const fresh = events.filter(({ id }) => isFresh.has(id))
    if (fresh.length === 0) return
    for (const listen of once) await listen(context, db, fresh)
  })
  if (failures.length > 0) throw failures[0]
}

const minute = 60_000
const storedMs = 30 * 24 * 60 * minute

/** A shop may have been away over a long weekend. */
const toldMs = 72 * 60 * minute

/** In one go: many more than happen in a minute. */
const atMost = 2_000

/**
 * What a process that was killed has left is told a minute later; after a restore, what nobody was told of when the backup was made. What
 * could not be told waits in the queue, or was given up there.
 */
async function tidyUp({ db, jobs, clock }: Context): Promise<void> {
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  const { id, happenedAt } = shopEvents
  const oldest = db.select({ id, happenedAt }).from(shopEvents).orderBy(id).limit(atMost).as('oldest')
  const outdated = db
    .select({ id: oldest.id })
    .from(oldest)
    .where(lt(oldest.happenedAt, ago(storedMs)))
  await db.delete(shopEvents).where(inArray(id, outdated))
  const isQueued = sql`exists (select from pgboss.job where name in (${eventJob}, ${formerEventJob}, 'failed-for-good')
    and state < 'completed' and data->>'eventId' = ${shopEvents.id}::text)`
  const isMissed = and(
    isNull(shopEvents.handledAt),
    gt(shopEvents.happenedAt, ago(toldMs)),
    lt(shopEvents.happenedAt, ago(minute)),
    not(isQueued),
  )
  const missed = await db
    .select({ id: shopEvents.id })
    .from(shopEvents)
    .where(isMissed)
    .orderBy(shopEvents.id)
    .limit(atMost)
  await jobs.sendAll(
    db,
    eventJob,
    missed.map(({ id }) => ({ eventId: id })),
  )
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
