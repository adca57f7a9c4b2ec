import { and, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Caller, limitSignIns } from './limits.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { findViewer, startSession } from './sessions.ts'
import { credentials, passwordProvider, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

export async function signIn(
  context: Context,
  login: { email: string; password: string },
  caller: Caller,
): Promise<{ viewer: Viewer; token: string }> {
  const userId = await limitSignIns(context, login, caller, async () => {
    const found = await findByPassword(context, login.email, login.password)
    if (found === null) throw new Refusal('invalid_credentials')
    return found
  })
  const token = await startSession(context, userId, caller.userAgent)
  const viewer = await findViewer(context, token)
  if (viewer === null) throw new Refusal('invalid_credentials')
  return { viewer, token }
}

/** Asks for the password once more, before something that a stranger with a borrowed phone must not do. */
export async function provePassword(
  context: Context,
  viewer: Viewer,
  { password, field }: { password: string; field: string },
  caller: Caller,
): Promise<void> {
  await limitSignIns(context, viewer, caller, async () => {
    const found = await findByPassword(context, viewer.email, password)
    if (found === viewer.id) return
    throw new Refusal('invalid_input', { fields: { [field]: 'This is not your current password' } })
  })
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
