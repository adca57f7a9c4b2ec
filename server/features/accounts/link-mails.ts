import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { type NamedLetter, signLetter } from '../notifications/outbox.ts'
import { confirmEmailLetter, resetPasswordLetter } from './account-emails.ts'
import { type LinkPurpose, makeLink } from './one-time-links.ts'
import { users } from './tables.ts'

const linkMailJob = 'link-mail'

const linkMail = z.object({ purpose: z.enum(['confirm_email', 'reset_password']), email: z.string() })

const letters = {
  confirm_email: confirmEmailLetter,
  reset_password: resetPasswordLetter,
} satisfies Record<LinkPurpose, (url: string) => NamedLetter>

/** Must be called before the jobs start. */
export function defineLinkMailJob(tools: Tools): void {
  tools.jobs.define(linkMailJob, linkMail, ({ purpose, email }) => sendLinkMail(tools, purpose, email))
}

/** The link itself is made when the mail is sent: a secret that waits in a queue could be read there. */
export async function postLinkMail(
  { jobs }: Tools,
  db: Database,
  purpose: LinkPurpose,
  email: string,
): Promise<void> {
  await jobs.send(db, linkMailJob, { purpose, email })
}

/** Whoever has no account gets no mail, and whoever asked for it never learns which it was. */
async function sendLinkMail(tools: Tools, purpose: LinkPurpose, email: string): Promise<void> {
  const [user] = await tools.db.select().from(users).where(eq(users.email, email))
  if (user === undefined || (purpose === 'confirm_email' && user.hasConfirmedEmail)) return
  const url = await makeLink(tools, user.id, purpose)
  await tools.mailer.send({ to: email, ...(await signLetter(tools.db, letters[purpose](url))) })
}
