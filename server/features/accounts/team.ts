import { and, count, desc, eq, ilike, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { postMails, signEmail } from '../notifications/outbox.ts'
import { rightsChangedEmail } from './account-emails.ts'
import { refuseRoleOnWeakPassword } from './staff-passwords.ts'
import { profiles, roleChanges, secondFactors, sessions, users } from './tables.ts'
import { nameOf, type Viewer } from './viewer.ts'

export type TeamPerson = {
  id: string
  name: string
  email: string
  hasConfirmedEmail: boolean
  isAdmin: boolean
  isDriver: boolean
  isBlocked: boolean
  hasSecondFactor: boolean
  createdAt: Date
}

const hasSecondFactor = sql<boolean>`${secondFactors.confirmedAt} is not null`

type Page = { page: number; limit: number }

/** Everybody with a role; with words, everybody whose e-mail or name holds them. */
export async function listTeam(
  db: Database,
  { q = '', page, limit }: Page & { q?: string },
): Promise<{ people: TeamPerson[]; total: number }> {
  const where = q === '' ? or(users.isAdmin, users.isDriver) : matches(q)
  const rows = await db
    .select({ user: users, hasSecondFactor })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(where)
    .orderBy(desc(users.isAdmin), desc(users.isDriver), users.email)
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
    .where(eq(users.id, id))
  return row === undefined ? null : toPerson(row)
}

/** Every word must be found somewhere; signs that mean something to the database are only signs. */
function matches(q: string): SQL | undefined {
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
  user: { displayName, blockedAt, updatedAt: _, ...user },
  ...row
}: PersonRow): TeamPerson {
  return { ...user, ...row, isBlocked: blockedAt !== null, name: nameOf(displayName, user.email) }
}

type NamedPerson = { id: string; name: string; email: string }

export type RoleChange = {
  id: string
  /** Null when the account was deleted since. */
  person: NamedPerson | null
  role: 'admin' | 'driver'
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
    person: toNamed(person),
    changedBy: changedBy === null ? ('owner' as const) : toNamed(changer),
  }))
  return { changes, total: counted?.total ?? 0 }
}

function toNamed(user: typeof users.$inferSelect | null): NamedPerson | null {
  return user && { id: user.id, name: nameOf(user.displayName, user.email), email: user.email }
}

export type Roles = { isAdmin: boolean; isDriver: boolean }

/** Gives and takes roles, and keeps who did it and when. No viewer: the owner at the command line. */
export async function setRoles(
  context: Context,
  viewer: Viewer | null,
  userId: string,
  roles: Partial<Roles>,
  { isQuiet = false } = {},
): Promise<Roles> {
  if (viewer !== null && !viewer.isAdmin) throw new Refusal('not_allowed')
  return await inTransaction(context.db, async (db) => {
    if (roles.isAdmin === false) await refuseWithoutAnotherAdmin(db, userId)
    const [before] = await db.select().from(users).where(eq(users.id, userId)).for('update')
    if (before === undefined) throw new Refusal('not_found')
    if (viewer !== null) refuseUnproven(before, roles)
    const isNew = (roles.isAdmin && !before.isAdmin) || (roles.isDriver && !before.isDriver)
    if (isNew) await refuseRoleOnWeakPassword(db, userId)
    const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
    const told: string[] = []
    const after = { isAdmin: roles.isAdmin ?? before.isAdmin, isDriver: roles.isDriver ?? before.isDriver }
    const now = context.clock()
    await db
      .update(users)
      .set({ ...after, updatedAt: now })
      .where(eq(users.id, userId))
    // Only the staff can turn it on or off: a customer would be asked for codes for ever.
    if (!after.isAdmin && !after.isDriver) await removeFactor(db, userId)
    for (const { role, was, is } of [
      { role: 'admin' as const, was: before.isAdmin, is: after.isAdmin },
      { role: 'driver' as const, was: before.isDriver, is: after.isDriver },
    ]) {
      if (was === is) continue
      told.push(
        `${before.email} is ${is ? 'now' : 'no longer'} ${role === 'admin' ? 'an admin' : 'a driver'}.`,
      )
      const change = {
        id: context.random.uuid(),
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
    if (!isQuiet) await tellAdmins(context, db, viewer, admins, told)
    return after
  })
}

/** Whoever was an admin before learns of it, also the one who did it: their sign-in may have been stolen. */
async function tellAdmins(
  context: Context,
  db: Database,
  viewer: Viewer | null,
  admins: readonly { email: string }[],
  told: readonly string[],
): Promise<void> {
  if (told.length === 0 || admins.length === 0) return
  const teamUrl = `${context.config.publicUrl}/admin/team`
  const email = await signEmail(context, db, rightsChangedEmail(teamUrl, told, viewer?.email ?? null))
  await postMails(
    context,
    db,
    admins.map(({ email: to }) => ({ to, ...email })),
  )
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
    if (before === undefined) throw new Refusal('not_found')
    if ((before.blockedAt !== null) === isBlocked) return
    const now = context.clock()
    const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
    await db
      .update(users)
      .set({ blockedAt: isBlocked ? now : null, updatedAt: now })
      .where(eq(users.id, userId))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await recordAccess(db, viewer, userId, now, isBlocked ? 'blocked the account' : 'unblocked the account')
    const told = `${before.email} ${isBlocked ? 'was blocked' : 'is no longer blocked'}.`
    await tellAdmins(context, db, viewer, admins, [told])
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
    await tellAdmins(context, db, viewer, admins, [told])
  })
}

export async function resetSecondFactorOf(context: Context, email: string): Promise<void> {
  await resetSecondFactor(context, null, (await getAccount(context, email)).id)
}

async function removeFactor(db: Database, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
  const removed = await db.delete(secondFactors).where(isOn).returning({ userId: secondFactors.userId })
  return removed.length > 0
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

/** All admins are locked until the end: two who dismiss each other in the same moment would otherwise leave none. */
export async function refuseWithoutAnotherAdmin(db: Database, userId: string): Promise<void> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.blockedAt)))
    .orderBy(users.id)
    .for('update')
  if (admins.length > 0 && admins.every(({ id }) => id === userId)) throw new Refusal('last_admin')
}

/** Anybody can sign up with a colleague's address. Until its mailbox has answered, it is a stranger. */
function refuseUnproven({ hasConfirmedEmail }: { hasConfirmedEmail: boolean }, roles: Partial<Roles>): void {
  const isGiving = roles.isAdmin === true || roles.isDriver === true
  if (isGiving && !hasConfirmedEmail) throw new Refusal('email_not_confirmed')
}

/**
 * The first admin is made at the command line, by whoever can reach the server itself. Where mails reach people, the mailbox
 * has answered first: a stranger may have signed up with the owner's address. Elsewhere the owner knows whose account it is.
 */
export async function makeAdmin(context: Context, email: string): Promise<void> {
  const account = await getAccount(context, email)
  const isProven = account.hasConfirmedEmail || context.config.mail.smtpUrl === undefined
  if (!isProven) throw new Refusal('email_not_confirmed', { text: unproven(account.email) })
  await inTransaction(context.db, async (db) => {
    await db.update(users).set({ hasConfirmedEmail: true }).where(eq(users.id, account.id))
    await setRoles({ ...context, db }, null, account.id, { isAdmin: true })
  })
}

function unproven(email: string): string {
  return `Nobody has confirmed ${email} yet, and anybody can sign up with it. Press the button in its mail, or ask for a new password on the sign-in page; then try again.`
}

export async function getAccount(
  { db }: Context,
  email: string,
): Promise<Pick<typeof users.$inferSelect, 'id' | 'email' | 'hasConfirmedEmail'>> {
  const [user] = await db
    .select({ id: users.id, email: users.email, hasConfirmedEmail: users.hasConfirmedEmail })
    .from(users)
    .where(eq(users.email, normaliseEmail(email)))
  if (user === undefined)
    throw new Refusal('not_found', { text: `There is no account for ${email}. Sign up first.` })
  return user
}
