import { systemClock } from '../platform/clock-and-random.ts'
import type { Config } from '../platform/config.ts'
import { copyFiles } from '../platform/copy-files.ts'
import { openFolderStore } from '../platform/file-store.ts'
import { openLog } from '../platform/log.ts'
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
