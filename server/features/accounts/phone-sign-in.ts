import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { codeHelp, phoneCodeMinutes } from '#rules/one-time-code.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postPhoneMessages } from '../notifications/deliver.ts'
import { postEmail } from '../notifications/outbox.ts'
import { defineCodeJob, postPhoneCode, sendsPhoneCodes } from '../notifications/phone-codes.ts'
import { phoneMovedEmail } from './account-emails.ts'
import { type Caller, limitPhoneCodes, limitProofs, limitWrongCodes, mayUseReserve } from './limits.ts'
import { makeCode, type TypedCode, takeCodes, wrongOneTimeCode } from './one-time-codes-and-links.ts'
import { postAvatarRemoval } from './profile.ts'
import { wrongCode } from './second-factor.ts'
import { askerOf, findViewer, rememberPlace, startSession } from './sessions.ts'
import { profiles, sessions, users, withoutPhone } from './tables.ts'
import { hasAnyStaffRole, type Viewer } from './viewer.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Networks hand a number on that was silent for some months. A session ends after 180 days, so whoever still has the number
 * and uses the shop has proven it within this time; after it, the number is taken for a stranger's.
 */
const ownedFor = 200 * day

/**
 * The code is made when its message goes out. Whether somebody is known is asked here, too, where no clock of a stranger
 * sees it. Must be called before the jobs start.
 */
export function definePhoneCodeJob(
  context: Context,
  hasOrdered: (db: Database, phone: string) => Promise<boolean>,
): void {
  const { db } = context
  const hasAccount = async (phone: string) => (await db.$count(users, eq(users.phone, phone))) > 0
  defineCodeJob(context, {
    makeCode: (to, asker) => makeCode(context, targetOf(to, asker), phoneCodeMinutes),
    mayUseReserve: async (to) =>
      ((await hasAccount(to)) || (await hasOrdered(db, to))) && (await mayUseReserve(context)),
  })
}

/** Each asker has a code and tries of their own: whoever guesses uses up nobody else's. */
function targetOf(phone: string, asker: string): string {
  return `${phone} ${asker}`
}

export function refuseWithoutCodes({ config }: Context): void {
  if (!sendsPhoneCodes(config)) throw new Refusal('phone_sign_in_off')
}

/** The same answer and the same work for every number: nobody looks here whether it has an account. */
export async function sendPhoneCode(
  context: Context,
  asked: { phone: string; device?: string },
  caller: Caller,
): Promise<void> {
  refuseWithoutCodes(context)
  const how = await limitPhoneCodes(context, asked, caller)
  await postPhoneCode(context, context.db, { to: asked.phone, asker: askerOf(asked, caller), ...how })
}

export type PhoneProof = { phone: string; code: string; device?: string | undefined }

/** Says nothing about why: there was no code, it was another one, or it is too old. */
export async function proveCodes(
  context: Context,
  login: { phone: string; device?: string | undefined },
  typed: readonly TypedCode[],
  caller: Caller,
): Promise<void> {
  await limitWrongCodes(context, login, caller, async () => {
    const wrong = await takeCodes(context, typed)
    if (wrong.length === 0) return
    const fields = Object.fromEntries(wrong.map((field) => [field, wrongOneTimeCode]))
    throw new Refusal('invalid_input', { fields })
  })
}

/** Only for whoever has asked for it. */
export function phoneCode({ phone, code, device }: PhoneProof, caller: Caller): TypedCode {
  return { target: targetOf(phone, askerOf({ device }, caller)), code, field: 'code' }
}

/**
 * Who has no password proves the number of the account once more, so that nobody with a borrowed phone that lies open
 * changes who comes in. Other codes are proven along with it.
 */
export async function proveOwnPhone(
  context: Context,
  viewer: Viewer,
  own: { code: string | undefined; field: string; device: string | undefined },
  caller: Caller,
  others: readonly TypedCode[] = [],
): Promise<void> {
  refuseWithoutCodes(context)
  const { code, field, device } = own
  const login = { phone: viewer.phone ?? '', device }
  if (code === undefined) throw new Refusal('invalid_input', { fields: { [field]: codeHelp } })
  await limitProofs(context, viewer, () =>
    proveCodes(context, login, [{ ...phoneCode({ ...login, code }, caller), field }, ...others], caller),
  )
}

export const phoneTakenAway = 'this number does not open your account any more.'

/** Whoever has the number learns who comes in from now on, also when it is theirs no more. */
export async function tellNumber(
  context: Context,
  db: Database,
  to: string | null,
  whatHappened: string,
): Promise<void> {
  if (to === null) return
  const words = `${whatHappened} Was it not you? Please write to us at once.`
  const link = `${context.config.publicUrl}/contact`
  await postPhoneMessages(context, db, [{ to, words, link, ways: ['whatsapp', 'sms'] }])
}

/** Whoever has no account with this number gets one. A code alone never opens the account of somebody who works here. */
export async function signInByPhone(
  context: Context,
  login: PhoneProof & { device?: string },
  caller: Caller,
): Promise<{ viewer: Viewer; token: string }> {
  refuseWithoutCodes(context)
  await proveCodes(context, login, [phoneCode(login, caller)], caller)
  const userId = await inTransaction(context.db, (db) => openAccount(context, db, login.phone))
  context.log.info({ who: userId }, 'signed in')
  await rememberPlace(context, userId, login, caller)
  const token = await startSession(context, userId, caller.userAgent, { isByPhone: true })
  const viewer = await findViewer(context, token)
  if (viewer === null) throw wrongCode(wrongOneTimeCode)
  return { viewer, token }
}

async function openAccount(context: Context, db: Database, phone: string): Promise<string> {
  const now = context.clock()
  const known = await findHolder(db, phone)
  if (known?.blockedAt) throw wrongCode(wrongOneTimeCode)
  if (known && hasAnyStaffRole(known)) throw new Refusal('staff_needs_password')
  if (known && isOwned(known, now)) {
    await db.update(users).set({ phoneProvenAt: now }).where(eq(users.id, known.id))
    return known.id
  }
  const since = await releaseNumber(context, db, known, now)
  const id = context.random.uuid()
  const times = { phoneProvenAt: now, phoneSince: since, createdAt: now, updatedAt: now }
  await db.insert(users).values({ id, phone, ...times })
  return id
}

type Holder = typeof users.$inferSelect

export async function findHolder(db: Database, phone: string): Promise<Holder | undefined> {
  const [holder] = await db.select().from(users).where(eq(users.phone, phone)).for('update')
  return holder
}

function isOwned({ phoneProvenAt }: Holder, now: Date): boolean {
  return phoneProvenAt !== null && now.getTime() - phoneProvenAt.getTime() < ownedFor
}

/**
 * Somebody else has proven the number. Who had it before loses it, with whatever it had opened, and hears of it by mail;
 * an account that had nothing else could never be opened again, so it goes. Gives from when on orders with the number are
 * the new holder's: those of a person who moves it are the same person's, those of an earlier owner are not.
 */
export async function releaseNumber(
  context: Context,
  db: Database,
  before: Holder | undefined,
  now: Date,
): Promise<Date> {
  if (before === undefined) return new Date(now.getTime() - ownedFor)
  const since = isOwned(before, now) ? (before.phoneSince ?? now) : now
  if (before.email === null) {
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, before.id))
    if (profile?.avatarId) await postAvatarRemoval(context, db, profile.avatarId)
    await db.delete(users).where(eq(users.id, before.id))
    return since
  }
  await db
    .update(users)
    .set({ ...withoutPhone, updatedAt: now })
    .where(eq(users.id, before.id))
  await db.delete(sessions).where(and(eq(sessions.userId, before.id), eq(sessions.isByPhone, true)))
  await postEmail(context, db, before.email, phoneMovedEmail(`${context.config.publicUrl}/account`))
  return since
}
