import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { changing } from '#server/platform/database/changes.ts'
import type { Tools } from '#server/platform/tools.ts'
import { postLetter } from '../notifications/outbox.ts'
import { accountDeletedLetter } from './account-emails.ts'
import { postAvatarRemoval } from './avatars.ts'
import type { Caller } from './limits.ts'
import type { PersonalRecords } from './data-export-and-erasure.ts'
import { provePassword } from './prove-password.ts'
import { refuseWithoutAnotherAdmin } from './set-roles.ts'
import { profiles, users } from './tables.ts'
import { personOf, type Viewer } from './viewer.ts'

/** Each room forgets its part, or all of it stays: a half-deleted person could neither sign in nor ask again. */
export async function deleteAccount(
  tools: Tools,
  records: readonly PersonalRecords[],
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<void> {
  await provePassword(tools, viewer, { password, field: 'password' }, caller)
  const topics = records.flatMap(({ shownOn }) => shownOn ?? [])
  await changing(tools, topics, async (db) => {
    await refuseWithoutAnotherAdmin(db, viewer.id)
    for (const { forget } of records) await forget(db, personOf(viewer))
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, viewer.id))
    if (profile?.avatarId) await postAvatarRemoval(tools, db, profile.avatarId)
    const [deleted] = await db.delete(users).where(eq(users.id, viewer.id)).returning({ email: users.email })
    if (deleted === undefined) throw new Refusal('not_signed_in')
    await postLetter(tools, db, deleted.email, accountDeletedLetter())
  })
}
