import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { deviceName } from '#rules/device-name.ts'
import type { Context } from '#server/platform/context.ts'
import { postEmail } from '../notifications/outbox.ts'
import { unusualSignInEmail } from './account-emails.ts'
import { rememberPlace } from './known-places.ts'
import { type Caller, forgetGuesses, limitProofs, limitSignIns } from './limits.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { findViewer, startSession } from './sessions.ts'
import { credentials, passwordProvider, users } from './tables.ts'
import { getAccount } from './team.ts'
import type { Viewer } from './viewer.ts'

export async function signIn(
  context: Context,
  login: { email: string; password: string; device?: string },
  caller: Caller,
): Promise<{ viewer: Viewer; token: string }> {
  const { result: userId, isUnusual } = await limitSignIns(context, login, caller, async () => {
    const found = await findByPassword(context, login.email, login.password)
    if (found === null) throw new Refusal('invalid_credentials')
    return found
  })
  await rememberPlace(context, userId, login, caller)
  const token = await startSession(context, userId, caller.userAgent)
  const viewer = await findViewer(context, token)
  if (viewer === null) throw new Refusal('invalid_credentials')
  if (isUnusual) {
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
    const found = await findByPassword(context, viewer.email, password)
    if (found === viewer.id) return
    throw new Refusal('invalid_input', { fields: { [field]: 'This is not your current password' } })
  })
}

/** For the owner of the shop, when somebody cannot get in because of wrong passwords. */
export async function unlockAccount(context: Context, email: string): Promise<void> {
  await forgetGuesses(context, (await getAccount(context, email)).email)
}

/** Whose e-mail and password these are. An unknown e-mail costs the same work, so that no clock tells the two apart. */
async function findByPassword({ db }: Context, email: string, password: string): Promise<string | null> {
  const [account] = await db
    .select({ userId: users.id, passwordHash: credentials.password })
    .from(users)
    .leftJoin(
      credentials,
      and(eq(credentials.userId, users.id), eq(credentials.providerId, passwordProvider)),
    )
    .where(eq(users.email, email))
  if (account?.passwordHash) {
    return (await isPassword(account.passwordHash, password)) ? account.userId : null
  }
  await hashPassword(password)
  return null
}
