import type { Config } from '../platform/config.ts'
import { openTools } from '../platform/open-tools.ts'
import { openShop } from '../shop.ts'
import { oneWord } from './words.ts'

export async function makeAdmin(config: Config, words: string[]): Promise<void> {
  const email = oneWord(words, 'the e-mail address of an account')
  const { tools, close } = await openTools(config, { besideTheShop: true })
  try {
    await openShop(tools).accounts.makeAdmin(email)
    console.log(`${email} is an admin now.`)
  } finally {
    await close()
  }
}
