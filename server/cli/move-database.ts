import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { checkBooks } from '../features/dashboard/invariants.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { agreeOnSpelling, listBackupTables, writeBackup } from '../platform/database/backup.ts'
import { withOwnConnection } from '../platform/database/database.ts'
import { noteThatMoved } from '../platform/database/embedded/cluster.ts'
import { restoreBackup } from '../platform/database/restore.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop } from '../shop.ts'
import { removeDemoAccounts } from './demo-shop.ts'
import { oneWord } from './terminal.ts'

type Side = Awaited<ReturnType<typeof openContext>>

/** From the embedded database into another PostgreSQL: everything, compared afterwards. The embedded one stays as it is. */
export async function moveDatabase(config: Config, words: string[]): Promise<void> {
  const url = oneWord(words, 'the address of an empty PostgreSQL database (postgres://…)')
  readConfig({ DATABASE_URL: url })
  if (config.database.url !== undefined)
    throw new Error('DATABASE_URL is set: the shop uses another PostgreSQL already.')
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is no embedded database in ${config.dataDir}. Check DATA_DIR.`)
  await assertNobodysDatabase({ connectionString: url })
  // Opened like the shop itself, so that it does not open beside a running shop and no order comes in meanwhile.
  const here = await openContext({ ...config, log: { level: 'error' } }).catch(stopTheShopFirst)
  try {
    const there = await openContext(
      { ...config, database: { ...config.database, url } },
      { besideTheShop: true },
    )
    try {
      await moveAndCompare(here, there, config)
    } finally {
      await there.close()
    }
  } finally {
    await here.close()
  }
  noteThatMoved(config.dataDir, url, new Date())
  console.log(whatNext(config))
}

async function moveAndCompare(here: Side, there: Side, { dataDir }: Config): Promise<void> {
  openShop(there.context)
  await there.context.jobs.start({ work: false })
  const sides = { from: here.connection, to: there.connection }
  console.log('Copying the rows …')
  const tables = await moveRows({ ...sides, dataDir }).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`The database was not moved: ${reason instanceof Error ? reason.message : reason}`)
  })
  const jobs = await moveWaitingJobs(sides)
  console.log('Comparing both databases …')
  const different = compareSums(await sumUpTables(sides.from), await sumUpTables(sides.to))
  const untrue = [
    ...different,
    ...(await booksOf(here.context, 'here')),
    ...(await booksOf(there.context, 'there')),
  ]
  if (untrue.length > 0)
    throw new Error(['The move is not good. Go on with the embedded database:', ...untrue].join('\n  '))
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  console.log(
    `${rows} rows in ${Object.keys(tables).length} tables are the same on both sides, and ${jobs} waiting jobs went along.`,
  )
  console.log('The books add up on both sides: stock, orders, payments and cash.')
  const toLookAt = await removeDemoAccounts(there.context)
  if (toLookAt === null) return
  console.log(['The demo accounts did not go along.', ...toLookAt].join('\n'))
}

async function booksOf({ db }: Context, side: string): Promise<string[]> {
  return (await checkBooks(db)).map((sentence) => `${side}: ${sentence}`)
}

function stopTheShopFirst(error: unknown): never {
  if (!(error instanceof Error) || !error.message.startsWith('Another shop')) throw error
  throw new Error(`${error.message} Stop it first: an order that comes in during the move would be lost.`)
}

function whatNext({ dataDir }: Config): string {
  return [
    '',
    'Now, before the shop is started again:',
    '  1. Add DATABASE_URL= and the address you have just given to the settings.',
    '  2. Start the shop, and look at the newest order in the back office.',
    `  3. Keep ${join(dataDir, 'postgres')} for a week; the shop does not use it any more. Then delete it.`,
    '     Without DATABASE_URL the shop does not open any more, so that no order goes into the old database.',
  ].join('\n')
}

type Move = { from: PoolConfig; to: PoolConfig; dataDir: string }

/** Files stay where they are when the database moves. */
const noFiles = {
  list: async () => [],
  get: async () => null,
  put: async () => {},
  delete: async () => {},
}

/** All rows, as they were at one moment, into tables that have none; or, if anything is wrong, nothing. */
async function moveRows({ from, to, dataDir }: Move): Promise<Record<string, number>> {
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
async function assertNobodysDatabase(connection: PoolConfig): Promise<void> {
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
async function moveWaitingJobs({ from, to }: Omit<Move, 'dataDir'>): Promise<number> {
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
