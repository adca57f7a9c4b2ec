import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Waits for the mail to this address with this subject, and gives the address of the page that its button opens. */
export async function linkInMail(to: string, subject: string): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () => {
        const mail = await findMail((text) => isMail(text, to, subject))
        link = /http:\/\/\S+\?token=\S+/.exec(mail ?? '')?.[0] ?? ''
        return link
      },
      { message: `a mail "${subject}" to ${to} with a link` },
    )
    .not.toBe('')
  return link
}

/** Waits for the six digits that were mailed to this address. */
export async function codeInMail(to: string, dataDir: string): Promise<string> {
  let code = ''
  await expect
    .poll(
      async () => {
        const mail = await findMail((text) => text.includes(`To: ${to}`), dataDir)
        code = /Subject: (\d{6}) is your code/.exec(mail ?? '')?.[1] ?? ''
        return code
      },
      { message: `a mail with a code to ${to}` },
    )
    .not.toBe('')
  return code
}

/** The newest that is meant; without a mail server the shop writes mails as files that a person can read. */
async function findMail(isMeant: (text: string) => boolean, dataDir = process.env.SHOP_DATA_DIR ?? '') {
  const outbox = join(dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  for (const name of names
    .filter((each) => each.endsWith('.txt'))
    .sort()
    .reverse()) {
    const text = await readFile(join(outbox, name), 'utf8')
    if (isMeant(text)) return text
  }
  return undefined
}

function isMail(text: string, to: string, subject: string): boolean {
  const head = text.split('\n\n', 1)[0]?.split('\n') ?? []
  return head.includes(`To: ${to}`) && head.includes(`Subject: ${subject}`)
}
