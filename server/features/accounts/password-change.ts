import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { passwordChangedLetter } from './account-emails.ts'
import { type Caller, limitLinks, limitMails } from './limits.ts'
import { endLink, postLinkMail } from './one-time-links.ts'
import { hashPassword, provePassword } from './passwords.ts'
import { credentials, mailLinks, passwordProvider, sessions, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

/** Whoever else is signed in is out at once, and a link for a new password that lies in a mailbox ends too. */
export async function changePassword(
  tools: Tools,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword: string; password: string },
  caller: Caller,
): Promise<void> {
  const proof = { password: currentPassword, field: 'current_password' }
  await provePassword(tools, viewer, proof, caller)
  const passwordHash = await hashPassword(password)
  const now = tools.clock()
  await inTransaction(tools.db, async (db) => {
    await db
      .update(credentials)
      .set({ password: passwordHash, updatedAt: now })
      .where(and(eq(credentials.userId, viewer.id), eq(credentials.providerId, passwordProvider)))
    await db.delete(sessions).where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
    await db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, viewer.id), eq(mailLinks.purpose, 'reset_password')))
    const letter = passwordChangedLetter(`${tools.config.publicUrl}/forgot-password`, 'all other devices')
    await postLetter(tools, db, viewer.email, letter)
  })
}

/** The same work for every address: whether there is an account is looked up later, when the mail is written. */
export async function forgotPassword(tools: Tools, email: string, caller: Caller): Promise<void> {
  await limitMails(tools, email, caller)
  await postLinkMail(tools, tools.db, 'reset_password', email)
}

/** Whoever got in with the old password is out at once. The link came by mail, so the e-mail is proven too. */
export async function resetPassword(
  tools: Tools,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  await limitLinks(tools, caller)
  const now = tools.clock()
  const passwordHash = await hashPassword(password)
  await inTransaction(tools.db, async (db) => {
    const userId = await endLink(db, token, 'reset_password', now)
    if (userId === null) throw new Refusal('invalid_link')
    await db
      .update(credentials)
      .set({ password: passwordHash, updatedAt: now })
      .where(and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider)))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    const [user] = await db
      .update(users)
      .set({ hasConfirmedEmail: true, updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ email: users.email })
    if (user === undefined) throw new Refusal('invalid_link')
    const letter = passwordChangedLetter(`${tools.config.publicUrl}/forgot-password`, 'all devices')
    await postLetter(tools, db, user.email, letter)
  })
}
