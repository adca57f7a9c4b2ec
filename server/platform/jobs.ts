import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { ZodType } from 'zod'
import type { Database } from './database/database.ts'
import { type JobHandler, type JobKind, type JobOptions, toJobKind } from './job-kinds.ts'
import { failedQueue, openBoss, planSchedules, prepareQueues, type Schedule } from './job-queues.ts'
import { runOne, startWorkers } from './job-workers.ts'
import type { Log } from './log.ts'

export type Jobs = {
  /** Says what a kind of job does. All kinds are defined before the start. */
  define<T extends object>(
    name: string,
    schema: ZodType<T>,
    handler: JobHandler<T>,
    options?: Partial<JobOptions>,
  ): void
  /** Sends a job again and again: minute, hour, day of the month, month, day of the week, in UTC. */
  schedule(name: string, cron: string, data?: object): void
  /** The job exists if, and only if, the caller's transaction holds. Null when one with the same key waits already. */
  send(db: Database, name: string, data: object, options?: SendOptions): Promise<string | null>
  /** Without work, jobs can be sent but wait for another process. */
  start(options?: { work?: boolean }): Promise<void>
  /** Lets running jobs finish; those that do not in time go back to be tried again. */
  stop(options?: { seconds?: number }): Promise<void>
  /** Works off all that is due, now, and says how many jobs ran. */
  runDue(options?: { evenLater?: boolean }): Promise<number>
  /** Those that failed every time; they are kept until someone decides. */
  listFailed(): Promise<FailedJob[]>
  /** Sends the failed ones again and says how many. */
  retryFailed(): Promise<number>
}

export type SendOptions = { startAfter?: Date; singletonKey?: string }

export type FailedJob = { name: string; data: object; reason: unknown; failedAt: Date }

export function openJobs({ connection, log }: { connection: PoolConfig; log: Log }): Jobs {
  const kinds = new Map<string, JobKind>()
  const schedules = new Map<string, Schedule>()
  let boss: PgBoss | null = null

  function running(): PgBoss {
    if (!boss) throw new Error('The jobs have not been started')
    return boss
  }

  function kindOf(name: string): JobKind {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`No job is called ${name}`)
    return kind
  }

  return {
    define(name, schema, handler, options = {}) {
      if (boss || kinds.has(name)) throw new Error(`The job ${name} is defined twice or too late`)
      kinds.set(name, toJobKind(name, schema, handler, options))
    },

    schedule(name, cron, data = {}) {
      schedules.set(name, { cron, data: kindOf(name).check(data) })
    },

    async send(db, name, data, { startAfter, singletonKey = randomUUID() } = {}) {
      const checked = kindOf(name).check(data)
      return running().send(name, checked, { startAfter, singletonKey, db: fromDrizzle(db, sql) })
    },

    async start({ work = true } = {}) {
      boss = await openBoss(connection, log, work)
      await prepareQueues(boss, kinds.values())
      if (!work) return
      for (const kind of kinds.values()) await startWorkers(boss, kind, log)
      await planSchedules(boss, schedules)
    },

    async stop({ seconds = 20 } = {}) {
      if (!boss) return
      const finished = Promise.all([...kinds.keys()].map((name) => boss?.offWork(name)))
      await Promise.race([finished, wait(seconds * 1_000, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      boss = null
    },

    async runDue({ evenLater = false } = {}) {
      let ran = 0
      for (let before = -1; before < ran; ) {
        before = ran
        for (const kind of kinds.values()) while (await runOne(running(), kind, log, evenLater)) ran++
      }
      return ran
    },

    async listFailed() {
      const failed = await running().findJobs<object>(failedQueue)
      return failed.map(({ sourceName, data, sourceOutput, createdOn }) => ({
        name: sourceName ?? '',
        data,
        reason: sourceOutput,
        failedAt: createdOn,
      }))
    },

    retryFailed: () => running().redrive(failedQueue),
  }
}
