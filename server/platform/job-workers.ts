import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { ZodType } from 'zod'
import { isRequestId, type Log, type RequestIds } from './log.ts'
import type { Metrics } from './metrics.ts'

/** A job is taken as soon as it is committed; a job planned for later at most this much too late. */
const pollSeconds = 5

export async function startWorkers(boss: PgBoss, kind: JobKind, services: WorkerServices): Promise<void> {
  for (let n = 0; n < kind.options.atOnce; n++) await startWorker(boss, kind, services)
}

async function startWorker(boss: PgBoss, kind: JobKind, services: WorkerServices): Promise<void> {
  const { gather } = kind.options
  const options = {
    includeMetadata: true,
    perJobResults: true,
    batchSize: gather?.atMost ?? 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: pollSeconds,
  } as const
  const workerId: string = await boss.work(kind.name, options, async (batch: JobWithMetadata[]) => {
    try {
      // While these few wait, those that come in meanwhile gather for the next round.
      if (gather) await wait(gather.milliseconds)
      return await performBatch(boss, kind, batch, services)
    } finally {
      // Looks at once for the next job; by itself it would rest first, however many wait.
      boss.notifyWorker(workerId)
    }
  })
}

async function performBatch(
  boss: PgBoss,
  kind: JobKind,
  batch: readonly JobWithMetadata[],
  services: WorkerServices,
): Promise<JobResult[]> {
  if (batch.length > 1 && (await areAllDone(kind, batch, services, batch[0]?.signal))) return batch.map(done)
  const results: JobResult[] = []
  for (const job of batch) {
    // Taken from us meanwhile: somebody else does it.
    if (job.signal.aborted) continue
    const result = await performJob(kind, job, services).then(
      () => done(job),
      (error: unknown) => ({ id: job.id, status: 'failed' as const, output: wordsOf(error) }),
    )
    results.push(result)
    // Written down at once: if the power goes now, only the next one is in doubt.
    if (result.status === 'completed' && batch.length > 1) await boss.complete(kind.name, job)
  }
  return results
}

function done({ id }: JobWithMetadata): JobResult {
  return { id, status: 'completed' }
}

/** What the log says about a job, and which request it comes from. */
type Told = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount'>

/** Where one of them cannot be done, none is, and each is tried by itself. */
async function areAllDone(
  kind: JobKind,
  batch: readonly Told[],
  services: WorkerServices,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  if (kind.performAll === null) return false
  const started = performance.now()
  const { signal, end } = timeLimit(kind.options.timeLimitSeconds, stopping)
  try {
    const all = batch.map(({ data }) => data)
    await Promise.race([kind.performAll(all, signal), whenAborted(signal)])
    const milliseconds = (performance.now() - started) / batch.length
    for (const job of batch)
      withItsRequestId(job, services, () => reportDone(kind, job, services, milliseconds))
    return true
  } catch (error) {
    services.log.warn(
      { err: error, job: kind.name, jobs: batch.length },
      'Jobs failed together and are tried alone',
    )
    return false
  } finally {
    end()
  }
}

/** So many may wait in the memory of one process; what comes in beyond goes through the queue. */
const mostInMemory = 10_000

export type DirectWorkers = {
  /** False where too many wait already. */
  hasRoom(kind: JobKind): boolean
  add(kind: JobKind, data: object): void
}

/**
 * Does in this process what a row of its own says until it is done: a job in the queue would be written, fetched and crossed off
 * for nothing. What fails goes to the queue, where each is tried again by itself.
 */
export function openDirectWorkers(
  services: WorkerServices,
  queue: (kind: JobKind, all: readonly object[]) => Promise<void>,
): DirectWorkers {
  const { background, log } = services
  // What is done for many is no part of the request that happened to come first.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  const waiting = new Map<JobKind, object[]>()

  async function workOff(kind: JobKind, all: object[]): Promise<void> {
    const { milliseconds = 0, atMost = 1 } = kind.options.gather ?? {}
    while (all.length > 0) {
      // After each batch again: else one would be made of the one or two that came in while the last one was worked off.
      if (all.length < atMost) await wait(milliseconds)
      const batch = all.splice(0, atMost)
      const told = batch.map((data) => ({ id: randomUUID(), data, retryCount: 0 }))
      if (await areAllDone(kind, told, services, undefined)) continue
      await queue(kind, batch).catch((err) => log.error({ err, job: kind.name }, 'Jobs could not be queued'))
    }
    waiting.delete(kind)
  }

  return {
    hasRoom: (kind) => (waiting.get(kind)?.length ?? 0) < mostInMemory,
    add(kind, data) {
      const gathering = waiting.get(kind)
      if (gathering) return void gathering.push(data)
      const all = [data]
      waiting.set(kind, all)
      const working = outsideOfRequests(workOff, kind, all).finally(() => background.delete(working))
      background.add(working)
    },
  }
}

/** The kinds of which a job waits that is due. */
export async function listWaiting(boss: PgBoss, evenLater: boolean): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select distinct name from pgboss.job where state < 'active' and ($1 or start_after <= now())`,
      [evenLater],
    )
  return new Set(rows.map(({ name }: { name: string }) => name))
}

/** Works off one waiting job, and says whether there was one. */
export async function runOne(
  boss: PgBoss,
  kind: JobKind,
  services: WorkerServices,
  evenLater: boolean,
): Promise<boolean> {
  const [job] = await boss.fetch<object>(kind.name, { includeMetadata: true, ignoreStartAfter: evenLater })
  if (!job) return false
  try {
    await performJob(kind, job, services)
    await boss.complete(kind.name, job)
  } catch (error) {
    await boss.fail(kind.name, job, wordsOf(error))
  }
  return true
}

function wordsOf(error: unknown): { message: string } {
  return { message: error instanceof Error ? error.message : String(error) }
}

function performJob(kind: JobKind, job: JobWithMetadata, services: WorkerServices): Promise<void> {
  return withItsRequestId(job, services, () => performOne(kind, job, services))
}

async function performOne(kind: JobKind, job: JobWithMetadata, services: WorkerServices): Promise<void> {
  const { signal, end } = timeLimit(kind.options.timeLimitSeconds, job.signal)
  const started = performance.now()
  try {
    const afterwards = (work: () => Promise<void>) => runAfterwards(kind, job, services, work)
    const attempt = { jobId: job.id, number: job.retryCount + 1, signal, afterwards }
    await Promise.race([kind.perform(job.data, attempt), whenAborted(signal)])
    signal.throwIfAborted()
    reportDone(kind, job, services, performance.now() - started)
  } catch (error) {
    reportFailed(kind, job, services, performance.now() - started, error)
    throw error
  } finally {
    end()
  }
}

function runAfterwards(
  kind: JobKind,
  job: JobWithMetadata,
  { log, background }: WorkerServices,
  work: () => Promise<void>,
): void {
  const running = work()
    .catch((error: unknown) =>
      log.error({ err: error, ...factsOf(kind, job) }, 'What a job left to do failed'),
    )
    .finally(() => background.delete(running))
  background.add(running)
}

function timeLimit(seconds: number, stopping: AbortSignal | undefined) {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new Error(`The job took longer than ${seconds} s`)),
    seconds * 1_000,
  )
  const signal = stopping ? AbortSignal.any([controller.signal, stopping]) : controller.signal
  return { signal, end: () => clearTimeout(timer) }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** What the workers need besides the jobs: where to report what became of them. */
export type JobServices = { log: Log; requestIds?: RequestIds; metrics?: Metrics }

/** With what jobs have left to do and is not done yet. */
export type WorkerServices = JobServices & { background: Set<Promise<unknown>> }

/** The job's data remembers which request caused it, so that the log can tell; the job itself never sees it. */
export function withRequest(data: object, requestId: string | undefined): object {
  return requestId === undefined ? data : { ...data, requestId }
}

function withItsRequestId<T>({ data }: Told, { requestIds }: JobServices, work: () => T): T {
  const requestId = requestOf(data)
  return requestIds && requestId !== undefined ? requestIds.runWith(requestId, work) : work()
}

export function requestOf(data: object | null): string | undefined {
  const requestId = (data as { requestId?: unknown } | null)?.requestId
  return isRequestId(requestId) ? requestId : undefined
}

/** Work that repeats by itself would fill the log, so only what somebody caused is worth a line. */
function reportDone(kind: JobKind, job: Told, services: WorkerServices, milliseconds: number): void {
  services.metrics?.worked({ name: kind.name, outcome: 'done', milliseconds })
  const isCaused = services.requestIds?.current() !== undefined
  services.log[isCaused ? 'info' : 'debug'](factsOf(kind, job), 'A job is done')
}

function reportFailed(
  kind: JobKind,
  job: JobWithMetadata,
  services: WorkerServices,
  milliseconds: number,
  error: unknown,
): void {
  const isLast = job.retryCount >= job.retryLimit
  services.metrics?.worked({ name: kind.name, outcome: isLast ? 'gave_up' : 'failed', milliseconds })
  const facts = { err: error, ...factsOf(kind, job) }
  if (isLast) services.log.error(facts, 'A job failed for good and is kept')
  else services.log.warn(facts, 'A job failed and will be tried again')
}

function factsOf({ name }: JobKind, { id, retryCount }: Told) {
  return { job: name, jobId: id, attempt: retryCount + 1 }
}

export type Schedule = { cron: string; data: object }

export type JobHandler<T> = (data: T, attempt: JobAttempt) => Promise<void>

export type SharedJobHandler<T> = (all: readonly T[], signal: AbortSignal) => Promise<void>

export type JobAttempt = {
  jobId: string
  /** 1 for the first try. */
  number: number
  /** Fires when the time is up or the server stops. */
  signal: AbortSignal
  /**
   * Goes on when the job has ended, and holds no worker meanwhile: for answers that may take long. It is not tried again;
   * whoever leaves something to it finds what was lost by other means.
   */
  afterwards(work: () => Promise<void>): void
}

export type JobOptions = {
  /** Tries after the first one. */
  retries: number
  /** Before the second try; each further wait is about twice as long. */
  firstWaitSeconds: number
  longestWaitSeconds: number
  timeLimitSeconds: number
  /** How many of these run side by side in one process. */
  atOnce: number
  /** For what nobody waits for: jobs that come in shortly after one another are taken in one go, which costs far less. */
  gather: { milliseconds: number; atMost: number } | null
}

export type JobKind = {
  name: string
  /** Throws when the data is not what the handler expects. */
  check(data: unknown): object
  perform(data: unknown, attempt: JobAttempt): Promise<void>
  /** All or none of them; null where each is done by itself. */
  performAll: ((all: readonly unknown[], signal: AbortSignal) => Promise<void>) | null
  options: JobOptions
}

/** Spread over some hours, so that a mail server may have a bad night. */
export const usualOptions: JobOptions = {
  retries: 11,
  firstWaitSeconds: 10,
  longestWaitSeconds: 3_600,
  timeLimitSeconds: 60,
  atOnce: 1,
  gather: null,
}

export function toJobKind<T extends object>(
  name: string,
  schema: ZodType<T>,
  handler: JobHandler<T>,
  options: Partial<JobOptions>,
): JobKind {
  return {
    name,
    check: (data) => schema.parse(data),
    perform: async (data, attempt) => handler(schema.parse(data), attempt),
    performAll: null,
    options: { ...usualOptions, ...options },
  }
}

/** Done for many at once: as one piece of work that holds or fails as a whole. */
export function toSharedJobKind<T extends object>(
  name: string,
  schema: ZodType<T>,
  handler: SharedJobHandler<T>,
  options: Partial<JobOptions>,
): JobKind {
  return {
    ...toJobKind(name, schema, (data, { signal }) => handler([data], signal), options),
    performAll: (all, signal) =>
      handler(
        all.map((data) => schema.parse(data)),
        signal,
      ),
  }
}
