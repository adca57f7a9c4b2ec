import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { ClientBase, PoolConfig } from 'pg'
import { projectFolder } from '../config.ts'
import { withOwnConnection } from './database.ts'
import { listenerName } from './invalidation.ts'
import { prepareShopRole } from './shop-role.ts'
import { sqlStateOf } from './sql-state.ts'

const migrationsFolder = fileURLToPath(new URL('server/migrations', projectFolder))

/** Any number that nobody else uses; whoever holds it is the only one who changes tables. */
const migrationLock = 20_260_704

/** Brings the tables up to this version of the shop: all missing steps, or none if one fails. Gives back their names. */
export async function migrate(connection: PoolConfig, folder: string = migrationsFolder): Promise<string[]> {
  const names = readNames(join(folder, 'meta', '_journal.json'))
  if (names.size === 0) return []
  const steps: Step[] = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, sql }) => ({
    id: String(folderMillis),
    isExpansion: isExpansion(sql),
  }))
  return withOwnConnection(connection, 'migrations', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await prepareShopRole(client)
    const applied = await listApplied(client)
    if (await assertShopFits(client, steps, applied)) return []
    const missing = steps.filter(({ id }) => !applied.includes(id))
    if (applied.length > 0 && missing.some((step) => !step.isExpansion)) await assertAlone(client)
    if (missing.length > 0) {
      await patiently(client, () => runMigrations(drizzle({ client }), { migrationsFolder: folder }))
      await assertComplete(client, steps)
    }
    await noteOldestFitting(client, steps)
    return missing.map(({ id }) => names.get(id) ?? id)
  })
}

function readNames(journal: string): Map<string, string> {
  if (!existsSync(journal)) return new Map()
  const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(readFileSync(journal, 'utf8'))
  return new Map(entries.map(({ when, tag }) => [String(when), tag]))
}

/** The newest step that a database has gone through, or null when it has gone through none. */
export async function findLastMigration(client: ClientBase): Promise<string | null> {
  return (await listApplied(client)).at(-1) ?? null
}

const tries = 20

/** A table that is locked for long, and two who wait for each other. */
const mayPass = new Set(['55P03', '40P01'])

/**
 * Whoever waits for a table makes everybody behind them wait too, customers as well. So a step that cannot have its table at
 * once lets them pass and tries again.
 */
async function patiently(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("set lock_timeout = '2s'")
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !mayPass.has(sqlStateOf(error) ?? '')) throw error
      await wait(250)
    }
  }
}

/** A step that takes something away would break processes that still need it. */
async function assertAlone(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    'select 1 from pg_stat_activity where datname = current_database() and application_name = $1',
    [listenerName],
  )
  if (rows.length === 0) return
  throw new Error(
    'This version changes tables in a way that the running version does not know, and the shop is open. Stop every process of the shop, then start this one.',
  )
}

/** Drizzle looks at dates alone and passes over a step that is older than the last one it ran. */
async function assertComplete(client: ClientBase, steps: readonly Step[]): Promise<void> {
  const applied = await listApplied(client)
  if (steps.some(({ id }) => !applied.includes(id))) {
    throw new Error('A migration is older than the last one that ran and was passed over. Generate it again.')
  }
}

/** One change of the tables. An expansion only adds, so that the version before works on as if nothing had happened. */
type Step = { id: string; isExpansion: boolean }

/** The author says so in the first line of the step, after having thought about it. */
export function isExpansion(statements: readonly string[]): boolean {
  return /^\s*-- expand\b/.test(statements[0] ?? '')
}

const takesAway =
  /\bdrop\s+(table|column|type|view|default)\b|\brename\b|\bset\s+data\s+type\b|\bset\s+not\s+null\b|\badd\s+column\b(?![^;]*\b(?:default|generated)\b)[^;]*\bnot\s+null\b|\btruncate\b|\bdelete\s+from\b/i

/** What an older version would miss, or could no longer write. */
export function findTakenAway(statements: readonly string[]): string[] {
  return statements.filter((statement) => takesAway.test(statement))
}

async function listApplied(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query(
    "select 1 where to_regclass('drizzle.__drizzle_migrations') is not null",
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at::text from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ created_at }) => created_at)
}

/**
 * True when the database has gone further than this version and this version may work on it all the same: a process that is
 * started again while a newer version moves in, or the way back to the version before.
 */
async function assertShopFits(
  client: ClientBase,
  steps: readonly Step[],
  applied: readonly string[],
): Promise<boolean> {
  const isKnown = (id: string | null) => steps.some((step) => step.id === id)
  if (applied.every(isKnown)) return false
  if (isKnown(await findOldestFitting(client))) return true
  throw new Error(
    'The database was made by a newer version of the shop. Start that version, or choose another database.',
  )
}

/** Notes the last step that was no expansion: a shop that does not know it must not work here. */
async function noteOldestFitting(client: ClientBase, steps: readonly Step[]): Promise<void> {
  const oldest = steps.findLast((step) => !step.isExpansion)?.id ?? null
  if (oldest === null || (await findOldestFitting(client)) === oldest) return
  await client.query(`comment on schema drizzle is 'closed to shops before step ${Number(oldest)}'`)
}

async function findOldestFitting(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ words: string | null }>(
    "select obj_description(oid, 'pg_namespace') as words from pg_namespace where nspname = 'drizzle'",
  )
  return /closed to shops before step (\S+)/.exec(rows[0]?.words ?? '')?.[1] ?? null
}
