import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { fingerprint } from './fingerprint.ts'
import { mailLinks } from './tables.ts'

type Purpose = (typeof mailLinks.$inferSelect)['purpose']

export type LinkPurpose = Exclude<Purpose, 'download'>

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

/** Makes the address that goes into a mail. The person's earlier link for the same purpose ends. */
export async function makeLink(tools: Tools, userId: string, purpose: LinkPurpose): Promise<string> {
  const secret = await makeSecret(tools, userId, purpose)
  return `${tools.config.publicUrl}${paths[purpose]}?token=${secret}`
}

export async function makeSecret(tools: Tools, userId: string, purpose: Purpose): Promise<string> {
  const lifetime = lifetimes[purpose]
  const secret = tools.random.secret(32)
  const link = { secret: fingerprint(secret), expiresAt: new Date(tools.clock().getTime() + lifetime) }
  await tools.db
    .insert(mailLinks)
    .values({ userId, purpose, ...link })
    .onConflictDoUpdate({ target: [mailLinks.userId, mailLinks.purpose], set: link })
  return secret
}

/** Whose link it is, or null. Found and ended in one statement, so that pressing twice uses it once. */
export async function endLink(
  db: Database,
  secret: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [link] = await db
    .delete(mailLinks)
    .where(
      and(
        eq(mailLinks.secret, fingerprint(secret)),
        eq(mailLinks.purpose, purpose),
        gt(mailLinks.expiresAt, now),
      ),
    )
    .returning({ userId: mailLinks.userId })
  return link?.userId ?? null
}
