import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { postEmail } from '../notifications/outbox.ts'
import { passwordChangedEmail } from './account-emails.ts'
import { forgetPlaces } from './known-places.ts'
import { type Caller, forgetGuesses, limitWrongLinks, mayMailReset } from './limits.ts'
import { isLiveSecret, postLinkMail, redeemSecret } from './one-time-links.ts'
import { hashPassword, storePassword } from './passwords.ts'
import { phoneTakenAway, tellNumber } from './phone-sign-in.ts'
import { endOtherSessions } from './sessions.ts'
import { provePassword } from './sign-in.ts'
import { noteStrength, refuseWeakPassword } from './staff-passwords.ts'
import { mailLinks, sessions, users, withoutPhone } from './tables.ts'
import { hasAnyStaffRole, isStaff, type Viewer } from './viewer.ts'

/** Whoever else is signed in is out at once, and a link for a new password that lies in a mailbox ends too. */
export async function changePassword(
  context: Context,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const proof = { password: currentPassword, field: 'current_password' }
  await provePassword(context, viewer, proof)
  if (isStaff(viewer)) refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  const now = context.clock()
  await inTransaction(context.db, async (db) => {
    await storePassword(db, viewer.id, passwordHash, now)
    await noteStrength(db, viewer.id, password)
    await endOtherSessions({ ...context, db }, viewer)
    await db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, viewer.id), eq(mailLinks.purpose, 'reset_password')))
    const email = passwordChangedEmail(`${context.config.publicUrl}/forgot-password`, 'all other devices')
    if (viewer.email !== null) await postEmail(context, db, viewer.email, email)
  })
}

/** The same work for every address: whether there is an account is looked up later, when the mail is written. */
export async function forgotPassword(
  context: Context,
  login: { email: string; device?: string },
  caller: Caller,
): Promise<void> {
  if (!(await mayMailReset(context, login, caller))) return
  await postLinkMail(context, context.db, 'reset_password', login.email)
}

/** Whoever got in with the old password is out at once, and no earlier guess keeps anybody waiting. The link came by mail, so the e-mail is proven too. */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const now = context.clock()
  if (!(await isLiveSecret(context.db, token, 'reset_password', now))) {
    await limitWrongLinks(context, caller)
    throw new Refusal('invalid_link')
  }
  const passwordHash = await hashPassword(password)
  const changed = await inTransaction(context.db, async (db) => {
    const userId = await redeemSecret(db, token, 'reset_password', now)
    if (userId === null) throw new Refusal('invalid_link')
    await storePassword(db, userId, passwordHash, now)
    await noteStrength(db, userId, password)
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await forgetPlaces({ db }, userId)
    const [before] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
    const [user] = await db
      .update(users)
      // A thief may have added a number of their own: whoever can open the mailbox alone says who comes in.
      .set({ hasConfirmedEmail: true, ...withoutPhone, updatedAt: now })
      .where(eq(users.id, userId))
      .returning()
    if (!user?.email) throw new Refusal('invalid_link')
    // Refused as a whole, so that the link is still good for another password.
    if (hasAnyStaffRole(user)) refuseWeakPassword(password)
    const email = passwordChangedEmail(`${context.config.publicUrl}/forgot-password`, 'all devices')
    await postEmail(context, db, user.email, email)
    await tellNumber(context, db, before?.phone ?? null, phoneTakenAway)
    return user.email
  })
  await forgetGuesses(context, changed)
}
