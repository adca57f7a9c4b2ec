import { and, gt, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { newsJob } from './order-news.ts'
import { orderHistory } from './tables.ts'

const missedJob = 'order-news-missed'
const missedAtMost = 200

/** Must be called before the jobs start. */
export function defineMissedNewsJob(context: Context): void {
  context.jobs.define(missedJob, z.object({}), () => askForMissed(context))
  context.jobs.schedule(missedJob, '*/10 * * * *')
}

/** A backup carries no waiting work: what was not told when it was made is told after it was restored. */
async function askForMissed({ db, jobs, clock }: Context): Promise<void> {
  const ago = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
  const missed = await db
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(
      and(
        isNull(orderHistory.notifiedAt),
        gt(orderHistory.changedAt, ago(72)),
        lt(orderHistory.changedAt, ago(1)),
      ),
    )
    .orderBy(orderHistory.id)
    .limit(missedAtMost)
  for (const { id } of missed) {
    await jobs.send(db, newsJob, { historyId: id }, { singletonKey: `missed ${id}` })
  }
}
