import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobKind } from './job-kinds.ts'
import type { Log } from './log.ts'

/** A job is taken as soon as it is committed; a job planned for later at most this much too late. */
const pollSeconds = 5

export async function startWorkers(boss: PgBoss, kind: JobKind, log: Log): Promise<void> {
  for (let n = 0; n < kind.options.atOnce; n++) await startWorker(boss, kind, log)
}

async function startWorker(boss: PgBoss, kind: JobKind, log: Log): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: pollSeconds,
  } as const
  const workerId: string = await boss.work(kind.name, options, async (batch: JobWithMetadata[]) => {
    try {
      for (const job of batch) await performJob(kind, job, log)
    } finally {
      // Looks at once for the next job; by itself it would rest first, however many wait.
      boss.notifyWorker(workerId)
    }
  })
}

/** Works off one waiting job, and says whether there was one. */
export async function runOne(boss: PgBoss, kind: JobKind, log: Log, evenLater: boolean): Promise<boolean> {
  const [job] = await boss.fetch<object>(kind.name, { includeMetadata: true, ignoreStartAfter: evenLater })
  if (!job) return false
  try {
    await performJob(kind, job, log)
    await boss.complete(kind.name, job)
  } catch (error) {
    await boss.fail(kind.name, job, { message: error instanceof Error ? error.message : String(error) })
  }
  return true
}

async function performJob(kind: JobKind, job: JobWithMetadata, log: Log): Promise<void> {
  const { signal, end } = timeLimit(kind.options.timeLimitSeconds, job.signal)
  const attempt = { jobId: job.id, number: job.retryCount + 1, signal }
  try {
    await Promise.race([kind.perform(job.data, attempt), whenAborted(signal)])
    signal.throwIfAborted()
  } catch (error) {
    const facts = { err: error, job: kind.name, jobId: job.id, attempt: attempt.number }
    if (job.retryCount < job.retryLimit) log.warn(facts, 'A job failed and will be tried again')
    else log.error(facts, 'A job failed for good and is kept')
    throw error
  } finally {
    end()
  }
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
