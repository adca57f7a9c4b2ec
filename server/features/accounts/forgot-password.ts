import type { Tools } from '#server/platform/tools.ts'
import { type Caller, limitMails } from './limits.ts'
import { postLinkMail } from './link-mails.ts'

/** The same work for every address: whether there is an account is looked up later, when the mail is written. */
export async function forgotPassword(tools: Tools, email: string, caller: Caller): Promise<void> {
  await limitMails(tools, email, caller)
  await postLinkMail(tools, tools.db, 'reset_password', email)
}
