import { and, count, desc, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Refusal } from '#contract/refusals.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { StaffRole } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import {
  getAccount,
  keysThatStillWork,
  refuseWithoutAnotherAdmin,
  removeFactor,
  tellAdmins,
} from './change-roles.ts'
import { endInvitationsBy } from './invitations.ts'
import { profiles, roleChanges, secondFactors, sessions, users } from './tables.ts'
import { nameOf, type Roles, type Viewer } from './viewer.ts'

type TeamPerson = Roles & {
  id: string
  name: string
  /** Empty for whoever signs in by phone alone. */
  email: string
  hasConfirmedEmail: boolean
  isBlocked: boolean
  hasSecondFactor: boolean
  createdAt: Date
}

/** Whoever works here. */
export const isStaffRow = sql<boolean>`(${users.isAdmin} or ${users.isManager} or ${users.isHelper} or ${users.isDriver})`

const hasSecondFactor = sql<boolean>`${secondFactors.confirmedAt} is not null`

type Page = { page: number; limit: number }

/** Everybody with a role; with words, everybody whose e-mail or name holds them, or whose number it is. */
export async function listTeam(
  db: Database,
  { q = '', page, limit }: Page & { q?: string },
): Promise<{ people: TeamPerson[]; total: number }> {
  const where = q === '' ? isStaffRow : and(matches(q), eq(users.isKey, false))
  const rows = await db
    .select({ user: users, hasSecondFactor })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(where)
    .orderBy(
      desc(users.isAdmin),
      desc(users.isManager),
      desc(users.isHelper),
      desc(users.isDriver),
      users.email,
    )
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db
    .select({ total: count() })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(where)
  return { people: rows.map(toPerson), total: counted?.total ?? 0 }
}

export async function findTeamPerson(db: Database, id: string): Promise<TeamPerson | null> {
  const [row] = await db
    .select({ user: users, hasSecondFactor })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, id), eq(users.isKey, false)))
  return row === undefined ? null : toPerson(row)
}

/** Every word must be found somewhere; signs that mean something to the database are only signs. */
function matches(q: string): SQL | undefined {
  const phone = normalisePhone(q)
  if (phone !== null) return eq(users.phone, phone)
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6)
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return or(
        ilike(users.email, pattern),
        ilike(users.displayName, pattern),
        ilike(profiles.fullName, pattern),
      )
    }),
  )
}

type PersonRow = { user: typeof users.$inferSelect; hasSecondFactor: boolean }

function toPerson({
  user: { displayName, blockedAt, updatedAt: _, email, ...user },
  ...row
}: PersonRow): TeamPerson {
  const name = nameOf(displayName, email)
  return { ...user, ...row, email: email ?? '', isBlocked: blockedAt !== null, name }
}

export type NamedPerson = { id: string; name: string; email: string }

type RoleChange = {
  id: string
  /** Null when the account was deleted since. */
  person: NamedPerson | null
  role: StaffRole
  isGiven: boolean
  /** The owner is whoever works at the command line. */
  changedBy: NamedPerson | 'owner' | null
  changedAt: Date
}

/** Who gave or took which role, the newest first. */
export async function listRoleChanges(
  db: Database,
  { page, limit }: Page,
): Promise<{ changes: RoleChange[]; total: number }> {
  const changers = alias(users, 'changers')
  const rows = await db
    .select({ change: roleChanges, person: users, changer: changers })
    .from(roleChanges)
    .leftJoin(users, eq(users.id, roleChanges.userId))
    .leftJoin(changers, eq(changers.id, roleChanges.changedBy))
    .orderBy(desc(roleChanges.changedAt), roleChanges.id)
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(roleChanges)
  const changes = rows.map(({ change: { userId: _, changedBy, ...change }, person, changer }) => ({
    ...change,
    person: toNamedPerson(person),
    changedBy: changedBy === null ? ('owner' as const) : toNamedPerson(changer),
  }))
  return { changes, total: counted?.total ?? 0 }
}

export function toNamedPerson(user: typeof users.$inferSelect | null): NamedPerson | null {
  return user && { id: user.id, name: nameOf(user.displayName, user.email), email: user.email ?? '' }
}

/** Whoever is blocked is out at once and stays out, with any password, until an admin lets them in again. */
export async function setBlocked(
  context: Context,
  viewer: Viewer,
  userId: string,
  isBlocked: boolean,
): Promise<void> {
  if (userId === viewer.id) throw new Refusal('own_account')
  await inTransaction(context.db, async (db) => {
    if (isBlocked) await refuseWithoutAnotherAdmin(db, userId)
    const [before] = await db.select().from(users).where(eq(users.id, userId)).for('update')
    if (before === undefined || before.isKey) throw new Refusal('not_found')
    if ((before.blockedAt !== null) === isBlocked) return
    const now = context.clock()
    const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
    await db
      .update(users)
      .set({ blockedAt: isBlocked ? now : null, updatedAt: now })
      .where(eq(users.id, userId))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await endInvitationsBy(db, userId)
    await recordAccess(db, viewer, userId, now, isBlocked ? 'blocked the account' : 'unblocked the account')
    const told = `${before.email ?? 'Somebody who signs in by phone'} ${isBlocked ? 'was blocked' : 'is no longer blocked'}.`
    const keys = isBlocked ? await keysThatStillWork(db, userId) : []
    await tellAdmins(context, db, viewer.email, admins, [told, ...keys])
  })
}

/** For a phone that was lost or a colleague who left: they are signed out everywhere, and may sign in again. */
export async function endSessionsOf(context: Context, viewer: Viewer, userId: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    if ((await findTeamPerson(db, userId)) === null) throw new Refusal('not_found')
    const isTheirs = eq(sessions.userId, userId)
    const isOther = userId === viewer.id ? ne(sessions.id, viewer.sessionId) : undefined
    await db.delete(sessions).where(and(isTheirs, isOther))
    await recordAccess(db, viewer, userId, context.clock(), 'ended the sessions')
  })
}

/** For a phone that is lost with all recovery codes. Whoever has the phone is out, too. No viewer: the owner at the command line. */
export async function resetSecondFactor(
  context: Context,
  viewer: Viewer | null,
  userId: string,
): Promise<void> {
  if (userId === viewer?.id)
    throw new Refusal('own_account', { text: 'Please turn off your own under Account.' })
  await inTransaction(context.db, async (db) => {
    const person = await findTeamPerson(db, userId)
    if (person === null) throw new Refusal('not_found')
    if (!(await removeFactor(db, userId))) return
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await recordAccess(db, viewer, userId, context.clock(), 'reset the second factor')
    const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
    const told = `${person.email} signs in without a second factor until they set up a new one.`
    await tellAdmins(context, db, viewer?.email ?? null, admins, [told])
  })
}

export async function resetSecondFactorOf(context: Context, email: string): Promise<void> {
  await resetSecondFactor(context, null, (await getAccount(context, email)).id)
}

async function recordAccess(
  db: Database,
  viewer: Viewer | null,
  userId: string,
  at: Date,
  action: string,
): Promise<void> {
  await recordChange(db, { at, actorId: viewer?.id ?? null, thing: 'team', thingId: userId, action })
}
