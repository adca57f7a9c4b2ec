import { checkFiles } from '../features/dashboard/stray-files.ts'
import type { Config } from '../platform/config.ts'
import { systemClock } from '../platform/context.ts'
import { copyFiles } from '../platform/copy-files.ts'
import { isPrivate, openFolderStore } from '../platform/file-store.ts'
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
