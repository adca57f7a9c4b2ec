import { and, eq, ne } from 'drizzle-orm'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { passwordChangedLetter } from './account-emails.ts'
import type { Caller } from './limits.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import { credentials, mailLinks, passwordProvider, sessions } from './tables.ts'
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
