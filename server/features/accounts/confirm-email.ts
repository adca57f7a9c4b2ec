import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { endLink } from './one-time-links.ts'
import { users } from './tables.ts'

export async function confirmEmail(tools: Tools, secret: string): Promise<void> {
  const now = tools.clock()
  await inTransaction(tools.db, async (db) => {
    const userId = await endLink(db, secret, 'confirm_email', now)
    if (userId === null) throw new Refusal('invalid_link')
    await db.update(users).set({ hasConfirmedEmail: true, updatedAt: now }).where(eq(users.id, userId))
  })
}
