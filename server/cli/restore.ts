import type { Config } from '../platform/config.ts'
import { restoreBackup } from '../platform/database/restore.ts'
import { openTools } from '../platform/open-tools.ts'
import { oneWord } from './words.ts'

export async function restore(config: Config, words: string[]): Promise<void> {
  const path = oneWord(words, 'the name of the file to read')
  const { tools, connection, close } = await openTools(config, { besideTheShop: true })
  try {
    const summary = await restoreBackup({ connection, files: tools.files }, path)
    console.log(`Restored from ${path}:`, summary)
  } finally {
    await close()
  }
}
