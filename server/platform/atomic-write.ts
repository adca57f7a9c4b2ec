import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a crash in the middle of writing leaves behind is known by its name. */
export function isTemporary(name: string): boolean {
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
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
