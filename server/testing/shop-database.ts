import { Client, type PoolConfig } from 'pg'
import {
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts'

// For tests that see the shop from outside. It imports little: each worker of the browser tests reads it.

const log = { info() {}, warn() {}, error() {} }

export async function runStatement(
  connection: PoolConfig,
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** The database of a shop that does not run. */
export function startShopDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, durable: false, log })
}

/** As if a person had signed in to this shop so long ago that it does not count any more. */
export async function letSignInsRunOut(dataDir: string, userId: string): Promise<void> {
  await changeSessions(dataDir, userId, 'expires_at = now()')
}

/** As if a person had typed the password so long ago that it is asked for again. */
export async function letPasswordGrowOld(dataDir: string, userId: string): Promise<void> {
  await changeSessions(dataDir, userId, "password_proven_at = now() - interval '1 hour'")
}

async function changeSessions(dataDir: string, userId: string, change: string): Promise<void> {
  const { connection, stop } = await joinEmbeddedPostgres({ dataDir, log })
  await runStatement(connection, `update sessions set ${change} where user_id = $1`, [userId])
  await stop()
}
