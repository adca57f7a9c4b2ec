import { once } from 'node:events'
import type { PoolConfig } from 'pg'
import { readConfig } from '../platform/config.ts'
import { type Context, systemRandom } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openInvalidation, rememberReads } from '../platform/database/invalidation.ts'
import { openReplica, readsFrom } from '../platform/database/read-replica.ts'
import { asShop } from '../platform/database/shop-role.ts'
import { imageLimits, openImages } from '../platform/images.ts'
import { openJobs } from '../platform/jobs.ts'
import { openLog, openRequestIds } from '../platform/log.ts'
import type { Mail } from '../platform/mailer.ts'
import { openMetrics } from '../platform/metrics.ts'
import { openFiles } from '../platform/open-files.ts'
import { openPublicCalls } from '../platform/public-call.ts'
import { openRateLimits } from '../platform/rate-limit.ts'
import type { TestClock } from './clock-and-random.ts'

type World = {
  connection: PoolConfig
  /** A replica of it. */
  replica?: { connection: PoolConfig; patienceMs: number }
  folder: string
  settings: Record<string, string>
  clock: TestClock
  send(mail: Mail): unknown
  /** Where every line of the log goes; without it, nothing is written down. */
  logTo?: { write(line: string): unknown }
  /** Receivers on this machine may be called, which a real shop never does. */
  callsLoopback?: boolean
}

/** A machine that is busy with other tests takes long for what a shop of its own would do at once. */
const databasePatience = {
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  connectionTimeoutMillis: 60_000,
  query_timeout: 60_000,
}

/** The real tools, except that time stands still and mails go into a list. */
export async function openTestContext({
  connection,
  replica,
  folder,
  settings,
  clock,
  send,
  logTo,
  callsLoopback = false,
}: World): Promise<{ context: Context; settled(): Promise<void>; close(): Promise<void> }> {
  const requestIds = openRequestIds()
  const metrics = openMetrics()
  const log = openLog({ level: logTo ? 'trace' : 'silent', output: logTo, requestIds })
  const database = openDatabase({ ...asShop(connection), ...databasePatience }, log)
  metrics.watchPool(database.pool)
  const invalidation = await openInvalidation({ ...asShop(connection), ...databasePatience }, log)
  rememberReads(database.db, invalidation)
  const reads = replica
    ? openReplica({
        primary: database.db,
        connection: { ...asShop(replica.connection), ...databasePatience },
        patienceMs: replica.patienceMs,
        ...{ clock, log, count: metrics.readFrom },
      })
    : null
  const jobs = openJobs({ connection, log, requestIds, metrics })
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://shop.example',
    REQUESTS_PER_MINUTE: '100000',
    ORDERS_PER_ADDRESS: '100000',
    ORDERS_PER_PHONE: '100000',
    GATEWAY_QUESTIONS_PER_SECOND: '1000000',
    ...settings,
  })
  const context: Context = {
    config,
    db: database.db,
    reads: reads ?? readsFrom(database.db),
    invalidation,
    clock,
    random: systemRandom,
    log,
    jobs,
    mailer: { send: async (mail) => void send(mail) },
    calls: openPublicCalls({ allowsLoopback: callsLoopback }),
    files: await openFiles(config, { clock, log }),
    images: openImages({ ...imageLimits, seconds: 60 }),
    limits: openRateLimits(database.db, clock),
    metrics,
    requestIds,
    version: { version: '1.2.3', commit: '8e36d4d' },
  }
  return {
    context,
    /** Nothing is being asked of the database any more, also not by what goes on after an answer. */
    async settled() {
      const { pool } = database
      while (pool.totalCount > pool.idleCount) await once(pool, 'release')
    },
    async close() {
      await jobs.stop({ seconds: 1 })
      await invalidation.close()
      await reads?.close()
      await database.close()
    },
  }
}
