import { eq } from 'drizzle-orm'
import type { Tools } from '#server/platform/tools.ts'
import { endLink, makeSecret } from './one-time-links.ts'
import { users } from './tables.ts'
import type { Viewer } from './viewer.ts'

/**
 * A browser that saves a file straight to its disk cannot send the sign-in along, so the address carries a ticket instead:
 * good for one download within a minute. Whoever finds the address later finds nothing behind it.
 */
export function giveDownloadTicket(tools: Tools, { id }: Viewer): Promise<string> {
  return makeSecret(tools, id, 'download')
}

/** Who may download with this ticket, with the roles that they have now. The ticket is used up. */
export async function takeDownloadTicket(
  tools: Tools,
  ticket: string,
): Promise<Pick<Viewer, 'isAdmin'> | null> {
  const userId = await endLink(tools.db, ticket, 'download', tools.clock())
  if (userId === null) return null
  const [holder] = await tools.db.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, userId))
  return holder ?? null
}
