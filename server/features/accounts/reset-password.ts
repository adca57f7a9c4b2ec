import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { passwordChangedLetter } from './account-emails.ts'
import { type Caller, limitLinks } from './limits.ts'
import { endLink } from './one-time-links.ts'
import { hashPassword } from './passwords.ts'
import { credentials, passwordProvider, sessions, users } from './tables.ts'

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
