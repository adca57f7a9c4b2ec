import { and, eq, gt } from 'drizzle-orm'
import type { Tools } from '#server/platform/tools.ts'
import { fingerprint } from './fingerprint.ts'
import { isDueForRenewal, sessionEnd } from './session-lifetime.ts'
import { sessions, users } from './tables.ts'
import { nameOf, type Viewer } from './viewer.ts'

/** Who holds this token, asked anew on each request. A made-up token costs the same as a true one. */
export async function findViewer({ db, clock }: Tools, token: string): Promise<Viewer | null> {
  const now = clock()
  const [row] = await db
    .select({
      id: users.id,
      sessionId: sessions.id,
      email: users.email,
      displayName: users.displayName,
      isAdmin: users.isAdmin,
      isDriver: users.isDriver,
      hasConfirmedEmail: users.hasConfirmedEmail,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, fingerprint(token)), gt(sessions.expiresAt, now)))
  if (row === undefined) return null
  const { expiresAt, displayName, ...person } = row
  if (isDueForRenewal(expiresAt, now)) {
    const times = { expiresAt: sessionEnd(now), updatedAt: now }
    await db.update(sessions).set(times).where(eq(sessions.id, person.sessionId))
  }
  return { ...person, name: nameOf(displayName, person.email) }
}
