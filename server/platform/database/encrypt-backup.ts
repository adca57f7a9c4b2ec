import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

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
export async function* encrypted(
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
    yield open(key, piece)
  }
}

function open(key: Buffer, { bytes, number, isLast }: Piece): Buffer {
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
