import { sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import type { Context } from '../platform/context.ts'
import { type DatabaseLog, withOwnConnection } from '../platform/database/database.ts'
import { channel } from '../platform/database/invalidation.ts'

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

/** The notification of a change also comes back from the database, a moment later, and empties the cache once more. */
export async function untilQuiet({ db, invalidation }: Context): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const leave = invalidation.subscribe((topic) => topic === 'orders' && heard.resolve())
  await db.execute(sql`select pg_notify(${channel}, 'orders')`)
  await heard.promise
  leave()
}

/** A sum of what is in every table but those that count tries and visits, some of them later: two that are alike mean that nothing was changed. */
export async function sumUpTables({ db }: Context): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables
        where schemaname = 'public' and tablename not in ('rate_limits', 'visit_counts') order by 1`,
  )
  const sums = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as sum
          from ${sql.identifier(name)} t`,
  )
  const { rows } = await db.execute<{ name: string; sum: string }>(sql.join(sums, sql` union all `))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} }
