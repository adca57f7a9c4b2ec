import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase, PoolConfig } from 'pg'
import type { FileStore } from '../file-store.ts'
import { type BackupEnd, formatVersion, toLine } from './backup-format.ts'
import { agreeOnSpelling, type BackupTable, listBackupTables, listSequences } from './backup-tables.ts'
import { findLastMigration } from './migrate.ts'
import { withOwnConnection } from './own-connection.ts'

export type BackupSource = { connection: PoolConfig; files: Pick<FileStore, 'list' | 'get'> }

const rowsAtOnce = 200

/** Writes all rows as they were at one moment, while orders go on, and the shop's files, into one compressed file. */
export async function writeBackup(
  { connection, files }: BackupSource,
  destination: string,
): Promise<BackupEnd> {
  const unfinished = `${destination}.part`
  const end: BackupEnd = { tables: {}, files: 0 }
  try {
    await withOwnConnection(connection, 'backup', async (client) => {
      await client.query('begin isolation level repeatable read read only')
      await agreeOnSpelling(client)
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await pipeline(
        Readable.from(backupLines(client, files, end)),
        createGzip(),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      )
    })
    await rename(unfinished, destination)
    await syncFolder(dirname(destination))
    return end
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* backupLines(
  client: ClientBase,
  files: BackupSource['files'],
  end: BackupEnd,
): AsyncGenerator<string> {
  const { rows } = await client.query<{ now: string }>('select now()::text as now')
  const migration = await findLastMigration(client)
  yield toLine({ backup: 'adom-beauty-shop', format: formatVersion, migration, madeAt: rows[0]?.now ?? '' })

  for (const table of await listBackupTables(client)) {
    yield toLine({ table: table.name, columns: table.columns.map(({ name }) => name) })
    end.tables[table.name] = 0
    for await (const block of rowBlocks(client, table)) {
      yield block.map((row) => `${row}\n`).join('')
      end.tables[table.name] = (end.tables[table.name] ?? 0) + block.length
    }
  }
  for (const sequence of await listSequences(client)) yield toLine(sequence)

  // After the rows: whatever picture they name was stored before them.
  for (const { key } of await files.list()) {
    const file = await files.get(key)
    if (!file) continue
    yield toLine({ file: key, contentType: file.contentType, content: file.bytes.toString('base64') })
    end.files += 1
  }
  yield toLine({ end })
}

async function* rowBlocks(client: ClientBase, { name, columns }: BackupTable): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column.name}::text`).join(', ')
  await client.query(
    `declare rows no scroll cursor for select array_to_json(array[${values}]::text[])::text as row from ${name}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close rows')
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
