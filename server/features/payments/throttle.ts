import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Throttle, Urgency } from './gateways/gateway.ts'
import { gatewayThrottle } from './tables.ts'

/**
 * Whoever would wait longer is not asked about now, but a little later. What the shop asks by itself never queues far ahead, so that
 * whoever waits for an answer finds a turn soon, however much is due.
 */
const patienceSeconds: Record<Urgency, number> = { urgent: 5, planned: 1 }

/** So far ahead only a clock that went wrong can have written. */
const absurdSeconds = 60

/** All processes together ask a gateway only so often: each question takes the next free turn, one after the other. */
export function openThrottle({ db, clock, config }: Context): Throttle {
  const { payments, gatewayQuestionsPerSecond } = config
  return async (urgency) => {
    const milliseconds = await throttle(db, payments.gateway, gatewayQuestionsPerSecond, clock(), urgency)
    if (milliseconds === null) return false
    if (milliseconds >= 1) await wait(milliseconds)
    return true
  }
}

/** How long the turn is away that was taken, in milliseconds; null when none was taken. */
export async function throttle(
  db: Database,
  gateway: string,
  perSecond: number,
  at: Date,
  urgency: Urgency,
): Promise<number | null> {
  const gap = sql`make_interval(secs => ${1 / perSecond}::double precision)`
  const now = sql`${at.toISOString()}::timestamptz`
  const isAbsurd = sql`t.next_at > ${now} + make_interval(secs => ${absurdSeconds})`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into ${gatewayThrottle} as t (gateway, next_at) values (${gateway}, ${now} + ${gap})
    on conflict (gateway) do update
      set next_at = case when ${isAbsurd} then ${now} else greatest(t.next_at, ${now}) end + ${gap}
      where ${isAbsurd} or t.next_at <= ${now} + make_interval(secs => ${patienceSeconds[urgency]})
    returning (extract(epoch from next_at - ${gap} - ${now}) * 1000)::float8 as wait`)
  return rows[0]?.wait ?? null
}
