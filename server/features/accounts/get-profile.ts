import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/email-address.ts'
import type { Tools } from '#server/platform/tools.ts'
import { findProfile, type Profile } from './profile.ts'
import { users } from './tables.ts'
import type { Viewer } from './viewer.ts'

/** Any e-mail but one's own is refused before anything is looked up: nobody finds out here who has an account. */
export async function getProfile({ db }: Tools, viewer: Viewer, email: string): Promise<Profile> {
  const wanted = normaliseEmail(email)
  if (wanted !== viewer.email && !viewer.isAdmin) throw new Refusal('not_allowed')
  const profile = await findProfile(db, eq(users.email, wanted))
  if (profile === null) throw new Refusal('not_found')
  return profile
}
