import type { ZodType } from 'zod'

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
