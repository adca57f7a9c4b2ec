import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/email-address.ts'
import type { Tools } from '#server/platform/tools.ts'
import { setRoles } from './set-roles.ts'
import { users } from './tables.ts'

/** The first admin is made at the command line, by whoever can reach the server itself. */
export async function makeAdmin(tools: Tools, email: string): Promise<void> {
  const [user] = await tools.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, normaliseEmail(email)))
  if (user === undefined)
    throw new Refusal('not_found', { text: `There is no account for ${email}. Sign up first.` })
  await setRoles(tools, null, user.id, { isAdmin: true })
}
