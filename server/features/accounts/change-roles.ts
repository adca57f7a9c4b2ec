import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { may, officeRoleOf, type StaffRole, staffRoles, staffRoleWords } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { postMails, signEmail } from '../notifications/outbox.ts'
import { rightsChangedEmail } from './account-emails.ts'
import { endInvitationsBy } from './invitations.ts'
import { refuseRoleOnWeakPassword } from './passwords.ts'
import { removePhonesOf } from './push-phones.ts'
import { apiKeys, mailLinks, roleChanges, secondFactors, users } from './tables.ts'
import { hasAnyStaffRole, type Roles, roleFields, type Viewer } from './viewer.ts'

type Circumstances = {
  /** Nobody is told, as for accounts that come with the sample shop. */
  isQuiet?: boolean
  /** Who invited the person, where nobody is signed in at this moment. */
  invitedBy?: string | null
}

/** Gives and takes roles, and keeps who did it and when. No viewer: an invitation, or the owner at the command line. */
export async function setRoles(
  context: Context,
  viewer: Viewer | null,
  userId: string,
  roles: Partial<Roles>,
  { isQuiet = false, invitedBy = null }: Circumstances = {},
): Promise<Roles> {
  if (viewer !== null && !may(viewer, 'team')) throw new Refusal('not_allowed')
  return await inTransaction(context.db, async (db) => {
    if (roles.isAdmin === false) await refuseWithoutAnotherAdmin(db, userId)
    const [before] = await db.select().from(users).where(eq(users.id, userId)).for('update')
    if (before === undefined || before.isKey) throw new Refusal('not_found')
    if (viewer !== null) refuseUnproven(before, roles)
    const changed = staffRoles.filter((role) => isChanged(role, before, roles))
    const given = changed.filter((role) => roles[roleFields[role]])
    if (given.length > 0) await refuseRoleOnWeakPassword(db, userId)
    const admins = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.isAdmin, true))
    const after = { ...rolesOf(before), ...withoutUndefined(roles) }
    const now = context.clock()
    await db
      .update(users)
      .set({ ...after, updatedAt: now })
      .where(eq(users.id, userId))
    if (given.length < changed.length) await takeAway(db, userId, after)
    const actorId = viewer?.id ?? invitedBy
    for (const role of changed) {
      const isGiven = after[roleFields[role]]
      const change = { id: context.random.uuid(), userId, role, isGiven, changedBy: actorId, changedAt: now }
      await db.insert(roleChanges).values(change)
      await recordChange(db, {
        at: now,
        actorId,
        thing: 'team',
        thingId: userId,
        action: isGiven ? 'gave a role' : 'took a role',
        before: { [role]: !isGiven },
        after: { [role]: isGiven },
      })
    }
    const told = changed.map((role) => roleText(before.email, role, after[roleFields[role]]))
    const by = viewer?.email ?? admins.find(({ id }) => id === invitedBy)?.email ?? null
    const keys = changed.includes('admin') && !after.isAdmin ? await keysThatStillWork(db, userId) : []
    if (!isQuiet) await tellAdmins(context, db, by, admins, [...told, ...keys])
    return after
  })
}

/** A key belongs to the shop and outlives whoever made it; the admins decide, so they have to know. */
export async function keysThatStillWork(db: Database, userId: string): Promise<string[]> {
  const keys = await db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.madeBy, userId), isNull(apiKeys.revokedAt)))
    .orderBy(apiKeys.madeAt)
  return keys.map(
    ({ name }) =>
      `They made the key “${name}”, which still works. If you do not trust it, revoke it under Team, Connections.`,
  )
}

function isChanged(role: StaffRole, before: Roles, wanted: Partial<Roles>): boolean {
  const field = roleFields[role]
  return wanted[field] !== undefined && wanted[field] !== before[field]
}

function rolesOf({ isAdmin, isManager, isHelper, isDriver }: Roles): Roles {
  return { isAdmin, isManager, isHelper, isDriver }
}

function withoutUndefined(roles: Partial<Roles>): Partial<Roles> {
  return Object.fromEntries(Object.entries(roles).filter(([, value]) => value !== undefined))
}

function roleText(email: string | null, role: StaffRole, isGiven: boolean): string {
  return `${email} is ${isGiven ? 'now' : 'no longer'} ${staffRoleWords[role].one}.`
}

/** What somebody has at hand with a role goes with it. */
async function takeAway(db: Database, userId: string, left: Roles): Promise<void> {
  await db.delete(mailLinks).where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, 'download')))
  if (!left.isAdmin) await endInvitationsBy(db, userId)
  if (officeRoleOf(left) === null) await removePhonesOf(db, userId)
  // Only the staff can turn it on or off: a customer would be asked for codes for ever.
  if (!hasAnyStaffRole(left)) await removeFactor(db, userId)
}

/** Whoever was an admin before learns of it, also the one who did it: their sign-in may have been stolen. */
export async function tellAdmins(
  context: Context,
  db: Database,
  by: string | null,
  admins: readonly { email: string | null }[],
  told: readonly string[],
): Promise<void> {
  if (told.length === 0 || admins.length === 0) return
  const teamUrl = `${context.config.publicUrl}/admin/team`
  const email = await signEmail(context, db, rightsChangedEmail(teamUrl, told, by))
  await postMails(
    context,
    db,
    admins.flatMap(({ email: to }) => (to === null ? [] : { to, ...email })),
  )
}

export async function removeFactor(db: Database, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
  const removed = await db.delete(secondFactors).where(isOn).returning({ userId: secondFactors.userId })
  return removed.length > 0
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

/** Anybody can sign up with a colleague's address. Until its mailbox has answered, it is a stranger, unless they were invited. */
function refuseUnproven(person: typeof users.$inferSelect, roles: Partial<Roles>): void {
  const isKnown = person.hasConfirmedEmail || hasAnyStaffRole(person)
  if (hasAnyStaffRole(roles) && !isKnown) throw new Refusal('email_not_confirmed')
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
): Promise<{ id: string; email: string; hasConfirmedEmail: boolean }> {
  const wanted = normaliseEmail(email)
  const [user] = await db
    .select({ id: users.id, hasConfirmedEmail: users.hasConfirmedEmail })
    .from(users)
    .where(eq(users.email, wanted))
  if (user === undefined)
    throw new Refusal('not_found', { text: `There is no account for ${email}. Sign up first.` })
  return { ...user, email: wanted }
}
