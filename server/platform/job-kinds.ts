import type { ZodType } from 'zod'

export type JobHandler<T> = (data: T, attempt: JobAttempt) => Promise<void>

export type JobAttempt = {
  jobId: string
  /** 1 for the first try. */
  number: number
  /** Fires when the time is up or the server stops. */
  signal: AbortSignal
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
}

export type JobKind = {
  name: string
  /** Throws when the data is not what the handler expects. */
  check(data: unknown): object
  perform(data: unknown, attempt: JobAttempt): Promise<void>
  options: JobOptions
}

/** Spread over some hours, so that a mail server may have a bad night. */
const usualOptions: JobOptions = {
  retries: 11,
  firstWaitSeconds: 10,
  longestWaitSeconds: 3_600,
  timeLimitSeconds: 60,
  atOnce: 1,
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
    options: { ...usualOptions, ...options },
  }
}
