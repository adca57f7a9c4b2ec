import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, Pool, type PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { withOwnConnection } from '../platform/database/database.ts'
import { endLeftoverServer } from '../platform/database/embedded/server-process.ts'
import { isAbandoned, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openShop } from '../shop.ts'
import { openTestClock } from './clock-and-random.ts'
import { silentLog } from './database.ts'
import { openTestContext } from './test-context.ts'

export type OwnDatabase = { connection: PoolConfig; drop(): Promise<void> }

type TestPostgres = {
  connection: PoolConfig
  /** Statements that write again what the migrations wrote. */
  firstRows: string
  stop(): Promise<void>
}

const templateName = 'shop_template'

const prefix = 'adom-test-'

/** One PostgreSQL for a whole run of tests, in a folder that is thrown away, with a migrated database to copy from. */
export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  const postgres = await startEmbeddedPostgres({ dataDir, durable, log: silentLog })
  await makeQuick(postgres.connection, join(dataDir, 'postgres'))
  const firstRows = await makeTemplate(postgres.connection)
  return {
    connection: postgres.connection,
    firstRows,
    async stop() {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A migrated database without rows. */
export async function copyTemplate(server: PoolConfig): Promise<OwnDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const { query } = onServer(server)
  await query(`create database ${database} template ${templateName} strategy file_copy`)
  return {
    connection: { ...server, database },
    drop: () => query(`drop database ${database} with (force)`),
  }
}

const pools = new Map<string | undefined, Pool>()

/** A connection costs a fifth of what a copy does, so one stays open for a while. */
function onServer(server: PoolConfig) {
  const pool =
    pools.get(server.host) ??
    new Pool({
      ...server,
      max: 1,
      idleTimeoutMillis: 5_000,
      allowExitOnIdle: true,
      application_name: 'tests',
    })
  if (!pools.has(server.host)) {
    pools.set(server.host, pool)
    // The server is stopped while it is still open.
    pool.on('error', () => {})
  }
  return { query: async (statement: string): Promise<void> => void (await pool.query(statement)) }
}

async function makeTemplate(connection: PoolConfig): Promise<string> {
  await runOn(connection, `create database ${templateName}`)
  const template = { ...connection, database: templateName }
  await migrate(template)
  await makeQueues(template)
  return await withOwnConnection(template, 'tests', readFirstRows)
}

async function readFirstRows(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  )
  const statements = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await client.query(
        `select coalesce(json_agg(${name}), '[]')::text as all from ${name}`,
      )
      const values = client.escapeLiteral(rows[0].all)
      return `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${values});`
    }),
  )
  const { rows: numbered } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null",
  )
  return [...statements, ...numbered.map(({ name, last }) => `select setval('${name}', ${last});`)].join('\n')
}

/** The job queue makes its tables and queues at its first start; made here, they are copied with the rest. */
async function makeQueues(connection: PoolConfig): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adom-shop-'))
  const world = { connection, folder, settings: {}, clock: openTestClock(), send: () => {} }
  const { context, close } = await openTestContext(world)
  openShop(context)
  await context.jobs.start({ work: false })
  await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Here are thousands of connections, which need not prove to know the password, and hundreds of databases that need no tidying up. */
async function makeQuick(connection: PoolConfig, clusterFolder: string): Promise<void> {
  writeFileSync(join(clusterFolder, 'pg_hba.conf'), 'local all all trust\n')
  await runOn(connection, 'alter system set autovacuum = off')
  await runOn(connection, 'select pg_reload_conf()')
}

async function runOn(server: PoolConfig, statement: string): Promise<void> {
  await withOwnConnection(server, 'tests', (client) => client.query(statement))
}

/** A run that was killed could not clean up after itself. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    try {
      if (!isAbandoned(dataDir)) continue
      await endLeftoverServer(join(dataDir, 'postgres'), silentLog)
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // It belongs to another user of this machine.
    }
  }
}

/** As DATABASE_URL wants it. */
export function databaseAddress({ user, password, database, host, port }: PoolConfig): string {
  return `postgres://${user}:${password}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host ?? '')}`
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: PoolConfig
    firstRows: string
  }
}

/** Vitest calls this once before all test files, and what it gives back after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('testPostgres', postgres.connection)
  project.provide('firstRows', postgres.firstRows)
  return postgres.stop
}
