import type { PoolConfig } from 'pg'
import { withOwnConnection } from '../platform/database/own-connection.ts'

type Owned = { connection: PoolConfig }

/** Says what the shop at work has no right to say, such as a change of its tables. */
export async function sayAsOwner({ connection }: Owned, statement: string): Promise<unknown[]> {
  const { rows } = await withOwnConnection(connection, 'tests', (client) => client.query(statement))
  return rows
}

/** How many statements wait for another transaction to end. */
export async function countWaiting(database: Owned): Promise<number> {
  const waiting = "datname = current_database() and wait_event_type = 'Lock'"
  return (await sayAsOwner(database, `select 1 from pg_stat_activity where ${waiting}`)).length
}

/** Ends all connections, or those that go by a name, as PostgreSQL itself does; also when it takes no new ones. */
export async function endConnections({ connection }: Owned, name?: string): Promise<void> {
  const named = name === undefined ? '' : `and application_name = '${name}'`
  await sayAsOwner(
    { connection: { ...connection, database: 'postgres' } },
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${connection.database}' and pid <> pg_backend_pid() ${named}`,
  )
}
