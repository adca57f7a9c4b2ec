import type { ClientBase } from 'pg'
import type { BackupTable } from './backup-tables.ts'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Rows arrive table by table, so a row may come before the one it refers to. The rules between tables are taken off
 * and put back within the transaction: putting them back checks every row, and needs no rights beyond owning the tables.
 */
export async function liftRules(client: ClientBase, tables: BackupTable[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f'
     order by 1, 2`,
  )
  const foreignKeys = rows.filter(({ table }) => names.includes(table))
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)

  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}
