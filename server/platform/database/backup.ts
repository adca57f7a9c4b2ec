import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import type { ClientBase, PoolConfig } from 'pg'
import { type FileStore, syncFolder } from '../file-store.ts'
import { withOwnConnection } from './database.ts'
import { findLastMigration } from './migrate.ts'

type BackupSource = {
  connection: PoolConfig
  files: Pick<FileStore, 'list' | 'get'>
  /** Whoever finds the file cannot read it without this. */
  passphrase?: string | undefined
}

const rowsAtOnce = 200

/** Writes all rows as they were at one moment, while orders go on, and the shop's files, into one compressed file. */
export async function writeBackup(
  { connection, files, passphrase }: BackupSource,
  destination: string,
): Promise<BackupEnd> {
  const unfinished = `${destination}.part`
  const end: BackupEnd = { tables: {}, files: 0 }
  let ours: FileHandle | undefined
  await rm(unfinished, { force: true })
  try {
    await withOwnConnection(connection, 'backup', async (client) => {
      await client.query('begin isolation level repeatable read read only')
      await agreeOnSpelling(client)
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      // A file of that name that somebody else has put there meanwhile is neither written into nor deleted.
      ours = await open(unfinished, 'wx', 0o600)
      await pipeline(
        Readable.from(backupLines(client, files, end)),
        createGzip(),
        (chunks: AsyncIterable<Buffer>) => encrypted(chunks, passphrase),
        ours.createWriteStream({ flush: true }),
      )
    })
    await rename(unfinished, destination)
    await syncFolder(dirname(destination))
    return end
  } catch (error) {
    if (ours) await rm(unfinished, { force: true })
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
async function listSequences(client: ClientBase): Promise<BackupSequence[]> {
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

export const formatVersion = 1

/** First line of a backup: which shop it fits. */
export type BackupHeader = {
  backup: 'adom-beauty-shop'
  format: number
  /** The last step that the database had gone through; rows only fit tables that have gone exactly as far. */
  migration: string | null
  madeAt: string
}

/** Last line of a backup; a file without it was cut off. */
export type BackupEnd = { tables: Record<string, number>; files: number }

/** A row is a list of its values as PostgreSQL writes them: no date, amount or letter changes on the way. */
export type BackupLine =
  | BackupHeader
  | { table: string; columns: string[] }
  | BackupSequence
  | { file: string; contentType: string; content: string }
  | { end: BackupEnd }
  | (string | null)[]

function toLine(line: BackupLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Node's own reader of lines would also cut at characters that a text may hold. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupLine> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
  if (rest !== '') throw new Error('The backup ends in the middle of a line.')
}

/**
 * An encrypted backup: the mark, a salt, then pieces of 64 KiB, each sealed for itself with AES-256-GCM. The number of a piece
 * and whether it is the last are part of its nonce, so that nobody can cut pieces off, leave them out or turn them round.
 * The salt, and with it the key, is new for every file.
 */
const mark = Buffer.from('adom-backup-encrypted-1\n')
const saltBytes = 16
const pieceBytes = 64 * 1024
const tagBytes = 16

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 256 * 1024 ** 2 })
}

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(piece, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Without a passphrase the bytes stay as they are. */
async function* encrypted(
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  if (passphrase === undefined) return yield* chunks
  const salt = randomBytes(saltBytes)
  const key = await keyOf(passphrase, salt)
  yield Buffer.concat([mark, salt])
  for await (const { bytes, number, isLast } of pieces(chunks, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** A backup that was not encrypted is read as it is, also where there is a passphrase now. */
export async function* decrypted(
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  const start = await readStart(source, mark.length + saltBytes)
  if (!start.subarray(0, mark.length).equals(mark)) return yield* rest(start, source)
  if (passphrase === undefined) {
    throw new Error('It is encrypted. Set BACKUP_PASSPHRASE to what it was when the backup was written.')
  }
  const head = mark.length + saltBytes
  const key = await keyOf(passphrase, start.subarray(mark.length, head))
  for await (const piece of pieces(rest(start.subarray(head), source), pieceBytes + tagBytes)) {
    yield openSealed(key, piece)
  }
}

function openSealed(key: Buffer, { bytes, number, isLast }: Piece): Buffer {
  const end = Math.max(0, bytes.length - tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(bytes.subarray(end))
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch (cause) {
    const reason =
      number === 0
        ? 'BACKUP_PASSPHRASE is not the passphrase with which it was written, or the file is damaged.'
        : 'It is damaged or cut off.'
    throw new Error(reason, { cause })
  }
}

type Piece = { bytes: Buffer; number: number; isLast: boolean }

/** All of one size but the last, which may be shorter, and is there also when nothing is left. */
async function* pieces(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let waiting = Buffer.alloc(0)
  let number = 0
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length > size) {
      yield { bytes: waiting.subarray(0, size), number, isLast: false }
      waiting = waiting.subarray(size)
      number += 1
    }
  }
  yield { bytes: waiting, number, isLast: true }
}

async function readStart(source: AsyncIterator<Buffer>, least: number): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < least) {
    const { value, done } = await source.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

async function* rest(start: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}
