import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/email-address.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { insertAccount } from './insert-account.ts'
import { hashPassword } from './passwords.ts'
import { type Roles, setRoles } from './set-roles.ts'

export type ReadyAccount = Partial<Roles> & { email: string; password: string; displayName?: string }

/** An account that is ready to use, without a mail: its e-mail counts as confirmed. For the sample shop and for tests. */
export async function createAccount(
  tools: Tools,
  { email, password, displayName, ...roles }: ReadyAccount,
): Promise<{ id: string }> {
  const passwordHash = await hashPassword(password)
  return await inTransaction(tools.db, async (db) => {
    const account = { email: normaliseEmail(email), passwordHash, displayName, hasConfirmedEmail: true }
    const id = await insertAccount(tools, db, account)
    if (id === null) throw new Refusal('account_exists')
    if (roles.isAdmin || roles.isDriver) await setRoles({ ...tools, db }, null, id, roles)
    return { id }
  })
}
