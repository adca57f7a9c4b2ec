import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

/**
 * A sum that everybody changes is kept as rows, so that nobody waits for a row of somebody else. Many rows of one key become one that
 * says the same, in one statement: whoever adds up meanwhile gets the same sum.
 */
export async function foldSums(
  db: Database,
  table: PgTable,
  { by, sums }: { by: readonly PgColumn[]; sums: readonly PgColumn[] },
): Promise<void> {
  const each = (columns: readonly PgColumn[], write: (name: SQL) => SQL, between: SQL = sql`, `) =>
    sql.join(
      columns.map(({ name }) => write(sql`${sql.identifier(name)}`)),
      between,
    )
  const keys = each(by, (name) => name)
  await db.execute(sql`
    with many as (
      select ${keys} from ${table} group by ${keys} having count(*) > 1
    ), taken as (
      delete from ${table} c using many m
      where ${each(by, (name) => sql`c.${name} = m.${name}`, sql` and `)} returning c.*
    )
    insert into ${table} (${keys}, ${each(sums, (name) => name)})
    select ${keys}, ${each(sums, (name) => sql`sum(${name})`)} from taken
    group by ${keys} having ${each(sums, (name) => sql`sum(${name}) <> 0`, sql` or `)}`)
}
