import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { OfficeHolder } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type NamedEmail, signEmail } from '../notifications/outbox.ts'
import { confirmationEmail, passwordResetEmail } from './account-emails.ts'
import { hashToken } from './sessions.ts'
import { mailLinks, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

type Purpose = (typeof mailLinks.$inferSelect)['purpose']

type LinkPurpose = Exclude<Purpose, 'download'>

const minute = 60 * 1000
const hour = 60 * minute

const lifetimes = {
  confirm_email: 48 * hour,
  reset_password: 1 * hour,
  download: 1 * minute,
} satisfies Record<Purpose, number>

const paths = {
  confirm_email: '/confirm-email',
  reset_password: '/reset-password',
} satisfies Record<LinkPurpose, string>

/** The address that goes into a mail. The person's earlier link for the same purpose ends. */
async function createLink(context: Context, userId: string, purpose: LinkPurpose): Promise<string> {
  const secret = await createSecret(context, userId, purpose)
  return `${context.config.publicUrl}${paths[purpose]}?token=${secret}`
}

async function createSecret(context: Context, userId: string, purpose: Purpose): Promise<string> {
  const lifetime = lifetimes[purpose]
  const secret = context.random.secret(32)
  const link = { secret: hashToken(secret), expiresAt: new Date(context.clock().getTime() + lifetime) }
  await context.db
    .insert(mailLinks)
    .values({ userId, purpose, ...link })
    .onConflictDoUpdate({ target: [mailLinks.userId, mailLinks.purpose], set: link })
  return secret
}

/** Whose secret it is, or null. Found and deleted in one statement, so that pressing twice uses it once. */
export async function redeemSecret(
  db: Database,
  secret: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [link] = await db
    .delete(mailLinks)
    .where(isLive(secret, purpose, now))
    .returning({ userId: mailLinks.userId })
  return link?.userId ?? null
}

/**
 * Whose mailbox a confirmation link came from. The link stays after its use, so that whoever presses it again hears that all
 * is well; only they have its secret.
 */
export async function findConfirmation(db: Database, secret: string, now: Date) {
  const [found] = await db
    .select({
      userId: users.id,
      email: users.email,
      isConfirmed: users.hasConfirmedEmail,
      expiresAt: mailLinks.expiresAt,
    })
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(and(eq(mailLinks.secret, hashToken(secret)), eq(mailLinks.purpose, 'confirm_email')))
    .for('update')
  return found && (found.isConfirmed || found.expiresAt > now) ? found : null
}

/** Before the hard work for a new password. It decides nothing: the secret is redeemed after it. */
export async function isLiveSecret(
  db: Database,
  secret: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  return (await db.$count(mailLinks, isLive(secret, purpose, now))) > 0
}

function isLive(secret: string, purpose: Purpose, now: Date) {
  return and(
    eq(mailLinks.secret, hashToken(secret)),
    eq(mailLinks.purpose, purpose),
    gt(mailLinks.expiresAt, now),
  )
}

const linkMailJob = 'link-mail'

const linkMail = z.object({ purpose: z.enum(['confirm_email', 'reset_password']), email: z.string() })

const emails = {
  confirm_email: confirmationEmail,
  reset_password: passwordResetEmail,
} satisfies Record<LinkPurpose, (url: string) => NamedEmail>

/** Must be called before the jobs start. */
export function defineLinkMailJob(context: Context): void {
  context.jobs.define(linkMailJob, linkMail, ({ purpose, email }) => sendLinkMail(context, purpose, email))
}

/** The link itself is made when the mail is sent: a secret that waits in a queue could be read there. */
export async function postLinkMail(
  { jobs }: Context,
  db: Database,
  purpose: LinkPurpose,
  email: string,
): Promise<void> {
  await jobs.send(db, linkMailJob, { purpose, email })
}

/** Whoever has no account gets no mail, and whoever asked for it never learns which it was. */
async function sendLinkMail(context: Context, purpose: LinkPurpose, email: string): Promise<void> {
  const [user] = await context.db.select().from(users).where(eq(users.email, email))
  if (user === undefined || (purpose === 'confirm_email' && user.hasConfirmedEmail)) return
  const url = await createLink(context, user.id, purpose)
  await context.mailer.send({ to: email, ...(await signEmail(context, context.db, emails[purpose](url))) })
}

/**
 * A browser that saves a file straight to its disk cannot send the sign-in along, so the address carries a ticket instead:
 * good for one download within a minute. Whoever finds the address later finds nothing behind it.
 */
export function giveDownloadTicket(context: Context, { id }: Viewer): Promise<string> {
  return createSecret(context, id, 'download')
}

/** Who holds this ticket, with the roles that they have now. The ticket is used up. */
export async function takeDownloadTicket(
  context: Context,
  ticket: string,
): Promise<({ id: string } & OfficeHolder) | null> {
  const userId = await redeemSecret(context.db, ticket, 'download', context.clock())
  if (userId === null) return null
  const { id, isAdmin, isManager, isHelper, blockedAt } = users
  const mayEnter = and(eq(id, userId), isNull(blockedAt))
  const [holder] = await context.db.select({ id, isAdmin, isManager, isHelper }).from(users).where(mayEnter)
  return holder ?? null
}
