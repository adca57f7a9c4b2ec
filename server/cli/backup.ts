import type { Config } from '../platform/config.ts'
import { writeBackup } from '../platform/database/backup.ts'
import { openTools } from '../platform/open-tools.ts'
import { oneWord } from './words.ts'

export async function backup(config: Config, words: string[]): Promise<void> {
  const isWithoutFiles = words.includes('--without-files')
  const path = oneWord(
    words.filter((word) => word !== '--without-files'),
    'the name of the file to write',
  )
  const { tools, connection, close } = await openTools(config, { besideTheShop: true })
  try {
    const files = isWithoutFiles ? { list: async () => [], get: async () => null } : tools.files
    const summary = await writeBackup({ connection, files }, path)
    console.log(`Written to ${path}:`, summary)
  } finally {
    await close()
  }
}
