import { and, eq, lte } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Tools } from '#server/platform/tools.ts'
import { type Caller, limitSignIns } from './limits.ts'
import { findByPassword } from './passwords.ts'
import { findViewer, startSession } from './sessions.ts'
import { sessions } from './tables.ts'
import type { Viewer } from './viewer.ts'

export async function signIn(
  tools: Tools,
  login: { email: string; password: string },
  caller: Caller,
): Promise<{ viewer: Viewer; token: string }> {
  const userId = await limitSignIns(tools, login, caller, async () => {
    const found = await findByPassword(tools, login.email, login.password)
    if (found === null) throw new Refusal('invalid_credentials')
    return found
  })
  await tools.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, tools.clock())))
  const token = await startSession(tools, userId, caller.userAgent)
  const viewer = await findViewer(tools, token)
  if (viewer === null) throw new Refusal('invalid_credentials')
  return { viewer, token }
}
