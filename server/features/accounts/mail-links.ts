import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import { fingerprint } from './fingerprint.ts'
import { mailLinks } from './tables.ts'

export type LinkPurpose = (typeof mailLinks.$inferSelect)['purpose']

const hour = 60 * 60 * 1000

const linkKinds = {
  confirm_email: { path: '/confirm-email', lifetime: 48 * hour },
  reset_password: { path: '/reset-password', lifetime: 1 * hour },
} satisfies Record<LinkPurpose, { path: string; lifetime: number }>

/** Makes the address that goes into a mail. The person's earlier link for the same purpose ends. */
export async function makeLink(tools: Tools, userId: string, purpose: LinkPurpose): Promise<string> {
  const { path, lifetime } = linkKinds[purpose]
  const secret = tools.random.secret(32)
  const link = { secret: fingerprint(secret), expiresAt: new Date(tools.clock().getTime() + lifetime) }
  await tools.db
    .insert(mailLinks)
    .values({ userId, purpose, ...link })
    .onConflictDoUpdate({ target: [mailLinks.userId, mailLinks.purpose], set: link })
  return `${tools.config.publicUrl}${path}?token=${secret}`
}

/** Whose link it is, or null. Found and ended in one statement, so that pressing twice uses it once. */
export async function endLink(
  db: Database,
  secret: string,
  purpose: LinkPurpose,
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
