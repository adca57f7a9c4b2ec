import type { JobWithMetadata } from 'pg-boss'
import type { JobKind } from './job-kinds.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { isRequestId, type RequestTrail } from './request-trail.ts'

/** What the workers need besides the jobs: where to tell what became of them. */
export type Office = { log: Log; trail?: RequestTrail; metrics?: Metrics }

/** The job's data remembers which request caused it, so that the log can tell; the job itself never sees it. */
export function withRequest(data: object, requestId: string | undefined): object {
  return requestId === undefined ? data : { ...data, requestId }
}

export function inItsTrail<T>({ data }: JobWithMetadata, { trail }: Office, work: () => T): T {
  const requestId = requestOf(data)
  return trail && requestId !== undefined ? trail.follow(requestId, work) : work()
}

export function requestOf(data: object | null): string | undefined {
  const requestId = (data as { requestId?: unknown } | null)?.requestId
  return isRequestId(requestId) ? requestId : undefined
}

/** Work that repeats by itself would fill the log with good news, so only what somebody caused is worth a line. */
export function tellDone(kind: JobKind, job: JobWithMetadata, office: Office, milliseconds: number): void {
  office.metrics?.worked({ name: kind.name, outcome: 'done', milliseconds })
  const isCaused = office.trail?.current() !== undefined
  office.log[isCaused ? 'info' : 'debug'](factsOf(kind, job), 'A job is done')
}

export function tellFailed(
  kind: JobKind,
  job: JobWithMetadata,
  office: Office,
  milliseconds: number,
  error: unknown,
): void {
  const isLast = job.retryCount >= job.retryLimit
  office.metrics?.worked({ name: kind.name, outcome: isLast ? 'gave_up' : 'failed', milliseconds })
  const facts = { err: error, ...factsOf(kind, job) }
  if (isLast) office.log.error(facts, 'A job failed for good and is kept')
  else office.log.warn(facts, 'A job failed and will be tried again')
}

function factsOf({ name }: JobKind, { id, retryCount }: JobWithMetadata) {
  return { job: name, jobId: id, attempt: retryCount + 1 }
}
