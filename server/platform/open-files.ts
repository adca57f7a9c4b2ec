import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import type { Clock } from './context.ts'
import { type FileStore, isPrivate, openFolderStore, type StoredFile } from './file-store.ts'
import type { Log } from './log.ts'
import { openS3Store } from './s3-store.ts'

const cachedForMs = 10 * 60_000

/** The shop's files, in a folder of this machine or in a store elsewhere. A store that refuses us keeps the shop closed. */
export async function openFiles(
  { storage, dataDir, caches }: Pick<Config, 'storage' | 'dataDir' | 'caches'>,
  { clock, log }: { clock: Clock; log: Log },
): Promise<FileStore> {
  if (storage.kind === 'folder') return openFolderStore(filesFolder(dataDir))
  const store = openS3Store(storage, { clock, log })
  await store.assertUsable()
  return cacheFiles(store, { maxBytes: caches.fileBytes, maxAgeMs: cachedForMs, clock })
}

export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

type CacheOptions = { maxBytes: number; maxAgeMs: number; clock: Clock }

type Cached = { file: StoredFile; freshUntil: number }

/** Pictures that were asked for lately stay in memory: the store is asked once, not for every visitor, and may even be down. */
export function cacheFiles(files: FileStore, { maxBytes, maxAgeMs, clock }: CacheOptions): FileStore {
  const cache = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    // The cache takes no size of 0.
    sizeCalculation: ({ file }) => file.size || 1,
  })
  const asked = new Map<string, Promise<StoredFile | null>>()

  async function askFor(key: string): Promise<StoredFile | null> {
    const file = await files.get(key)
    if (!asked.has(key)) return file
    if (file === null) cache.delete(key)
    else cache.set(key, { file, freshUntil: clock().getTime() + maxAgeMs })
    return file
  }

  /** Many who want the same new picture at once ask the store one time. */
  function askOnce(key: string): Promise<StoredFile | null> {
    const running = asked.get(key)
    if (running) return running
    const asking = askFor(key).finally(() => {
      if (asked.get(key) === asking) asked.delete(key)
    })
    asked.set(key, asking)
    return asking
  }

  /** What is being fetched just now must not be cached: it may be what was there before. */
  async function changing(key: string, change: () => Promise<void>): Promise<void> {
    asked.delete(key)
    cache.delete(key)
    await change()
    asked.delete(key)
    cache.delete(key)
  }

  return {
    ...files,
    put: (key, content, contentType) => changing(key, () => files.put(key, content, contentType)),
    delete: (key) => changing(key, () => files.delete(key)),
    async get(key) {
      if (isPrivate(key)) return files.get(key)
      const found = cache.get(key)
      if (found && found.freshUntil > clock().getTime()) return found.file
      return askOnce(key).catch((error: unknown) => {
        if (found) return found.file
        throw error
      })
    },
  }
}
