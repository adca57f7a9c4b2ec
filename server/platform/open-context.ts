import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'
import { z } from 'zod'
import { type Config, projectFolder } from './config.ts'
import { type Context, systemClock, systemRandom, type Version } from './context.ts'
import { assertDurable, openDatabase, withOwnConnection } from './database/database.ts'
import {
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded-postgres.ts'
import { openInvalidation, rememberReads } from './database/invalidation.ts'
import { migrate } from './database/migrate.ts'
import { openReplica, readsFrom } from './database/read-replica.ts'
import { asShopIfPossible, findShopLogin, likewise } from './database/shop-role.ts'
import { isDatabaseAway } from './database/sql-state.ts'
import { logSlowQueries } from './database/watch-queries.ts'
import { openImages } from './images.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type Log, openLog, openRequestIds } from './log.ts'
import { openMailer } from './mailer.ts'
import { openMetrics } from './metrics.ts'
import { openFiles } from './open-files.ts'
import { openPublicCalls } from './public-call.ts'
import { openRateLimits, type RateLimits } from './rate-limit.ts'

type OpenTools = { context: Context; connection: PoolConfig; close(): Promise<void> }

type Purpose = {
  /** A command of the owner may work beside the running shop, on its database. */
  besideTheShop?: boolean
  /** Where the log goes instead of the standard output. */
  logTo?: { write(line: string): unknown }
}

/** Opens everything in order; what was opened is closed in reverse, also when something on the way fails. */
export async function openContext(
  config: Config,
  { besideTheShop = false, logTo }: Purpose = {},
): Promise<OpenTools> {
  const requestIds = openRequestIds()
  const metrics = openMetrics()
  const level = besideTheShop ? 'warn' : config.log.level
  const log = openLog({ level, readable: process.stdout.isTTY, output: logTo, requestIds })
  const version = readVersion()
  log.info(version, 'Opening the shop')
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    const postgres = await openPostgres(config, log, besideTheShop)
    opened.push(postgres.stop)
    const { connection } = postgres
    const migrations = await migrate(connection)
    if (migrations.length > 0) log.info({ migrations }, 'Brought the tables up to this version')
    const atWork = (await findShopLogin(connection)) ?? (await asShopIfPossible(connection, log))
    const logIfSlow = logSlowQueries(log, config.database.slowQueryMs)
    const watch = {
      answered(query: { statement: string; milliseconds: number }) {
        metrics.queried(query.milliseconds)
        logIfSlow(query)
      },
    }
    const database = openDatabase(atWork, log, watch)
    metrics.watchPool(database.pool)
    opened.push(database.close)
    if (config.isProduction) await assertDurable(database.db)
    const invalidation = await openInvalidation(atWork, log)
    opened.push(invalidation.close)
    rememberReads(database.db, invalidation)
    const { readUrl } = config.database
    const replica =
      readUrl === undefined || besideTheShop
        ? null
        : openReplica({
            primary: database.db,
            connection: likewise(atWork, { connectionString: readUrl }),
            ...{ clock: systemClock, log, watch, count: metrics.readFrom },
          })
    if (replica) opened.push(replica.close)
    const jobs = openJobs({ connection, log, requestIds, metrics })
    opened.push(() => jobs.stop())
    const limits = openRateLimits(database.db, systemClock)
    cleanUpEachNight(jobs, limits)
    const context: Context = {
      config,
      log,
      db: database.db,
      reads: replica ?? readsFrom(database.db),
      invalidation,
      jobs,
      clock: systemClock,
      random: systemRandom,
      mailer: openMailer({
        smtpUrl: config.mail.smtpUrl,
        from: config.mail.from,
        outboxFolder: join(config.dataDir, 'outbox'),
        clock: systemClock,
        newId: systemRandom.uuid,
      }),
      calls: openPublicCalls(),
      files: await openFiles(config, { clock: systemClock, log }),
      images: openImages(),
      limits,
      metrics,
      requestIds,
      version,
    }
    return { context, connection, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPostgres(
  { database, dataDir }: Config,
  log: Log,
  besideTheShop: boolean,
): Promise<EmbeddedPostgres> {
  if (database.url !== undefined) {
    const connection = { connectionString: database.url }
    if (!besideTheShop) await untilItAnswers(connection, log)
    return { connection, stop: async () => {} }
  }
  return besideTheShop ? joinEmbeddedPostgres({ dataDir, log }) : startEmbeddedPostgres({ dataDir, log })
}

/** After a power cut the shop may be up before its PostgreSQL: it waits. A wrong password or name is told at once. */
async function untilItAnswers(connection: PoolConfig, log: Log): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await withOwnConnection(connection, 'start', async () => undefined)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      if (tries === 0)
        log.warn({ err: error }, 'The PostgreSQL of DATABASE_URL does not answer yet; waiting for it')
      await wait(Math.min(250 * 2 ** tries, 5_000))
    }
  }
}

function cleanUpEachNight(jobs: Jobs, limits: RateLimits): void {
  jobs.define('clean-up-rate-limits', z.object({}), async () => void (await limits.cleanUp()))
  jobs.schedule('clean-up-rate-limits', '17 3 * * *')
}

/** The version of package.json, and the commit that `scripts/prepare.mjs` has written down before the start. */
export function readVersion(folder: URL = projectFolder): Version {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  const file = fileURLToPath(new URL('build/commit', folder))
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return { version, commit: commit || null }
}

export function versionText({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit})`
}
