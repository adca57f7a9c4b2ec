import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Tools } from '#server/platform/tools.ts'
import { limitDownloads } from './limits.ts'
import type { PersonalRecords } from './data-export-and-erasure.ts'
import { findProfile } from './profile.ts'
import { listSessions } from './sessions.ts'
import { roleChanges, users } from './tables.ts'
import { personOf, type Viewer } from './viewer.ts'

/** Everything the shop knows about one person, as the Data Protection Act gives everyone the right to see it. */
export async function collectOwnData(
  tools: Tools,
  records: readonly PersonalRecords[],
  viewer: Viewer,
): Promise<Record<string, unknown>> {
  await limitDownloads(tools, viewer)
  const { db } = tools
  const isPerson = eq(users.id, viewer.id)
  const [user] = await db.select().from(users).where(isPerson)
  if (user === undefined) throw new Refusal('not_signed_in')
  const roles = { role: roleChanges.role, isGiven: roleChanges.isGiven, changedAt: roleChanges.changedAt }
  const data: Record<string, unknown> = {
    collectedAt: tools.clock(),
    account: user,
    profile: await findProfile(db, isPerson),
    sessions: await listSessions(tools, viewer),
    roleChanges: await db.select(roles).from(roleChanges).where(eq(roleChanges.userId, viewer.id)),
  }
  for (const { name, list } of records) data[name] = await list(db, personOf(viewer))
  return data
}
