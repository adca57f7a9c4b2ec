import { eq } from 'drizzle-orm'
import type { Tools } from '#server/platform/tools.ts'
import { sessions } from './tables.ts'
import type { Viewer } from './viewer.ts'

export async function signOut({ db }: Tools, viewer: Viewer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, viewer.sessionId))
}
