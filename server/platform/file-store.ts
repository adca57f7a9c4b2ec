import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { shortHash } from './hash.ts'

export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Without reading it. */
  has(key: string): Promise<boolean>
  /** Deleting what is not there is no mistake. */
  delete(key: string): Promise<void>
  list(prefix?: string): Promise<ListedFile[]>
  /** Clears away what was being written when the shop was killed, if that was before this moment. */
  removeUnfinished(before: Date): Promise<void>
  /** An address at which a browser may fetch the file itself for a day or two; null where only the shop hands files out. */
  signedAddress(key: string): Promise<string | null>
}

export type StoredFile = { bytes: Buffer; contentType: string; size: number; etag: string }

export type ListedFile = {
  key: string
  size: number
  changedAt: Date
  /** A mark of the content that the store itself made, where it does: lower-case letters and digits. */
  md5?: string
}

const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.csv': 'text/csv; charset=utf-8',
  '.gz': 'application/gzip',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

export function openFolderStore(folder: string): FileStore {
  return {
    async put(key, bytes, contentType) {
      const path = pathOf(folder, key)
      assertType(key, contentType)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeWhole(path, bytes)
    },

    async get(key) {
      if (!isKey(key)) return null
      const bytes = await readFile(pathOf(folder, key)).catch(nullIfAbsent)
      if (!bytes) return null
      return toStoredFile(key, bytes)
    },

    async has(key) {
      if (!isKey(key)) return false
      return (await stat(pathOf(folder, key)).catch(nullIfAbsent))?.isFile() ?? false
    },

    async delete(key) {
      await rm(pathOf(folder, key), { force: true })
    },

    async list(prefix = '') {
      const keys = (await pathsIn(folder))
        .map((path) => relative(folder, path))
        .filter((key) => isKey(key) && key.startsWith(prefix))
      const listed = await Promise.all(keys.sort().map((key) => describe(folder, key)))
      return listed.filter((file) => file !== null)
    },

    async removeUnfinished(before) {
      for (const path of (await pathsIn(folder)).filter((each) => isTemporary(basename(each)))) {
        const found = await stat(path).catch(nullIfAbsent)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },

    signedAddress: async () => null,
  }
}

/** The tag comes from the content alone, so that two processes, or a folder and a store, give the same one. */
export function toStoredFile(key: string, bytes: Buffer): StoredFile {
  const etag = `"${shortHash(bytes)}"`
  return { bytes, contentType: contentTypeOf(key), size: bytes.length, etag }
}

/** Every part starts with a letter or digit, so no key can climb out of the folder or name a hidden file. */
export function isKey(key: string): boolean {
  return key.length <= 200 && /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/.test(key)
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('A file key has only a-z, 0-9, dot, dash, underscore and slash')
}

export function assertType(key: string, contentType: string): void {
  if (contentType === contentTypeOf(key)) return
  throw new Error(`A file of type ${contentType} cannot be stored under the name ${key}`)
}

/** Nobody but the shop's own staff may see it, so no address leads to it. */
export function isPrivate(key: string): boolean {
  return key.startsWith('private/')
}

function pathOf(folder: string, key: string): string {
  assertKey(key)
  return join(folder, key)
}

function contentTypeOf(key: string): string {
  return contentTypes[extname(key)] ?? 'application/octet-stream'
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfAbsent)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function describe(folder: string, key: string): Promise<ListedFile | null> {
  const found = await stat(pathOf(folder, key)).catch(nullIfAbsent)
  return found && { key, size: found.size, changedAt: found.mtime }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return null
  throw error
}

/** What a crash in the middle of writing leaves behind is known by its name. */
function isTemporary(name: string): boolean {
  return /^\.[0-9a-f-]{36}\.tmp$/.test(name)
}

/** After a crash or a power cut the file is there whole, or not at all; it is never half written. */
export async function writeWhole(path: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeThrough(temporary, bytes, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function writeThrough(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is only safe once its folder is on the disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
