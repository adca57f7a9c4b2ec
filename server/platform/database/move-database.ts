import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { agreeOnSpelling, listBackupTables, writeBackup } from './backup.ts'
import { withOwnConnection } from './database.ts'
import { restoreBackup } from './restore.ts'

type Move = { from: PoolConfig; to: PoolConfig; dataDir: string }

/** Files stay where they are when the database moves. */
const noFiles = {
  list: async () => [],
  get: async () => null,
  put: async () => {},
  delete: async () => {},
}

/** All rows, as they were at one moment, into tables that have none; or, if anything is wrong, nothing. */
export async function moveRows({ from, to, dataDir }: Move): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(dataDir, 'move-'))
  const path = join(folder, 'rows.gz')
  try {
    await writeBackup({ connection: from, files: noFiles }, path)
    const { tables } = await restoreBackup({ connection: to, files: noFiles }, path)
    return tables
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A database that holds anything but this shop's own, still empty, tables belongs to somebody else. */
export async function assertNobodysDatabase(connection: PoolConfig): Promise<void> {
  await withOwnConnection(connection, 'move', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         and to_regclass('drizzle.__drizzle_migrations') is null
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       limit 1`,
    )
    if (rows[0])
      throw new Error(`The new database is not empty: it has ${rows[0].name}. Make a new one for the shop.`)
  })
}

const waiting = `from pgboss.job where state in ('created', 'retry', 'active')`

/**
 * Mails that were not sent yet and other work under way. A backup leaves them out, because it may be read back much later;
 * here the shop stands still meanwhile, so they simply go along. Needs the job queue's own tables on both sides.
 */
export async function moveWaitingJobs({ from, to }: Omit<Move, 'dataDir'>): Promise<number> {
  const jobs = await withOwnConnection(from, 'move', async (client) => {
    const { rows: found } = await client.query(`select 1 where to_regclass('pgboss.job') is not null`)
    if (found.length === 0) return []
    const { rows } = await client.query<{ job: string }>(`select row_to_json(job)::text as job ${waiting}`)
    return rows.map(({ job }) => job)
  })
  await withOwnConnection(to, 'move', (client) =>
    client.query(
      'insert into pgboss.job select * from json_populate_recordset(null::pgboss.job, $1::json) on conflict do nothing',
      [`[${jobs.join(',')}]`],
    ),
  )
  return jobs.length
}

type TableSum = { rows: number; sum: string }

/** How many rows each table has, and a number made of everything that is in them. */
export async function sumUpTables(connection: PoolConfig): Promise<Map<string, TableSum>> {
  return withOwnConnection(connection, 'comparison', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await agreeOnSpelling(client)
    await client.query('set local statement_timeout = 0')
    const sums = new Map<string, TableSum>()
    for (const { name } of await listBackupTables(client)) {
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as sum from ${name} t`,
      )
      sums.set(name, { rows: Number(rows[0]?.rows), sum: String(rows[0]?.sum) })
    }
    return sums
  })
}

/** One sentence for each table that is not the same on both sides. */
export function compareSums(here: Map<string, TableSum>, there: Map<string, TableSum>): string[] {
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((name) => {
    const [one, other] = [here.get(name), there.get(name)]
    if (one?.rows !== other?.rows)
      return [`${name} has ${one?.rows ?? 'no'} rows here and ${other?.rows ?? 'no'} there`]
    return one?.sum === other?.sum ? [] : [`${name} has rows that differ`]
  })
}
