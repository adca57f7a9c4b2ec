import type { ClientBase } from 'pg'

export type BackupTable = {
  /** With its schema, quoted where SQL wants it: ready to be put into a statement. */
  name: string
  columns: { name: string; type: string }[]
}

/**
 * `pgboss` is left out: its rows are work under way, and work restored from yesterday would send yesterday's mails again;
 * what repeats is planned anew at each start. `drizzle` holds the migrations, which the header names.
 */
const leftOut = ['pgboss', 'drizzle', 'information_schema']

export async function listBackupTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
                     order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> all ($1)
     group by n.nspname, c.relname
     order by n.nspname, c.relname`,
    [leftOut],
  )
  return rows
}

export type BackupSequence = { sequence: string; last: string }

/** Numbers that were given out count on where they were: the next order gets no number twice. */
export async function listSequences(client: ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<BackupSequence>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as last
     from pg_sequences
     where last_value is not null and schemaname !~ '^pg_' and schemaname <> all ($1)
     order by 1`,
    [leftOut],
  )
  return rows
}

/** The same spelling of dates and numbers on both sides, whatever the server prefers. */
export async function agreeOnSpelling(client: ClientBase): Promise<void> {
  await client.query(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = pg_catalog`)
}
