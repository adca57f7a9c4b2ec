import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { deviceName } from '#rules/device-name.ts'
import type { Tools } from '#server/platform/tools.ts'
import { fingerprint } from './fingerprint.ts'
import { sessionEnd } from './session-lifetime.ts'
import { sessions } from './tables.ts'
import type { Viewer } from './viewer.ts'

export type Session = {
  id: string
  /** Such as "Chrome on Android". */
  device: string
  isCurrent: boolean
  createdAt: Date
  lastUsedAt: Date
}

/** Gives the new session's token. It exists in this answer only: the database keeps its fingerprint. */
export async function startSession(
  { db, clock, random }: Tools,
  userId: string,
  userAgent: string,
): Promise<string> {
  const now = clock()
  const token = random.secret(32)
  await db.insert(sessions).values({
    id: random.uuid(),
    token: fingerprint(token),
    userId,
    expiresAt: sessionEnd(now),
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    updatedAt: now,
  })
  return token
}

/** Where this person is signed in, this device first. */
export async function listSessions({ db, clock }: Tools, viewer: Viewer): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, clock())))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.updatedAt), sessions.id)
    .limit(100)
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: deviceName(userAgent),
    isCurrent: id === viewer.sessionId,
    createdAt,
    lastUsedAt: updatedAt,
  }))
}

/** A session of somebody else is answered like one that never was. */
export async function endSession({ db }: Tools, viewer: Viewer, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new Refusal('not_found')
}

export async function endOtherSessions({ db }: Tools, viewer: Viewer): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
}
