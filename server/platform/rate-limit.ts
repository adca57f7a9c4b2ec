import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database/database.ts'
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
      const [row] = await db
        .insert(rateLimits)
        .values({
          name,
          key: fingerprint(name, key),
          taken: Math.min(count, limit.limit + 1),
          strikes: 0,
          endsAt: later(now, limit.windowSeconds),
        })
        .onConflictDoUpdate({ target: [rateLimits.name, rateLimits.key], set: more(now, limit, count) })
        .returning()
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
      const isInGroup = sql`starts_with(${rateLimits.key}, ${`${fingerprint(name, group)}.`})`
      await db.delete(rateLimits).where(and(eq(rateLimits.name, name), isInGroup))
    },

    async cleanUp() {
      const longAgo = new Date(clock().getTime() - storedMs)
      const { rowCount } = await db.delete(rateLimits).where(lt(rateLimits.endsAt, longAgo))
      return rowCount ?? 0
    },
  }
}

function isOf(name: string, key: LimitKey) {
  return and(eq(rateLimits.name, name), eq(rateLimits.key, fingerprint(name, key)))
}

/** What becomes of a row that is there already: a new window, more in this window, or the step over the limit. */
function more(at: Date, { limit, windowSeconds, penaltyUpToSeconds }: Limit, count: number) {
  const { taken, strikes, endsAt } = rateLimits
  const now = sql`${at.toISOString()}::timestamptz`
  const isOver = sql`${endsAt} <= ${now}`
  const isForgotten = sql`${endsAt} <= ${now} - make_interval(secs => ${penaltyUpToSeconds ?? windowSeconds})`
  const isStepOver = sql`${taken} = ${limit}`
  const longerWait = sql`least(${windowSeconds} * power(2, least(${strikes}, 20)), ${penaltyUpToSeconds ?? 0})`
  const waitFrom =
    penaltyUpToSeconds === undefined ? sql`${endsAt}` : sql`${now} + make_interval(secs => ${longerWait})`
  return {
    taken: sql`case when ${isOver} then least(${count}::int, ${limit}::int + 1) else least(${taken} + ${count}::int, ${limit}::int + 1) end`,
    strikes: sql`case when ${isForgotten} then 0 when not ${isOver} and ${isStepOver} then ${strikes} + 1 else ${strikes} end`,
    endsAt: sql`case when ${isOver} then ${now} + make_interval(secs => ${windowSeconds}) when ${isStepOver} then ${waitFrom} else ${endsAt} end`,
  }
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

/** Keys are e-mails and addresses of visitors; the table must not become a list of them. */
function fingerprint(name: string, key: LimitKey): string {
  if (typeof key === 'string') return shortHash(`${name}\n${key}`)
  return key.map((part) => fingerprint(name, part)).join('.')
}
