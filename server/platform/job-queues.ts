import type { PoolConfig } from 'pg'
import { PgBoss } from 'pg-boss'
import type { JobKind, JobOptions } from './job-kinds.ts'
import type { Log } from './log.ts'

/** Where jobs are kept that failed every time. */
export const failedQueue = 'failed-for-good'

const aYear = 365 * 24 * 3_600

/** A process that does no work keeps no schedules and tidies nothing up either: another one does. */
export async function openBoss(connection: PoolConfig, log: Log, work: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 3,
    application_name: 'jobs',
    useListenNotify: work,
    supervise: work,
    schedule: work,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job queue has a problem'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  await boss.start()
  return boss
}

export async function prepareQueues(boss: PgBoss, kinds: Iterable<JobKind>): Promise<void> {
  await boss.createQueue(failedQueue, { retentionSeconds: aYear })
  for (const { name, options } of kinds) {
    const settings = queueSettings(options)
    // Of jobs with the same key only one waits at a time.
    await boss.createQueue(name, { policy: 'short', ...settings })
    await boss.updateQueue(name, settings)
  }
}

function queueSettings(options: JobOptions) {
  return {
    notify: true,
    deadLetter: failedQueue,
    retryLimit: options.retries,
    retryDelay: options.firstWaitSeconds,
    retryDelayMax: options.longestWaitSeconds,
    retryBackoff: true,
    // Frees a job whose process died; a living one gives up earlier by itself.
    expireInSeconds: Math.ceil(options.timeLimitSeconds) * (options.gather?.atMost ?? 1) + 30,
    // Jobs taken in one go wait for each other, so whoever has them says every half minute that it still lives.
    ...(options.gather && { heartbeatSeconds: 60 }),
  }
}

/** Also forgets what an older version had planned. */
export async function planSchedules(boss: PgBoss, schedules: ReadonlyMap<string, Schedule>): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!schedules.has(name)) await boss.unschedule(name)
  }
  for (const [name, { cron, data }] of schedules) {
    await boss.schedule(name, cron, data, { tz: 'UTC', singletonKey: 'scheduled' })
  }
}

export type Schedule = { cron: string; data: object }
