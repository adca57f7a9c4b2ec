import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Clock } from './context.ts'
import { type FileStore, openFolderStore } from './file-store.ts'
import { keepFilesAtHand } from './kept-files.ts'
import type { Log } from './log.ts'
import { openS3Store } from './s3/s3-store.ts'

/** Some hundred pictures, as many as a shop's front pages show. */
const atHand = { maxBytes: 48 * 1024 * 1024, maxAgeMs: 10 * 60_000 }

/** The shop's files, in a folder of this machine or in a store elsewhere. A store that refuses us keeps the shop closed. */
export async function openFiles(
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
  { clock, log }: { clock: Clock; log: Log },
): Promise<FileStore> {
  if (storage.kind === 'folder') return openFolderStore(filesFolder(dataDir))
  const store = openS3Store(storage, { clock, log })
  await store.assertUsable()
  return keepFilesAtHand(store, { ...atHand, clock })
}

export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}
