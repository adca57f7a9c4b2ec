import type { Tools } from '#server/platform/tools.ts'
import { type Caller, limitMails } from './limits.ts'
import { postLinkMail } from './link-mails.ts'
import type { Viewer } from './viewer.ts'

export async function resendConfirmation(tools: Tools, viewer: Viewer, caller: Caller): Promise<void> {
  if (viewer.hasConfirmedEmail) return
  await limitMails(tools, viewer.email, caller)
  await postLinkMail(tools, tools.db, 'confirm_email', viewer.email)
}
