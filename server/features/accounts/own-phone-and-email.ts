import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { emailCodeMinutes } from '#rules/one-time-code.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/sql-state.ts'
import { postEmail, signEmail } from '../notifications/outbox.ts'
import { alreadyRegisteredEmail, emailCodeEmail, phoneAddedEmail } from './account-emails.ts'
import { type Caller, mayMailCode } from './limits.ts'
import { makeCode, wrongOneTimeCode } from './one-time-codes.ts'
import { hashPassword } from './passwords.ts'
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
import { endOtherSessions } from './sessions.ts'
import { provePassword } from './sign-in.ts'
import { insertPassword } from './sign-up.ts'
import { noteStrength } from './staff-passwords.ts'
import { sessions, users, withoutPhone } from './tables.ts'
import type { Viewer } from './viewer.ts'

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
