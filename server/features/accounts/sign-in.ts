import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { deviceName } from '#rules/device-name.ts'
import { normaliseMobile } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { postEmail } from '../notifications/outbox.ts'
import { unusualSignInEmail } from './account-emails.ts'
import { getAccount } from './change-roles.ts'
import { rememberPlace } from './known-places.ts'
import { type Caller, forgetGuesses, forgetPhoneCodes, limitProofs, limitSignIns } from './limits.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { proveSecondFactor } from './second-factor.ts'
import { findViewer, startSession } from './sessions.ts'
import { noteStrength } from './staff-passwords.ts'
import { credentials, passwordProvider, sessions, users } from './tables.ts'
import { hasAnyStaffRole, type Viewer } from './viewer.ts'

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
