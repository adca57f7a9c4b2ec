import { and, eq, type SQL } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/email-address.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { keepAvatar, postAvatarRemoval, removeAvatar } from './avatars.ts'
import { limitPictures } from './limits.ts'
import { findProfile, type Profile } from './profile.ts'
import { profiles, users } from './tables.ts'
import type { Viewer } from './viewer.ts'

type Texts = Omit<typeof profiles.$inferSelect, 'userId' | 'avatarId' | 'updatedAt'> & { displayName: string }

/** What is left out stays as it is. */
export type ProfileChange = Partial<Texts> & {
  /** Whose profile; without both, one's own. */
  id?: string
  email?: string
  /** The address of the picture that is there already; empty: no picture any more. */
  avatarUrl?: string
  photo?: Buffer
}

export async function saveProfile(tools: Tools, viewer: Viewer, change: ProfileChange): Promise<Profile> {
  const { id, email, avatarUrl, photo, ...texts } = change
  const before = await getEditable(tools, viewer, { id, email })
  if (avatarUrl && avatarUrl !== before.avatarUrl) {
    const text = 'Invalid image address'
    throw new Refusal('invalid_input', { text, fields: { avatar_url: text } })
  }
  if (!photo) return await write(tools, before.id, texts, avatarUrl === '' ? null : undefined)
  await limitPictures(tools, viewer)
  const avatarId = await keepAvatar(tools, photo)
  try {
    return await write(tools, before.id, texts, avatarId)
  } catch (error) {
    await removeAvatar(tools, avatarId)
    throw error
  }
}

/** Whoever names somebody else is refused before anything is looked up, whether or not that person exists. */
async function getEditable(
  { db }: Tools,
  viewer: Viewer,
  { id, email }: Pick<ProfileChange, 'id' | 'email'>,
): Promise<Profile> {
  const wanted = email === undefined ? viewer.email : normaliseEmail(email)
  const isOwn = (id === undefined || id === viewer.id) && wanted === viewer.email
  if (isOwn) return await getBy(db, eq(users.id, viewer.id))
  if (!viewer.isAdmin) throw new Refusal('not_allowed', { text: 'You can only edit your own profile' })
  const hasId = id === undefined ? undefined : eq(users.id, id)
  return await getBy(db, and(hasId, email === undefined ? undefined : eq(users.email, wanted)))
}

async function getBy(db: Database, where: SQL | undefined): Promise<Profile> {
  const found = where && (await findProfile(db, where))
  if (!found) throw new Refusal('not_found')
  return found
}

/** The picture's name: null takes the picture away, undefined leaves it. */
async function write(
  tools: Tools,
  userId: string,
  { displayName, ...texts }: Partial<Texts>,
  avatarId: string | null | undefined,
): Promise<Profile> {
  const now = tools.clock()
  return await inTransaction(tools.db, async (db) => {
    const isPerson = eq(users.id, userId)
    // Held until the end, so that of two pictures saved at once none is left behind without a name.
    const [held] = await db.select({ id: users.id }).from(users).where(isPerson).for('update')
    if (held === undefined) throw new Refusal('not_found')
    const [before] = await db.select().from(profiles).where(eq(profiles.userId, userId))
    if (displayName !== undefined) {
      const name = { displayName: displayName || null, updatedAt: now }
      await db.update(users).set(name).where(isPerson)
    }
    const set = { ...texts, updatedAt: now, ...(avatarId === undefined ? {} : { avatarId }) }
    const isHere = { target: profiles.userId, set }
    await db
      .insert(profiles)
      .values({ userId, ...set })
      .onConflictDoUpdate(isHere)
    if (avatarId !== undefined && before?.avatarId) await postAvatarRemoval(tools, db, before.avatarId)
    return await getBy(db, isPerson)
  })
}
