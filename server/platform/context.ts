import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Invalidation } from './database/invalidation.ts'
import type { Reads } from './database/read-replica.ts'
import type { FileStore } from './file-store.ts'
import type { Images } from './images.ts'
import type { Jobs } from './jobs.ts'
import type { Log, RequestIds } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { Metrics } from './metrics.ts'
import type { PublicCalls } from './public-call.ts'
import type { RateLimits } from './rate-limit.ts'

/** What use cases work with. Time and randomness are here too, so that a test can set them. */
export type Context = {
  config: Config
  db: Database
  /** For lists and figures, which a replica may answer. */
  reads: Reads
  invalidation: Invalidation
  clock: Clock
  random: Random
  log: Log
  jobs: Jobs
  mailer: Mailer
  calls: PublicCalls
  files: FileStore
  images: Images
  limits: RateLimits
  metrics: Metrics
  requestIds: RequestIds
  version: Version
}

/** The commit is unknown where the code came without git and nobody has named it. */
export type Version = { version: string; commit: string | null }

export type Clock = () => Date

export type Random = {
  uuid(): string
  /** Unguessable text for links and passwords: letters, digits, - and _. */
  secret(bytes: number): string
  /** A whole number from 0 up to, not including, the bound; every one equally likely. */
  below(bound: number): number
}

export const systemClock: Clock = () => new Date()

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  below: (bound) => randomInt(bound),
}
