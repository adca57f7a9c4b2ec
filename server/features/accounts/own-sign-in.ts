import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { emailCodeMinutes } from '#rules/one-time-code.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/sql-state.ts'
import { postEmail, signEmail } from '../notifications/outbox.ts'
import {
  alreadyRegisteredEmail,
  emailCodeEmail,
  passwordChangedEmail,
  phoneAddedEmail,
} from './account-emails.ts'
import { type Caller, forgetGuesses, limitWrongLinks, mayMailCode, mayMailReset } from './limits.ts'
import {
  isLiveSecret,
  makeCode,
  postLinkMail,
  redeemSecret,
  wrongOneTimeCode,
} from './one-time-codes-and-links.ts'
import { hashPassword, noteStrength, refuseWeakPassword, storePassword } from './passwords.ts'
import {
  findHolder,
  type PhoneProof,
  phoneCode,
  phoneTakenAway,
  proveCodes,
  proveOwnPhone,
  refuseWithoutCodes,
  releaseNumber,
  tellNumber,
} from './phone-sign-in.ts'
import { wrongCode } from './second-factor.ts'
import { endOtherSessions, forgetPlaces } from './sessions.ts'
import { insertPassword, provePassword } from './sign-in-and-sign-up.ts'
import { mailLinks, sessions, users, withoutPhone } from './tables.ts'
import { hasAnyStaffRole, isStaff, type Viewer } from './viewer.ts'

/**
 * The number opens the account from now on, so whoever borrowed the phone needs the password, too, or, where there is none,
 * a code to the number of before. Who had the new number loses it.
 */
export async function confirmPhone(
  context: Context,
  viewer: Viewer,
  { ownCode, password = '', ...proof }: PhoneProof & { password?: string; ownCode?: string },
  caller: Caller,
): Promise<void> {
  refuseWithoutCodes(context)
  const { phone } = proof
  const isOwn = phone === viewer.phone
  if (viewer.email !== null) await provePassword(context, viewer, { password, field: 'password' })
  const ofNumber = phoneCode(proof, caller)
  if (viewer.email !== null || isOwn) await proveCodes(context, proof, [ofNumber], caller)
  else {
    const own = { code: ownCode, field: 'own_code', device: proof.device }
    await proveOwnPhone(context, viewer, own, caller, [ofNumber])
  }
  await inTransaction(context.db, async (db) => {
    const now = context.clock()
    const [own] = await db.select().from(users).where(eq(users.id, viewer.id)).for('update')
    if (own === undefined) throw new Refusal('not_signed_in')
    const holder = await findHolder(db, phone)
    if (holder?.id === viewer.id) {
      await db.update(users).set({ phoneProvenAt: now }).where(eq(users.id, viewer.id))
      return
    }
    // Somebody who was shut out does not come in again by another account.
    if (holder?.blockedAt) throw new Refusal('not_allowed', { text: 'This number cannot be used.' })
    const phoneSince = await releaseNumber(context, db, holder, now)
    await db
      .update(users)
      .set({ phone, phoneProvenAt: now, phoneSince, updatedAt: now })
      .where(eq(users.id, viewer.id))
    await endSessionsByPhone(db, viewer)
    await tellNumber(context, db, own.phone, 'another number opens your account now, instead of this one.')
    if (own.email !== null)
      await postEmail(context, db, own.email, phoneAddedEmail(`${context.config.publicUrl}/account`))
  })
}

/** For a number that is lost; the password was asked for. An account needs one way in, so one without an e-mail keeps it. */
export async function removePhone(context: Context, viewer: Viewer): Promise<void> {
  if (viewer.email === null) throw new Refusal('email_needed')
  await inTransaction(context.db, async (db) => {
    await tellNumber(context, db, viewer.phone, phoneTakenAway)
    await db
      .update(users)
      .set({ ...withoutPhone, updatedAt: context.clock() })
      .where(eq(users.id, viewer.id))
    await endSessionsByPhone(db, viewer)
  })
}

/** Whoever has the number that was taken away may have signed in with it. This one was proved otherwise just now. */
async function endSessionsByPhone(db: Database, { id, sessionId }: Viewer): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, id), eq(sessions.isByPhone, true), ne(sessions.id, sessionId)))
}

function targetOf({ id }: { id: string }, email: string): string {
  return `${id} ${email}`
}

/**
 * The same answer for an address that has an account already; only its owner learns more, by mail. The code is typed where
 * the person is signed in, so that nobody adds a stranger's address by making them press a button.
 */
export async function askForEmail(context: Context, viewer: Viewer, email: string): Promise<void> {
  if (viewer.email !== null) throw new Refusal('has_email')
  if (!(await mayMailCode(context, viewer, email))) return
  await context.jobs.send(context.db, emailCodeJob, { userId: viewer.id, email })
}

const emailCodeJob = 'email-code'

/** The code is made when the mail is sent. Must be called before the jobs start. */
export function defineEmailCodeJob(context: Context): void {
  const waiting = z.object({ userId: z.uuid(), email: z.string() })
  context.jobs.define(emailCodeJob, waiting, async ({ userId, email: to }) => {
    const isTaken = (await context.db.$count(users, eq(users.email, to))) > 0
    const email = isTaken
      ? alreadyRegisteredEmail(`${context.config.publicUrl}/login`)
      : emailCodeEmail(
          await makeCode(context, targetOf({ id: userId }, to), emailCodeMinutes),
          emailCodeMinutes,
        )
    await context.mailer.send({ to, ...(await signEmail(context, context.db, email)) })
  })
}

type NewEmail = {
  email: string
  code: string
  ownCode: string
  device?: string | undefined
  password: string
}

/**
 * From now on the account opens by e-mail and password, too, so whoever borrowed the phone needs a code to its number.
 * Whoever else is signed in is out.
 */
export async function addEmail(
  context: Context,
  viewer: Viewer,
  { email, code, ownCode, device, password }: NewEmail,
  caller: Caller,
): Promise<void> {
  if (viewer.email !== null) throw new Refusal('has_email')
  const ofMailbox = { target: targetOf(viewer, email), code, field: 'code' }
  const own = { code: ownCode, field: 'own_code', device }
  await proveOwnPhone(context, viewer, own, caller, [ofMailbox])
  const passwordHash = await hashPassword(password)
  const added = inTransaction(context.db, async (db) => {
    await db
      .update(users)
      .set({ email, hasConfirmedEmail: true, updatedAt: context.clock() })
      .where(eq(users.id, viewer.id))
    await insertPassword(context, db, viewer.id, passwordHash)
    await noteStrength(db, viewer.id, password)
    await endOtherSessions({ ...context, db }, viewer)
    await tellNumber(context, db, viewer.phone, 'an email was added to your account, and opens it, too.')
  })
  await added.catch((error) => {
    // Somebody else has opened an account with it since the mail was sent.
    throw isUniqueViolation(error, 'users_email_unique') ? wrongCode(wrongOneTimeCode) : error
  })
}

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
