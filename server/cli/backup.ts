import type { Config } from '../platform/config.ts'
import { writeBackup } from '../platform/database/backup.ts'
import { openContext } from '../platform/open-context.ts'
import { oneWord } from './terminal-text.ts'

export async function backup(config: Config, words: string[]): Promise<void> {
  const isWithoutFiles = words.includes('--without-files')
  const path = oneWord(
    words.filter((word) => word !== '--without-files'),
    'the name of the file to write',
  )
  const { context, connection, close } = await openContext(config, { besideTheShop: true })
  try {
    const files = isWithoutFiles ? { list: async () => [], get: async () => null } : context.files
    const summary = await writeBackup({ connection, files }, path)
    console.log(`Written to ${path}:`, summary)
  } finally {
    await close()
  }
}
