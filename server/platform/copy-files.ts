import { createHash } from 'node:crypto'
import type { FileStore, ListedFile } from './file-store.ts'

export type CopiedFiles = { files: number; bytes: number; copied: number }

type Copying = {
  from: Pick<FileStore, 'list' | 'get'>
  to: Pick<FileStore, 'list' | 'get' | 'put'>
  /** Called now and then with how far it is. */
  say(text: string): void
}

const atOnce = 4

/**
 * Copies all files and compares each with the original afterwards. What is there already is left as it is, so a copy
 * that was cut off goes on where it was. The originals stay.
 */
export async function copyFiles({ from, to, say }: Copying): Promise<CopiedFiles> {
  const originals = await from.list()
  const there = new Map((await to.list()).map((file) => [file.key, file]))
  const bytes = originals.reduce((sum, { size }) => sum + size, 0)
  const waiting = originals.values()
  let looked = 0
  let copied = 0
  const work = async () => {
    for (const { key } of waiting) {
      if (await copyOne({ from, to }, key, there.get(key))) copied += 1
      looked += 1
      if (looked % 200 === 0) say(`${looked} of ${originals.length} files`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { files: originals.length, bytes, copied }
}

/** Says whether there was anything to do. */
async function copyOne(
  { from, to }: Omit<Copying, 'say'>,
  key: string,
  there: ListedFile | undefined,
): Promise<boolean> {
  const original = await from.get(key)
  // Deleted since the list was made.
  if (original === null) return false
  if (there?.size === original.size) {
    const md5 = createHash('md5').update(original.bytes).digest('hex')
    const isSame = there.md5 === md5 || (await to.get(key))?.bytes.equals(original.bytes)
    if (isSame) return false
  }
  await to.put(key, original.bytes, original.contentType)
  const copy = await to.get(key)
  if (!copy?.bytes.equals(original.bytes)) throw new Error(`The copy of ${key} is not like the original.`)
  return true
}
