import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { credentials, passwordProvider, users } from './tables.ts'

export type NewAccount = {
  /** Already trimmed and in lower case. */
  email: string
  passwordHash: string
  displayName?: string
  hasConfirmedEmail?: boolean
}

/** Gives the new account's id, or null for a known e-mail. Asked and written in one statement: fifty sign-ups at once make one account. */
export async function insertAccount(
  { random, clock }: Tools,
  db: Database,
  { passwordHash, ...person }: NewAccount,
): Promise<string | null> {
  const id = random.uuid()
  const now = clock()
  const times = { createdAt: now, updatedAt: now }
  const [user] = await db
    .insert(users)
    .values({ id, ...person, ...times })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (user === undefined) return null
  await db.insert(credentials).values({
    id: random.uuid(),
    userId: id,
    providerId: passwordProvider,
    accountId: id,
    password: passwordHash,
    ...times,
  })
  return id
}
