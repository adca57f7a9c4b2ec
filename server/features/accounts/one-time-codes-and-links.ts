import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { codeLength, codeTries } from '#rules/one-time-code.ts'
import type { OfficeHolder } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type NamedEmail, signEmail } from '../notifications/outbox.ts'
import { confirmationEmail, passwordResetEmail } from './account-emails.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { hashToken } from './sessions.ts'
import { mailLinks, oneTimeCodes, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

export const wrongOneTimeCode =
  'This code is not right, or it is too old. If several came, try the newest, or ask for another one'

/** Gives the code in plain text, once, for the message that carries it. The one before ends. */
export async function makeCode(
  { db, clock, random }: Context,
  target: string,
  minutes: number,
): Promise<string> {
  const code = String(random.below(10 ** codeLength)).padStart(codeLength, '0')
  const fresh = {
    code: await hashPassword(code),
    tries: 0,
    expiresAt: new Date(clock().getTime() + minutes * 60_000),
  }
  await db
    .insert(oneTimeCodes)
    .values({ target, ...fresh })
    .onConflictDoUpdate({ target: oneTimeCodes.target, set: fresh })
  return code
}

export type TypedCode = { target: string; code: string; field: string }

/**
 * The right code opens once. Of several, all are used or none: whoever mistypes one need not ask for the other again.
 * Gives the fields of those that are wrong.
 */
export async function takeCodes(context: Context, typed: readonly TypedCode[]): Promise<string[]> {
  const wrong: string[] = []
  const right = []
  for (const { target, code, field } of typed) {
    const hash = await tryCode(context, target, code)
    if (hash === null) wrong.push(field)
    else right.push(and(eq(oneTimeCodes.target, target), eq(oneTimeCodes.code, hash)))
  }
  if (wrong.length > 0) return wrong
  const { rowCount } = await context.db.delete(oneTimeCodes).where(or(...right))
  return rowCount === typed.length ? [] : typed.map(({ field }) => field)
}

/**
 * A try is counted before it is made, so that many at once are not more than a few.
 * Where there is no code, the same work is done: no clock tells whether one was sent.
 */
async function tryCode({ db, clock }: Context, target: string, typed: string): Promise<string | null> {
  const isLive = and(lt(oneTimeCodes.tries, codeTries), gt(oneTimeCodes.expiresAt, clock()))
  const [tried] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(eq(oneTimeCodes.target, target), isLive))
    .returning({ code: oneTimeCodes.code })
  if (tried === undefined) {
    await hashPassword(typed)
    return null
  }
  return (await isPassword(tried.code, typed)) ? tried.code : null
}

const clearJob = 'clear-codes'

/** Numbers of people who never came are forgotten. Must be called before the jobs start. */
export function defineCodesJob({ db, clock, jobs }: Context): void {
  jobs.define(clearJob, z.object({}), async () => {
    await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, clock()))
  })
  jobs.schedule(clearJob, '43 * * * *')
}

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
