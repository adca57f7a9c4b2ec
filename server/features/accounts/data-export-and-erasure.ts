import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, type Topic } from '#server/platform/database/invalidation.ts'
import { postEmail } from '../notifications/outbox.ts'
import { accountDeletedEmail } from './account-emails.ts'
import { refuseWithoutAnotherAdmin } from './change-roles.ts'
import { type Caller, limitDownloads } from './limits.ts'
import { proveOwnPhone } from './phone-sign-in.ts'
import { findProfile, postAvatarRemoval } from './profile.ts'
import { listSessions } from './sessions.ts'
import { provePassword } from './sign-in-and-sign-up.ts'
import { apiKeys, profiles, roleChanges, users } from './tables.ts'
import { hasAnyStaffRole, type Person, personOf, type Viewer } from './viewer.ts'

/** What one feature stores about people: how it is exported, and how it is erased. */
export type PersonalRecords = {
  /** The heading in the file that a person downloads. */
  name: string
  /** Pages that show something of it. */
  shownOn?: readonly Topic[]
  list(db: Database, person: Person): Promise<unknown>
  /** Runs in the transaction that deletes the account, and may refuse it. */
  forget(db: Database, person: Person): Promise<void>
}

/** Everything the shop knows about one person, as the Data Protection Act gives everyone the right to see it. */
export async function collectOwnData(
  context: Context,
  records: readonly PersonalRecords[],
  viewer: Viewer,
): Promise<Record<string, unknown>> {
  await limitDownloads(context, viewer)
  const { db } = context
  const isPerson = eq(users.id, viewer.id)
  const [user] = await db.select().from(users).where(isPerson)
  if (user === undefined) throw new Refusal('not_signed_in')
  const { isKey: _, ...account } = user
  const roles = { role: roleChanges.role, isGiven: roleChanges.isGiven, changedAt: roleChanges.changedAt }
  const data: Record<string, unknown> = {
    collectedAt: context.clock(),
    account,
    profile: await findProfile(context, isPerson),
    sessions: await listSessions(context, viewer),
    roleChanges: await db.select(roles).from(roleChanges).where(eq(roleChanges.userId, viewer.id)),
  }
  for (const { name, list } of records) data[name] = await list(db, personOf(viewer))
  return data
}

/** Each feature erases its part, or all of it stays: a half-deleted person could neither sign in nor ask again. */
export async function deleteAccount(
  context: Context,
  records: readonly PersonalRecords[],
  viewer: Viewer,
  { password = '', code, device }: { password?: string; code?: string; device?: string },
  caller: Caller,
): Promise<void> {
  if (viewer.email !== null) await provePassword(context, viewer, { password, field: 'password' })
  else await proveOwnPhone(context, viewer, { code, field: 'code', device }, caller)
  const topics = records.flatMap(({ shownOn }) => shownOn ?? [])
  await invalidating(context, topics, async (db) => {
    await refuseWithoutAnotherAdmin(db, viewer.id)
    await refuseWithRole(db, viewer.id)
    for (const { forget } of records) await forget(db, personOf(viewer))
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, viewer.id))
    if (profile?.avatarId) await postAvatarRemoval(context, db, profile.avatarId)
    const [deleted] = await db.delete(users).where(eq(users.id, viewer.id)).returning({ email: users.email })
    if (deleted === undefined) throw new Refusal('not_signed_in')
    if (deleted.email !== null) await postEmail(context, db, deleted.email, accountDeletedEmail())
  })
}

/** What somebody did with a role stands under their name; without a word to the admins it would be nobody's. */
async function refuseWithRole(db: Database, id: string): Promise<void> {
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('update')
  if (person && hasAnyStaffRole(person)) throw new Refusal('role_held')
}

/** Of people who never were. What they have done is nobody's from now on, and their keys open nothing. */
export async function eraseAccounts(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const areTheirs = and(inArray(apiKeys.madeBy, [...ids]), isNull(apiKeys.revokedAt))
  await db.update(apiKeys).set({ revokedAt: clock() }).where(areTheirs)
  await db.delete(users).where(inArray(users.id, [...ids]))
}
