import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase, PoolConfig } from 'pg'
import type { FileStore } from '../file-store.ts'
import {
  agreeOnSpelling,
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
  type BackupSequence,
  type BackupTable,
  decrypted,
  formatVersion,
  listBackupTables,
  readLines,
} from './backup.ts'
import { withOwnConnection } from './database.ts'
import { channel } from './invalidation.ts'
import { findLastMigration } from './migrate.ts'

type RestoreTarget = {
  connection: PoolConfig
  files: Pick<FileStore, 'list' | 'put' | 'delete'>
  passphrase?: string | undefined
}

/** Fills an empty shop from a backup: everything that is in it, or, if anything is wrong, nothing. */
export async function restoreBackup(
  { connection, files, passphrase }: RestoreTarget,
  source: string,
): Promise<BackupEnd> {
  const before = new Set((await files.list()).map(({ key }) => key))
  const added: string[] = []
  try {
    return await withOwnConnection(connection, 'restore', async (client) => {
      await client.query('begin')
      await agreeOnSpelling(client)
      await client.query("set local statement_timeout = 0; set local lock_timeout = '10s'")
      const tables = await lockEmptyTables(client)
      const putBack = await liftRules(client, tables)
      const { end, sequences } = await pipeline(
        createReadStream(source),
        (chunks: AsyncIterable<Buffer>) => decrypted(chunks, passphrase),
        createGunzip(),
        async (chunks: AsyncIterable<Buffer>) => load(readLines(chunks), { client, tables, files, added }),
      )
      await assertCounts(client, end)
      await putBack()
      // Last, because a failed transaction does not take numbers back.
      for (const { sequence, last } of sequences)
        await client.query('select setval($1, $2)', [sequence, last])
      await client.query('select pg_notify($1, $2)', [channel, 'everything'])
      await client.query('commit')
      return end
    })
  } catch (error) {
    for (const key of added.filter((found) => !before.has(found))) await files.delete(key)
    throw explain(error, source)
  }
}

/** Migrations write their first rows. Where all other tables are empty, nobody has changed these; the backup brings its own. */
const filledByMigrations = ['public.categories']

async function lockEmptyTables(client: ClientBase): Promise<BackupTable[]> {
  const tables = await listBackupTables(client)
  if (tables.length === 0)
    throw new Error('The database has no tables yet. Start the shop once, or migrate it.')
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
  for (const { name } of tables.filter((table) => !filledByMigrations.includes(table.name))) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0)
      throw new Error(`The database is not empty: ${name} has rows. Restore into a new one.`)
  }
  for (const name of filledByMigrations) await client.query(`delete from ${name}`)
  return tables
}

type Loading = {
  client: ClientBase
  tables: BackupTable[]
  files: RestoreTarget['files']
  added: string[]
}

async function load(
  lines: AsyncIterable<BackupLine>,
  { client, tables, files, added }: Loading,
): Promise<{ end: BackupEnd; sequences: BackupSequence[] }> {
  const sequences: BackupSequence[] = []
  let insert: Insert | null = null
  let isFirst = true
  let end: BackupEnd | null = null
  for await (const line of lines) {
    if (end) throw new Error('The backup goes on after its end.')
    if (Array.isArray(line)) {
      await insert?.add(line)
      continue
    }
    await insert?.flush()
    insert = null
    if (isFirst) await assertFits(client, line)
    else if ('table' in line) insert = openInsert(client, tables, line)
    else if ('sequence' in line) sequences.push(line)
    else if ('file' in line) {
      added.push(line.file)
      await files.put(line.file, Buffer.from(line.content, 'base64'), line.contentType)
    } else if ('end' in line) end = line.end
    isFirst = false
  }
  if (!end) throw new Error('The backup is cut off: its end is missing.')
  if (end.files !== added.length)
    throw new Error(`The backup promises ${end.files} files and holds ${added.length}.`)
  return { end, sequences }
}

async function assertFits(client: ClientBase, line: BackupLine): Promise<void> {
  const header = line as Partial<BackupHeader>
  if (header.backup !== 'adom-beauty-shop' || header.format !== formatVersion) {
    throw new Error('This is not a backup that this version of the shop can read.')
  }
  const here = await findLastMigration(client)
  if (header.migration !== here) {
    throw new Error(
      `The backup was made by another version of the shop (migration ${header.migration}; here ${here}). Restore it with that version, then start this one.`,
    )
  }
}

async function assertCounts(client: ClientBase, { tables }: BackupEnd): Promise<void> {
  for (const [name, promised] of Object.entries(tables)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`)
    if (Number(rows[0]?.count) !== promised)
      throw new Error(`The backup promises ${promised} rows of ${name} and holds ${rows[0]?.count}.`)
  }
}

function explain(error: unknown, source: string): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const damage =
    code === 'Z_BUF_ERROR' ? 'It is cut off.' : code === 'Z_DATA_ERROR' ? 'It is damaged or no backup.' : null
  return new Error(`${source} was not restored, and nothing was changed: ${damage ?? reason}`, {
    cause: error,
  })
}

const rowsAtOnce = 200

type Insert = { add(row: (string | null)[]): Promise<void>; flush(): Promise<void> }

/** Rows go in by blocks: one by one would take the whole night. */
function openInsert(
  client: ClientBase,
  tables: BackupTable[],
  { table, columns }: { table: string; columns: string[] },
): Insert {
  const target = tables.find(({ name }) => name === table)
  if (!target) throw new Error(`The backup has a table that this shop does not know: ${table}.`)
  const values = columns.map((name, position) => {
    const column = target.columns.find((found) => found.name === name)
    if (!column) throw new Error(`The backup has a column that this shop does not know: ${table}.${name}.`)
    return `(row ->> ${position})::${column.type}`
  })
  const statement = `insert into ${table} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as row`
  let block: (string | null)[][] = []

  async function flush(): Promise<void> {
    if (block.length > 0) await client.query(statement, [JSON.stringify(block)])
    block = []
  }
  return {
    async add(row) {
      block.push(row)
      if (block.length === rowsAtOnce) await flush()
    },
    flush,
  }
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Rows arrive table by table, so a row may come before the one it refers to. The rules between tables are taken off
 * and put back within the transaction: putting them back checks every row, and needs no rights beyond owning the tables.
 */
async function liftRules(client: ClientBase, tables: BackupTable[]): Promise<() => Promise<void>> {
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
