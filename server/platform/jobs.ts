import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { ZodType } from 'zod'
import { afterCommit, type Database } from './database/database.ts'
import {
  type DirectWorkers,
  type JobHandler,
  type JobKind,
  type JobOptions,
  type JobServices,
  listWaiting,
  openDirectWorkers,
  requestOf,
  runOne,
  type Schedule,
  type SharedJobHandler,
  startWorkers,
  toJobKind,
  toSharedJobKind,
  type WorkerServices,
  withRequest,
} from './job-workers.ts'
import type { Log } from './log.ts'

export type Jobs = {
  /** Says what a kind of job does. All kinds are defined before the start. */
  define<T extends object>(
    name: string,
    schema: ZodType<T>,
    handler: JobHandler<T>,
    options?: Partial<JobOptions>,
  ): void
  /**
   * The same for what is done for many at once. Jobs that come in together are one piece of work, which may be asked for again:
   * whoever defines it makes sure that nothing is done twice.
   */
  defineShared<T extends object>(
    name: string,
    schema: ZodType<T>,
    handler: SharedJobHandler<T>,
    options?: Partial<JobOptions>,
  ): void
  /** Sends a job again and again: minute, hour, day of the month, month, day of the week, in UTC. */
  schedule(name: string, cron: string, data?: object): void
  /** The job exists if, and only if, the caller's transaction holds. Null when one with the same key waits already. */
  send(db: Database, name: string, data: object, options?: SendOptions): Promise<string | null>
  /** The same for many, in one statement; each may say itself which request it comes from. */
  sendAll(db: Database, name: string, all: readonly object[]): Promise<void>
  /**
   * For what a row says itself until it is done: this process does it right after the commit, with what comes in meanwhile. Whoever
   * sends it so looks for rows that nobody does: they were lost with a process that was killed.
   */
  runAfterCommit(db: Database, name: string, data: object): Promise<void>
  /** Without work, jobs can be sent but wait for another process. */
  start(options?: { work?: boolean }): Promise<void>
  /** Lets running jobs finish; those that do not in time go back to be tried again. */
  stop(options?: { seconds?: number }): Promise<void>
  /** Works off all that is due, now, with what the jobs leave to do, and says how many jobs ran. */
  runDue(options?: { evenLater?: boolean }): Promise<number>
  /** How many of each kind are ready and wait, those that failed for good too. Counted every minute, so it costs nothing to ask. */
  countReady(): Promise<{ name: string; ready: number }[]>
  /** Those that failed every time; they are kept until someone decides. */
  listFailed(): Promise<FailedJob[]>
  /** Sends the failed ones again and says how many. */
  retryFailed(): Promise<number>
}

type SendOptions = { startAfter?: Date; singletonKey?: string }

type FailedJob = { name: string; data: object; reason: unknown; failedAt: Date }

export function openJobs({ connection, ...given }: { connection: PoolConfig } & JobServices): Jobs {
  const background = new Set<Promise<unknown>>()
  const services: WorkerServices = { ...given, background }
  const { log, requestIds } = services
  const kinds = new Map<string, JobKind>()
  const schedules = new Map<string, Schedule>()
  let boss: PgBoss | null = null
  let direct: DirectWorkers | null = null

  function running(): PgBoss {
    if (!boss) throw new Error('The jobs have not been started')
    return boss
  }

  function kindOf(name: string): JobKind {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`No job is called ${name}`)
    return kind
  }

  function add(kind: JobKind): void {
    if (boss || kinds.has(kind.name)) throw new Error(`The job ${kind.name} is defined twice or too late`)
    kinds.set(kind.name, kind)
  }

  const send: Jobs['send'] = async (db, name, data, options = {}) => {
    const { startAfter, singletonKey = randomUUID() } = options
    const checked = withRequest(kindOf(name).check(data), requestIds?.current())
    return running().send(name, checked, { startAfter, singletonKey, db: fromDrizzle(db, sql) })
  }

  return {
    define: (name, schema, handler, options = {}) => add(toJobKind(name, schema, handler, options)),

    defineShared: (name, schema, handler, options = {}) =>
      add(toSharedJobKind(name, schema, handler, options)),

    schedule(name, cron, data = {}) {
      schedules.set(name, { cron, data: kindOf(name).check(data) })
    },

    send,

    async runAfterCommit(db, name, data) {
      const kind = kindOf(name)
      if (!direct?.hasRoom(kind)) return void (await send(db, name, data))
      const checked = withRequest(kind.check(data), requestIds?.current())
      afterCommit(db, `${name} ${JSON.stringify(data)}`, () => direct?.add(kind, checked))
    },

    async sendAll(db, name, all) {
      const { check } = kindOf(name)
      if (all.length === 0) return
      const waiting = all.map((data) => ({
        data: withRequest(check(data), requestOf(data) ?? requestIds?.current()),
        singletonKey: randomUUID(),
      }))
      await running().insert(name, waiting, { db: fromDrizzle(db, sql) })
    },

    async start({ work = true } = {}) {
      boss = await openBoss(connection, log, work)
      await prepareQueues(boss, kinds.values())
      if (!work) return
      for (const kind of kinds.values()) await startWorkers(boss, kind, services)
      direct = openDirectWorkers(services, async ({ name }, all) => {
        await running().insert(
          name,
          all.map((data) => ({ data, singletonKey: randomUUID() })),
        )
      })
      await planSchedules(boss, schedules)
    },

    async stop({ seconds = 20 } = {}) {
      if (!boss) return
      const finished = Promise.all([...kinds.keys()].map((name) => boss?.offWork(name))).then(() =>
        Promise.all(background),
      )
      await Promise.race([finished, wait(seconds * 1_000, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      boss = null
      direct = null
    },

    async runDue({ evenLater = false } = {}) {
      let ran = 0
      for (let before = -1; before < ran; ) {
        before = ran
        const waiting = await listWaiting(running(), evenLater)
        const due = [...kinds.values()].filter(({ name }) => waiting.has(name))
        for (const kind of due) while (await runOne(running(), kind, services, evenLater)) ran++
        await Promise.all(background)
      }
      return ran
    },

    async countReady() {
      const queues = await running().getQueues()
      return queues.map(({ name, readyCount }) => ({ name, ready: readyCount }))
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

/** Where jobs are kept that failed every time. */
const failedQueue = 'failed-for-good'

const aYear = 365 * 24 * 3_600

/** A process that does no work keeps no schedules and tidies nothing up either: another one does. */
async function openBoss(connection: PoolConfig, log: Log, work: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 3,
    application_name: 'jobs',
    useListenNotify: work,
    supervise: work,
    schedule: work,
  })
  boss.on('error', (told) => log.error({ err: asError(told) }, 'The job queue has a problem'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  await boss.start()
  return boss
}

/** The queue tells some of its errors as plain objects, which the log would neither read nor know for a database that is away. */
export function asError(told: unknown): Error {
  return told instanceof Error ? told : Object.assign(new Error(), told)
}

/** Most starts find every queue as it should be, and ask once instead of making and changing each. */
async function prepareQueues(boss: PgBoss, kinds: Iterable<JobKind>): Promise<void> {
  const known = new Map<string, object>((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(failedQueue)) await boss.createQueue(failedQueue, { retentionSeconds: aYear })
  for (const { name, options } of kinds) {
    const settings = queueSettings(options)
    const queue = known.get(name)
    // Of jobs with the same key only one waits at a time.
    if (queue === undefined) await boss.createQueue(name, { policy: 'short', ...settings })
    else if (!hasAll(queue, settings)) await boss.updateQueue(name, settings)
  }
}

function hasAll(queue: object, settings: object): boolean {
  const present = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(settings).every(([name, value]) => present.get(name) === value)
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
async function planSchedules(boss: PgBoss, schedules: ReadonlyMap<string, Schedule>): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!schedules.has(name)) await boss.unschedule(name)
  }
  for (const [name, { cron, data }] of schedules) {
    await boss.schedule(name, cron, data, { tz: 'UTC', singletonKey: 'scheduled' })
  }
}
