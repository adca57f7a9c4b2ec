import type { Clock } from './context.ts'
import { type FileStore, isPrivate, type StoredFile } from './file-store.ts'

type Setup = { maxBytes: number; maxAgeMs: number; clock: Clock }

type Kept = { file: StoredFile; freshUntil: number }

/** Pictures that were asked for lately are at hand: the store is asked once, not for every visitor, and may even be down. */
export function keepFilesAtHand(files: FileStore, { maxBytes, maxAgeMs, clock }: Setup): FileStore {
  const kept = new Map<string, Kept>()
  const asked = new Map<string, Promise<StoredFile | null>>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= kept.get(key)?.file.size ?? 0
    kept.delete(key)
  }

  function keep(key: string, file: StoredFile): void {
    forget(key)
    kept.set(key, { file, freshUntil: clock().getTime() + maxAgeMs })
    bytes += file.size
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }

  async function askFor(key: string): Promise<StoredFile | null> {
    const file = await files.get(key)
    if (!asked.has(key)) return file
    if (file === null) forget(key)
    else keep(key, file)
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

  /** What is being fetched just now must not be kept: it may be what was there before. */
  async function changing(key: string, change: () => Promise<void>): Promise<void> {
    asked.delete(key)
    forget(key)
    await change()
    asked.delete(key)
    forget(key)
  }

  return {
    ...files,
    put: (key, content, contentType) => changing(key, () => files.put(key, content, contentType)),
    delete: (key) => changing(key, () => files.delete(key)),
    async get(key) {
      if (isPrivate(key)) return files.get(key)
      const found = kept.get(key)
      if (found && found.freshUntil > clock().getTime()) {
        kept.delete(key)
        kept.set(key, found)
        return found.file
      }
      return askOnce(key).catch((error: unknown) => {
        if (found) return found.file
        throw error
      })
    },
  }
}
