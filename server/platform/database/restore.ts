import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase, PoolConfig } from 'pg'
import type { FileStore } from '../file-store.ts'
import {
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
  formatVersion,
  readLines,
} from './backup-format.ts'
import { agreeOnSpelling, type BackupSequence, type BackupTable, listBackupTables } from './backup-tables.ts'
import { channel } from './invalidation.ts'
import { findLastMigration } from './migrate.ts'
import { withOwnConnection } from './own-connection.ts'
import { type Insert, openInsert } from './restore-rows.ts'
import { liftRules } from './restore-rules.ts'

export type RestoreTarget = { connection: PoolConfig; files: Pick<FileStore, 'list' | 'put' | 'delete'> }

/** Fills an empty shop from a backup: everything that is in it, or, if anything is wrong, nothing. */
export async function restoreBackup(
  { connection, files }: RestoreTarget,
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

async function lockEmptyTables(client: ClientBase): Promise<BackupTable[]> {
  const tables = await listBackupTables(client)
  if (tables.length === 0)
    throw new Error('The database has no tables yet. Start the shop once, or migrate it.')
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0)
      throw new Error(`The database is not empty: ${name} has rows. Restore into a new one.`)
  }
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
