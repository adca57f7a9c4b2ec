import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { ClientBase, PoolConfig } from 'pg'
import { withOwnConnection } from './own-connection.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any number that nobody else uses; whoever holds it is the only one who changes tables. */
const migrationLock = 20_260_704

/** Brings the tables up to this version of the shop: all missing steps, or none if one fails. */
export async function migrate(connection: PoolConfig, folder: string = migrationsFolder): Promise<void> {
  if (!existsSync(join(folder, 'meta', '_journal.json'))) return
  await withOwnConnection(connection, 'migrations', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle({ client }), { migrationsFolder: folder })
    await assertComplete(client, folder)
  })
}

/** The newest step that a database has gone through, or null when it has gone through none. */
export async function findLastMigration(client: ClientBase): Promise<string | null> {
  return (await listApplied(client)).at(-1) ?? null
}

/** Drizzle looks at dates alone and passes over a step that is older than the last one it ran. */
async function assertComplete(client: ClientBase, folder: string): Promise<void> {
  const applied = await listApplied(client)
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) =>
    String(folderMillis),
  )
  if (applied.some((step) => !known.includes(step))) {
    throw new Error(
      'The database was made by a newer version of the shop. Start that version, or choose another database.',
    )
  }
  if (known.some((step) => !applied.includes(step))) {
    throw new Error('A migration is older than the last one that ran and was passed over. Generate it again.')
  }
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
