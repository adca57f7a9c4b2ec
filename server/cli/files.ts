import { createHash } from 'node:crypto'
import { checkFiles } from '../features/dashboard/invariants.ts'
import type { Config } from '../platform/config.ts'
import { systemClock } from '../platform/context.ts'
import { type FileStore, isPrivate, type ListedFile, openFolderStore } from '../platform/file-store.ts'
import { openLog } from '../platform/log.ts'
import { openContext } from '../platform/open-context.ts'
import { filesFolder, openFiles } from '../platform/open-files.ts'

/** Copies the pictures of a folder into the store. Nothing is deleted; called again, it copies only what is new. */
export async function moveFiles(config: Config, words: string[]): Promise<void> {
  if (config.storage.kind === 'folder')
    throw new Error('Please set STORAGE and the S3 settings first: they say where the files go.')
  const [folder = filesFolder(config.dataDir), ...others] = words
  if (others.length > 0) throw new Error('Please give the name of one folder, or nothing.')
  const to = await openFiles(config, { clock: systemClock, log: openLog({ level: 'silent' }) })
  const from = openFolderStore(folder)
  console.log(`Copying ${folder} to the bucket ${config.storage.bucket} …`)
  const { files, bytes, copied } = await copyFiles({ from, to, say: console.log }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\nNothing was deleted. Call the command again: it goes on where it was.`)
  })
  if (files === 0) throw new Error(`There are no files in ${folder}.`)
  const megabytes = (bytes / 1_000_000).toFixed(1)
  console.log(`${copied} files were copied, ${files - copied} were there already.`)
  console.log(
    `All ${files} files (${megabytes} MB) are in the store, byte for byte. The folder is untouched.`,
  )
}

/** Whether every picture has its files, every file belongs to something, and only what may be seen is seen. */
export async function checkStoredFiles(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const untrue = await checkFiles(context)
    const keys = (await context.files.list()).map(({ key }) => key)
    const { storage } = config
    if (storage.kind === 's3' && typeof storage.handsOut === 'object')
      untrue.push(...(await checkPublicAddress(storage.handsOut.at, keys)))
    if (untrue.length > 0) throw new Error(['The files are not as they should be:', ...untrue].join('\n  '))
    console.log(`All files are there and belong to something: ${keys.length}.`)
  } finally {
    await close()
  }
}

/** Whether anybody can see the pictures at their public address, and nobody the private photos. */
export async function checkPublicAddress(place: string, keys: readonly string[]): Promise<string[]> {
  const [shown, hidden] = [keys.find((key) => !isPrivate(key)), keys.find(isPrivate)]
  const complaints: string[] = []
  if (shown !== undefined && !(await canBeSeen(place, shown)))
    complaints.push(
      `${place}/${shown} shows no picture. Is STORAGE_PUBLIC right, and are pictures/ and avatars/ public?`,
    )
  if (hidden !== undefined && (await canBeSeen(place, hidden)))
    complaints.push(`${place}/private/ can be seen by anybody! Make private/ in the store private at once.`)
  return complaints
}

async function canBeSeen(place: string, key: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000)
  return fetch(`${place}/${key}`, { method: 'HEAD', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

type CopiedFiles = { files: number; bytes: number; copied: number }

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
async function copyFiles({ from, to, say }: Copying): Promise<CopiedFiles> {
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
