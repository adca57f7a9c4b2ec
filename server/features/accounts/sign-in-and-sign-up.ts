import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { deviceName } from '#rules/device-name.ts'
import { normaliseMobile } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postEmail } from '../notifications/outbox.ts'
import { alreadyRegisteredEmail, unusualSignInEmail } from './account-emails.ts'
import { getAccount, setRoles } from './change-roles.ts'
import {
  type Caller,
  forgetGuesses,
  forgetPhoneCodes,
  limitConfirmations,
  limitProofs,
  limitSignIns,
  mayMailSignUp,
} from './limits.ts'
import { findConfirmation, postLinkMail } from './one-time-codes-and-links.ts'
import { hashPassword, isPassword, noteStrength, storePassword } from './passwords.ts'
import { proveSecondFactor } from './second-factor.ts'
import { findViewer, forgetPlaces, isMaker, rememberMaker, rememberPlace, startSession } from './sessions.ts'
import { credentials, passwordProvider, sessions, users, withoutPhone } from './tables.ts'
import { hasAnyStaffRole, type Roles, type Viewer } from './viewer.ts'

export async function signIn(
  context: Context,
  login: { email: string; password: string; device?: string; code?: string },
  caller: Caller,
): Promise<{ viewer: Viewer; token: string }> {
  const { result: userId, isUnusual } = await limitSignIns(context, login, caller, async (place) => {
    const found = await findByPassword(context, login.email, login.password)
    if (found === null || !mayOpen(context, found)) throw new Refusal('invalid_credentials')
    await proveSecondFactor(context, found.id, login, place)
    return found.id
  })
  context.log.info({ who: userId }, 'signed in')
  await noteStrength(context.db, userId, login.password)
  await rememberPlace(context, userId, login, caller)
  const token = await startSession(context, userId, caller.userAgent)
  const viewer = await findViewer(context, token)
  if (viewer === null) throw new Refusal('invalid_credentials')
  if (isUnusual && viewer.email !== null) {
    const email = unusualSignInEmail(
      `${context.config.publicUrl}/forgot-password`,
      deviceName(caller.userAgent),
    )
    await postEmail(context, context.db, viewer.email, email)
  }
  return { viewer, token }
}

/** Asks for the password once more, before something that a stranger with a borrowed phone must not do. */
export async function provePassword(
  context: Context,
  viewer: Viewer,
  { password, field }: { password: string; field: string },
): Promise<void> {
  await limitProofs(context, viewer, async () => {
    const found = await findByPassword(context, viewer.email ?? '', password)
    if (found?.id === viewer.id) return
    throw new Refusal('invalid_input', { fields: { [field]: 'This is not your current password' } })
  })
}

/** What is worth more than a click is then done for a while without asking again. */
export async function confirmPassword(context: Context, viewer: Viewer, password: string): Promise<void> {
  await provePassword(context, viewer, { password, field: 'password' })
  await context.db
    .update(sessions)
    .set({ passwordProvenAt: context.clock() })
    .where(eq(sessions.id, viewer.sessionId))
}

/** For the owner of the shop, when somebody cannot get in because of wrong passwords, or of codes that others asked for. */
export async function unlockAccount(context: Context, emailOrPhone: string): Promise<void> {
  const phone = normaliseMobile(emailOrPhone)
  if (phone !== null) await forgetPhoneCodes(context, phone)
  else await forgetGuesses(context, (await getAccount(context, emailOrPhone)).email)
}

type FoundAccount = typeof users.$inferSelect

/**
 * Where mails reach people, an account opens once its mailbox has answered, and until then answers like one with another
 * password; so does one that was blocked. Whom an admin has invited to work here is known without it. Otherwise whoever signs up with a stranger's address would see by the sign-in whether it had an account before.
 */
function mayOpen({ config }: Context, account: FoundAccount): boolean {
  const isKnown = account.hasConfirmedEmail || hasAnyStaffRole(account)
  return account.blockedAt === null && (isKnown || config.mail.smtpUrl === undefined)
}

/** Whose e-mail and password these are. An unknown e-mail costs the same work, so that no clock tells the two apart. */
async function findByPassword(
  { db }: Context,
  email: string,
  password: string,
): Promise<FoundAccount | null> {
  const [row] = await db
    .select({ account: users, passwordHash: credentials.password })
    .from(users)
    .leftJoin(
      credentials,
      and(eq(credentials.userId, users.id), eq(credentials.providerId, passwordProvider)),
    )
    .where(eq(users.email, email))
  if (row?.passwordHash) return (await isPassword(row.passwordHash, password)) ? row.account : null
  await hashPassword(password)
  return null
}

/**
 * Creates the account and signs nobody in. A known e-mail gets the same answer after the same work;
 * only its owner learns more, by mail.
 */
export async function signUp(
  context: Context,
  { email, password, device }: { email: string; password: string; device?: string },
  caller: Caller,
): Promise<{ id: string; email: string }> {
  const mayMail = await mayMailSignUp(context, email, caller)
  const passwordHash = await hashPassword(password)
  const created = await inTransaction(context.db, async (db) => {
    const id = await insertAccount(context, db, { email, passwordHash })
    if (id !== null) {
      await noteStrength(db, id, password)
      await rememberMaker({ ...context, db }, id, device)
      if (mayMail) await postLinkMail(context, db, 'confirm_email', email)
    } else if (mayMail)
      await postEmail(context, db, email, alreadyRegisteredEmail(`${context.config.publicUrl}/login`))
    return id
  })
  return { id: created ?? context.random.uuid(), email }
}

type NewAccount = {
  /** Already trimmed and in lower case. */
  email: string
  passwordHash: string
  displayName?: string
  hasConfirmedEmail?: boolean
}

/** Gives the new account's id, or null for a known e-mail. Asked and written in one statement: fifty sign-ups at once make one account. */
export async function insertAccount(
  context: Context,
  db: Database,
  { passwordHash, ...person }: NewAccount,
): Promise<string | null> {
  const id = context.random.uuid()
  const now = context.clock()
  const times = { createdAt: now, updatedAt: now }
  const [user] = await db
    .insert(users)
    .values({ id, ...person, ...times })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (user === undefined) return null
  await insertPassword(context, db, id, passwordHash)
  return id
}

export async function insertPassword(
  { random, clock }: Context,
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const now = clock()
  await db.insert(credentials).values({
    id: random.uuid(),
    userId,
    providerId: passwordProvider,
    accountId: userId,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  })
}

type ReadyAccount = Partial<Roles> & { email: string; password: string; displayName?: string }

/** An account that is ready to use, without a mail: its e-mail counts as confirmed. For the sample shop and for tests. */
export async function createAccount(
  context: Context,
  { email, password, displayName, ...roles }: ReadyAccount,
): Promise<{ id: string }> {
  const passwordHash = await hashPassword(password)
  return await inTransaction(context.db, async (db) => {
    const account = { email: normaliseEmail(email), passwordHash, displayName, hasConfirmedEmail: true }
    const id = await insertAccount(context, db, account)
    if (id === null) throw new Refusal('account_exists')
    await noteStrength(db, id, password)
    if (hasAnyStaffRole(roles)) await setRoles({ ...context, db }, null, id, roles, { isQuiet: true })
    return { id }
  })
}

type Confirmation = { token: string; device?: string; password?: string }

/**
 * Anybody can sign up with somebody else's address and wait for its owner to confirm it. So one press is enough only where
 * the account was made; elsewhere it takes a password, which replaces the one before. Whoever was in before is out.
 */
export async function confirmEmail(
  context: Context,
  { token, device, password }: Confirmation,
): Promise<void> {
  const now = context.clock()
  const link = await findConfirmation(context.db, token, now)
  if (link === null) throw new Refusal('invalid_link')
  if (link.isConfirmed) return
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await inTransaction(context.db, async (db) => {
    const still = await findConfirmation(db, token, now)
    if (still === null) throw new Refusal('invalid_link')
    const { userId, isConfirmed } = still
    if (isConfirmed) return
    if (password !== undefined && passwordHash !== null) {
      await storePassword(db, userId, passwordHash, now)
      await noteStrength(db, userId, password)
    } else if (!(await isMaker({ db }, userId, device))) throw new Refusal('new_password_needed')
    // Whoever proved a number here had not proven the e-mail: it is not theirs to share.
    await db
      .update(users)
      .set({ hasConfirmedEmail: true, ...withoutPhone, updatedAt: now })
      .where(eq(users.id, userId))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await forgetPlaces({ db }, userId)
  })
  if (link.email !== null) await forgetGuesses(context, link.email)
}

/** For the page that a link opens: it says at once what is done already. Only whoever has the secret can ask. */
export async function isEmailConfirmed({ db, clock }: Context, secret: string): Promise<boolean> {
  return (await findConfirmation(db, secret, clock()))?.isConfirmed ?? false
}

export async function resendConfirmation(context: Context, viewer: Viewer): Promise<void> {
  if (viewer.hasConfirmedEmail || viewer.email === null) return
  await limitConfirmations(context, viewer)
  await postLinkMail(context, context.db, 'confirm_email', viewer.email)
}
