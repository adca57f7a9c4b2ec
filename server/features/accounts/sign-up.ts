import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { alreadyRegisteredLetter } from './account-emails.ts'
import { insertAccount } from './insert-account.ts'
import { type Caller, limitMails } from './limits.ts'
import { postLinkMail } from './link-mails.ts'
import { hashPassword } from './passwords.ts'

/**
 * Creates the account and signs nobody in. A known e-mail gets the same answer after the same work;
 * only its owner learns more, by mail.
 */
export async function signUp(
  tools: Tools,
  { email, password }: { email: string; password: string },
  caller: Caller,
): Promise<{ id: string; email: string }> {
  await limitMails(tools, email, caller)
  const passwordHash = await hashPassword(password)
  const created = await inTransaction(tools.db, async (db) => {
    const id = await insertAccount(tools, db, { email, passwordHash })
    if (id !== null) await postLinkMail(tools, db, 'confirm_email', email)
    else await postLetter(tools, db, email, alreadyRegisteredLetter(`${tools.config.publicUrl}/login`))
    return id
  })
  return { id: created ?? tools.random.uuid(), email }
}
