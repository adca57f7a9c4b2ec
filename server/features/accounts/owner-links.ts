import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { StaffRole } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { setRoles } from './change-roles.ts'
import { type Caller, limitWrongLinks } from './limits.ts'
import { hashPassword, noteStrength, refuseWeakPassword } from './passwords.ts'
import { hashToken } from './sessions.ts'
import { insertAccount } from './sign-in-and-sign-up.ts'
import { ownerLinks, users } from './tables.ts'
import { roleFields } from './viewer.ts'

const lifetime = 24 * 60 * 60 * 1000

/** The address with which the owner makes an account that runs the shop: once, within a day. */
export async function inviteOwner(context: Context, email: string | null = null): Promise<string> {
  const secret = context.random.secret(32)
  const now = context.clock()
  const expiresAt = new Date(now.getTime() + lifetime)
  await inTransaction(context.db, async (db) => {
    if (email !== null && (await isKnown(db, email)))
      throw new Refusal('account_exists', { text: known(email) })
    await db.delete(ownerLinks).where(lte(ownerLinks.expiresAt, now))
    await db.insert(ownerLinks).values({ secret: hashToken(secret), email, expiresAt })
  })
  return `${context.config.publicUrl}/welcome?token=${secret}`
}

function known(email: string): string {
  return `There is an account for ${email} already. Make it an admin: npm run shop -- make-admin ${email}`
}

async function isKnown(db: Database, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0
}

/** Nobody knows any more who has them. Whoever runs the shop has a new one printed. */
export async function endOwnerLinks(db: Database): Promise<void> {
  await db.delete(ownerLinks).where(isNull(ownerLinks.invitedBy))
}

/** A shop that nobody runs yet says so, and how that changes, each time it starts. */
export async function hasAdmin({ db }: Context): Promise<boolean> {
  return (await db.$count(users, eq(users.isAdmin, true))) > 0
}

/** Whom the link is meant for. It stays good. */
export async function findOwnerLink(
  context: Context,
  secret: string,
  caller: Caller,
): Promise<{ email: string | null; role: StaffRole; isInvitation: boolean }> {
  const [link] = await context.db
    .select({ email: ownerLinks.email, role: ownerLinks.role, invitedBy: ownerLinks.invitedBy })
    .from(ownerLinks)
    .where(isLive(secret, context.clock()))
  if (link !== undefined) {
    const { invitedBy, ...meant } = link
    return { ...meant, isInvitation: invitedBy !== null }
  }
  await limitWrongLinks(context, caller)
  throw deadLink()
}

type Owner = { token: string; email: string; password: string; name?: string }

/**
 * Whoever has the owner's link was given it by somebody who can reach the server itself, so the e-mail counts as confirmed.
 * That of an invitation does where the admin has named it; what the invited person types proves nothing, and no mail goes
 * there by itself: after a slip of the finger it would hand the account to a stranger.
 */
export async function createOwner(
  context: Context,
  { token, email, password, name = '' }: Owner,
  caller: Caller,
): Promise<{ id: string; email: string }> {
  const meant = await findOwnerLink(context, token, caller)
  if (meant.isInvitation && meant.email !== null && meant.email !== email) throw otherEmail(meant.email)
  refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  return await inTransaction(context.db, async (db) => {
    const link = await takeLink(context, db, token, meant.isInvitation)
    const hasConfirmedEmail = link.invitedBy === null || link.email !== null
    const displayName = name === '' ? undefined : name
    const id = await insertAccount(context, db, { email, passwordHash, displayName, hasConfirmedEmail })
    if (id === null)
      throw new Refusal('invalid_input', {
        fields: { email: 'There is an account with this email already. Please use another one.' },
      })
    await noteStrength(db, id, password)
    const { role, invitedBy } = link
    await setRoles({ ...context, db }, null, id, { [roleFields[role]]: true }, { invitedBy })
    return { id, email }
  })
}

/**
 * Found and deleted in one statement, so that two who open it at once make one account. With the owner's link go those that
 * were printed for nobody in particular: there is an owner now.
 */
async function takeLink(context: Context, db: Database, token: string, isInvitation: boolean) {
  const isIt = isLive(token, context.clock())
  const isPrinted = and(isNull(ownerLinks.email), isNull(ownerLinks.invitedBy))
  const taken = await db
    .delete(ownerLinks)
    .where(isInvitation ? isIt : or(isIt, isPrinted))
    .returning()
  const link = taken.find(({ secret }) => secret === hashToken(token))
  if (link === undefined) throw deadLink()
  return link
}

function otherEmail(email: string): Refusal {
  return new Refusal('invalid_input', { fields: { email: `This invitation is for ${email}` } })
}

function isLive(secret: string, now: Date) {
  return and(eq(ownerLinks.secret, hashToken(secret)), gt(ownerLinks.expiresAt, now))
}

function deadLink(): Refusal {
  return new Refusal('invalid_link', {
    text: 'This link was already used, or it is too old. If you made your account with it, please sign in.',
  })
}
