import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type Database, preparedQuery } from './database/database.ts'
import { rateLimits } from './database/tables.ts'
import { shortHash } from './hash.ts'

/** Limits that hold across all processes, because they are counted in the database. */
export type RateLimits = {
  /** Asks and counts in one step, so that nobody slips through between the two. */
  take(name: string, key: LimitKey, limit: Limit, count?: number): Promise<Taken>
  /** Takes a count back, for a question that turned out not to be a guess. Earlier misses stay counted. */
  giveBack(name: string, key: LimitKey, count?: number): Promise<void>
  /** Starts over, after a success that shows that nobody was guessing. */
  forget(name: string, key: LimitKey): Promise<void>
  /** The same for every key of a group. */
  forgetGroup(name: string, group: string): Promise<void>
  /** Removes what no longer limits anybody, and says how much that was. */
  cleanUp(): Promise<number>
}

/** Who is counted; as a pair, a group and who in it, such as an account and the address that asks for it. */
export type LimitKey = string | readonly [group: string, member: string]

export type Limit = {
  limit: number
  windowSeconds: number
  /** Each time the limit is passed again, the wait doubles, up to this many seconds. Otherwise the wait is the rest of the window. */
  penaltyUpToSeconds?: number
}

export type Taken = { allowed: boolean; remaining: number; retryAfterSeconds: number }

const storedMs = 2 * 24 * 3_600_000

export function openRateLimits(db: Database, clock: () => Date): RateLimits {
  return {
    async take(name, key, limit, count = 1) {
      const now = clock()
      const { penaltyUpToSeconds: penalty, windowSeconds } = limit
      const [row] = await (penalty === undefined ? takeOne : takeOrPunish)(db, {
        name,
        key: hashKey(name, key),
        first: Math.min(count, limit.limit + 1),
        endsAt: later(now, windowSeconds),
        now: now.toISOString(),
        limit: limit.limit,
        windowSeconds,
        forgottenAfter: penalty ?? windowSeconds,
        penalty: penalty ?? 0,
        count,
      })
      if (!row) throw new Error('The rate limit was not counted')
      const allowed = row.taken <= limit.limit
      return {
        allowed,
        remaining: Math.max(0, limit.limit - row.taken),
        retryAfterSeconds: allowed
          ? 0
          : Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1_000)),
      }
    },

    async giveBack(name, key, count = 1) {
      const fewer = sql`greatest(${rateLimits.taken} - ${count}::int, 0)`
      await db.update(rateLimits).set({ taken: fewer }).where(isOf(name, key))
    },

    async forget(name, key) {
      await db.delete(rateLimits).where(isOf(name, key))
    },

    async forgetGroup(name, group) {
      const isInGroup = sql`starts_with(${rateLimits.key}, ${`${hashKey(name, group)}.`})`
      await db.delete(rateLimits).where(and(eq(rateLimits.name, name), isInGroup))
    },

    async cleanUp() {
      const longAgo = new Date(clock().getTime() - storedMs)
      const { rowCount } = await db.delete(rateLimits).where(lt(rateLimits.endsAt, longAgo))
      return rowCount ?? 0
    },
  }
}

/** Whoever is beyond the limit is told how long to wait. */
export async function takeOrRefuse(
  limits: Pick<RateLimits, 'take'>,
  name: string,
  key: LimitKey,
  limit: Limit,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.take(name, key, limit)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}

function isOf(name: string, key: LimitKey) {
  return and(eq(rateLimits.name, name), eq(rateLimits.key, hashKey(name, key)))
}

const takeOne = preparedQuery('rate-limit', (db) => countMore(db, sql`${rateLimits.endsAt}`))
const takeOrPunish = preparedQuery('rate-limit-with-penalty', (db) => countMore(db, punishedUntil))

/** What is asked for, where the statement needs it. */
const asked = {
  now: sql`${sql.placeholder('now')}::timestamptz`,
  limit: sql`${sql.placeholder('limit')}::int`,
  count: sql`${sql.placeholder('count')}::int`,
  windowSeconds: sql`${sql.placeholder('windowSeconds')}::double precision`,
  penalty: sql`${sql.placeholder('penalty')}::double precision`,
  forgottenAfter: sql`make_interval(secs => ${sql.placeholder('forgottenAfter')})`,
}

/** Twice as long each time, up to the penalty. */
const longerWait = sql`least(${asked.windowSeconds} * power(2, least(${rateLimits.strikes}, 20)), ${asked.penalty})`
const punishedUntil = sql`${asked.now} + make_interval(secs => ${longerWait})`

/** A row that is there already gets a new window, more in this window, or the step over the limit. */
function countMore(db: Database, blockedUntil: SQL) {
  const { taken, strikes, endsAt } = rateLimits
  const { now, limit, count, windowSeconds, forgottenAfter } = asked
  const isOver = sql`${endsAt} <= ${now}`
  const isForgotten = sql`${endsAt} <= ${now} - ${forgottenAfter}`
  const isStepOver = sql`${taken} = ${limit}`
  return db
    .insert(rateLimits)
    .values({
      name: sql.placeholder('name'),
      key: sql.placeholder('key'),
      taken: sql.placeholder('first'),
      strikes: 0,
      endsAt: sql.placeholder('endsAt'),
    })
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.key],
      set: {
        taken: sql`least(case when ${isOver} then 0 else ${taken} end + ${count}, ${limit} + 1)`,
        strikes: sql`case when ${isForgotten} then 0 when not ${isOver} and ${isStepOver} then ${strikes} + 1 else ${strikes} end`,
        endsAt: sql`case when ${isOver} then ${now} + make_interval(secs => ${windowSeconds}) when ${isStepOver} then ${blockedUntil} else ${endsAt} end`,
      },
    })
    .returning({ taken, endsAt })
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

/** Keys are e-mails and addresses of visitors; the table must not become a list of them. */
function hashKey(name: string, key: LimitKey): string {
  if (typeof key === 'string') return shortHash(`${name}\n${key}`)
  return key.map((part) => hashKey(name, part)).join('.')
}
