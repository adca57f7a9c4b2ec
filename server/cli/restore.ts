import type { Config } from '../platform/config.ts'
import { restoreBackup } from '../platform/database/restore.ts'
import { openContext } from '../platform/open-context.ts'
import { oneWord } from './terminal-text.ts'

export async function restore(config: Config, words: string[]): Promise<void> {
  const path = oneWord(words, 'the name of the file to read')
  const { context, connection, close } = await openContext(config, { besideTheShop: true })
  try {
    const summary = await restoreBackup({ connection, files: context.files }, path)
    console.log(`Restored from ${path}:`, summary)
  } finally {
    await close()
  }
}
