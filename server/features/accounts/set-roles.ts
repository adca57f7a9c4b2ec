import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { recordChange } from '../audit/record-change.ts'
import { roleChanges, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

export type Roles = { isAdmin: boolean; isDriver: boolean }

/** Gives and takes roles, and keeps who did it and when. No viewer: the owner at the command line. */
export async function setRoles(
  tools: Tools,
  viewer: Viewer | null,
  userId: string,
  roles: Partial<Roles>,
): Promise<Roles> {
  if (viewer !== null && !viewer.isAdmin) throw new Refusal('not_allowed')
  return await inTransaction(tools.db, async (db) => {
    if (roles.isAdmin === false) await refuseWithoutAnotherAdmin(db, userId)
    const [before] = await db.select().from(users).where(eq(users.id, userId)).for('update')
    if (before === undefined) throw new Refusal('not_found')
    if (viewer !== null) refuseUnproven(before, roles)
    const after = { isAdmin: roles.isAdmin ?? before.isAdmin, isDriver: roles.isDriver ?? before.isDriver }
    const now = tools.clock()
    await db
      .update(users)
      .set({ ...after, updatedAt: now })
      .where(eq(users.id, userId))
    for (const { role, was, is } of [
      { role: 'admin' as const, was: before.isAdmin, is: after.isAdmin },
      { role: 'driver' as const, was: before.isDriver, is: after.isDriver },
    ]) {
      if (was === is) continue
      const change = {
        id: tools.random.uuid(),
        userId,
        role,
        isGiven: is,
        changedBy: viewer?.id ?? null,
        changedAt: now,
      }
      await db.insert(roleChanges).values(change)
      await recordChange(db, {
        at: now,
        actorId: viewer?.id ?? null,
        thing: 'team',
        thingId: userId,
        action: is ? 'gave a role' : 'took a role',
        before: { [role]: was },
        after: { [role]: is },
      })
    }
    return after
  })
}

/** All admins are held until the end: two who dismiss each other in the same moment would otherwise leave none. */
export async function refuseWithoutAnotherAdmin(db: Database, userId: string): Promise<void> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(users.id)
    .for('update')
  if (admins.length > 0 && admins.every(({ id }) => id === userId)) throw new Refusal('last_admin')
}

/** Anybody can sign up with a colleague's address. Until its mailbox has answered, it is a stranger. */
function refuseUnproven({ hasConfirmedEmail }: { hasConfirmedEmail: boolean }, roles: Partial<Roles>): void {
  const isGiving = roles.isAdmin === true || roles.isDriver === true
  if (isGiving && !hasConfirmedEmail) throw new Refusal('email_not_confirmed')
}
