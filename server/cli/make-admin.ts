import type { Config } from '../platform/config.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop } from '../shop.ts'
import { oneWord } from './terminal-text.ts'

export async function makeAdmin(config: Config, words: string[]): Promise<void> {
  const email = oneWord(words, 'the e-mail address of an account')
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    await openShop(context).accounts.makeAdmin(email)
    console.log(`${email} is an admin now.`)
  } finally {
    await close()
  }
}
