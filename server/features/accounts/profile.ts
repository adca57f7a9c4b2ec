import { and, eq, not, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { differences, recordChange } from '../audit/record-change.ts'
import { sendsPhoneCodes } from '../notifications/phone-codes.ts'
import { limitPictures } from './limits.ts'
import { profiles, users } from './tables.ts'
import { isStaffRow } from './team.ts'
import type { Viewer } from './viewer.ts'

export type Profile = {
  id: string
  /** Empty for whoever signs in by phone alone. */
  email: string
  /** The number with which they sign in; empty without one, null where the shop sends no codes. */
  signInPhone: string | null
  hasConfirmedEmail: boolean
  displayName: string
  fullName: string
  website: string
  phone: string
  shippingAddress: string
  city: string
  region: string
  /** Empty without a picture. */
  avatarUrl: string
}

type Reading = Pick<Context, 'db' | 'config'>

/** Everybody with an account has a profile; one that was never filled in is empty. */
export async function findProfile({ db, config }: Reading, where: SQL): Promise<Profile | null> {
  const [row] = await db
    .select({ user: users, profile: profiles })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(where)
  if (row === undefined) return null
  const { user, profile } = row
  return {
    id: user.id,
    email: user.email ?? '',
    signInPhone: user.phone ?? (sendsPhoneCodes(config) ? '' : null),
    hasConfirmedEmail: user.hasConfirmedEmail,
    displayName: user.displayName ?? '',
    fullName: profile?.fullName ?? '',
    website: profile?.website ?? '',
    phone: profile?.phone ?? '',
    shippingAddress: profile?.shippingAddress ?? '',
    city: profile?.city ?? '',
    region: profile?.region ?? '',
    avatarUrl: avatarAddress(profile?.avatarId ?? null),
  }
}

/** Any e-mail but one's own is refused before anything is looked up: nobody finds out here who has an account. */
export async function getProfile(context: Context, viewer: Viewer, email: string): Promise<Profile> {
  if (email === viewer.id) return await getBy(context, eq(users.id, viewer.id))
  const wanted = normaliseEmail(email)
  if (wanted !== viewer.email && !may(viewer, 'customers')) throw new Refusal('not_allowed')
  return await getBy(context, eq(users.email, wanted))
}

type Texts = Omit<typeof profiles.$inferSelect, 'userId' | 'avatarId' | 'updatedAt'> & { displayName: string }

/** What is left out stays as it is. */
type ProfileChange = Partial<Texts> & {
  /** Whose profile; without both, one's own. */
  id?: string
  email?: string
  /** The address of the picture that is there already; empty: no picture any more. */
  avatarUrl?: string
  photo?: Buffer
}

export async function saveProfile(context: Context, viewer: Viewer, change: ProfileChange): Promise<Profile> {
  const { id, email, avatarUrl, photo, ...texts } = change
  const before = await getEditable(context, viewer, { id, email })
  if (avatarUrl && avatarUrl !== before.avatarUrl) {
    const text = 'Invalid image address'
    throw new Refusal('invalid_input', { text, fields: { avatar_url: text } })
  }
  if (!photo) return await write(context, viewer, before, texts, avatarUrl === '' ? null : undefined)
  await limitPictures(context, viewer)
  const avatarId = await storeAvatar(context, photo)
  try {
    return await write(context, viewer, before, texts, avatarId)
  } catch (error) {
    await removeAvatar(context, avatarId)
    throw error
  }
}

/** Whoever names somebody else is refused before anything is looked up, whether or not that person exists. */
async function getEditable(
  context: Context,
  viewer: Viewer,
  { id, email }: Pick<ProfileChange, 'id' | 'email'>,
): Promise<Profile> {
  // Who has no e-mail sends the form with an empty one.
  const wanted = normaliseEmail(email ?? viewer.email ?? '')
  const isOwn = (id === undefined || id === viewer.id) && wanted === (viewer.email ?? '')
  if (isOwn) return await getBy(context, eq(users.id, viewer.id))
  if (!may(viewer, 'customers'))
    throw new Refusal('not_allowed', { text: 'You can only edit your own profile' })
  const hasId = id === undefined ? undefined : eq(users.id, id)
  const hasEmail = email === undefined ? undefined : eq(users.email, wanted)
  // Whoever works here is a matter of the team.
  const isOpen = may(viewer, 'team') ? undefined : not(isStaffRow)
  return await getBy(context, and(hasId, hasEmail, isOpen))
}

async function getBy(context: Reading, where: SQL | undefined): Promise<Profile> {
  const found = where && (await findProfile(context, where))
  if (!found) throw new Refusal('not_found')
  return found
}

/** The picture's name: null takes the picture away, undefined leaves it. */
async function write(
  context: Context,
  viewer: Viewer,
  known: Profile,
  { displayName, ...texts }: Partial<Texts>,
  avatarId: string | null | undefined,
): Promise<Profile> {
  const now = context.clock()
  const userId = known.id
  return await inTransaction(context.db, async (db) => {
    const isPerson = eq(users.id, userId)
    // Locked until the end, so that of two pictures saved at once none is left behind without a name.
    const [locked] = await db.select({ id: users.id }).from(users).where(isPerson).for('update')
    if (locked === undefined) throw new Refusal('not_found')
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
    if (avatarId !== undefined && before?.avatarId) await postAvatarRemoval(context, db, before.avatarId)
    const saved = await getBy({ ...context, db }, isPerson)
    if (viewer.id !== userId) await recordForeignChange(db, viewer, now, known, saved)
    return saved
  })
}

/** Which fields, not what is in them: the list of changes outlives the account, and must not keep its address. */
async function recordForeignChange(
  db: Database,
  viewer: Viewer,
  at: Date,
  before: Profile,
  after: Profile,
): Promise<void> {
  const fields = Object.keys(differences(before, after).after)
  await recordChange(db, {
    at,
    actorId: viewer.id,
    thing: 'profile',
    thingId: after.id,
    action: 'changed the profile',
    after: { fields },
  })
}

/** Twice the largest size on a page, so that it is sharp on a phone. */
const avatarWidth = 320

const longestAvatar = 15 * 1024 * 1024

const removeJob = 'remove-avatar'

/** Must be called before the jobs start. */
export function defineAvatarJob(context: Context): void {
  context.jobs.define(removeJob, z.object({ avatarId: z.string() }), ({ avatarId }) =>
    removeAvatar(context, avatarId),
  )
}

function avatarAddress(avatarId: string | null): string {
  return avatarId === null ? '' : `/media/${avatarKey(avatarId)}`
}

/** Any photo becomes a small square; where and when it was taken stays with its owner. Gives the name of the new file. */
async function storeAvatar({ images, files, random }: Context, photo: Buffer): Promise<string> {
  const options = { widths: [avatarWidth], ratio: 1, maxBytes: longestAvatar }
  const { variants } = await images.prepare(photo, options)
  const [square] = variants
  if (square === undefined) throw new Error('A picture was prepared without a single size')
  const avatarId = random.uuid()
  await files.put(avatarKey(avatarId), square.bytes, square.contentType)
  return avatarId
}

/** The file goes if, and only if, the caller's transaction holds, also when the disk is slow just now. */
export async function postAvatarRemoval({ jobs }: Context, db: Database, avatarId: string): Promise<void> {
  await jobs.send(db, removeJob, { avatarId })
}

async function removeAvatar({ files }: Context, avatarId: string): Promise<void> {
  await files.delete(avatarKey(avatarId))
}

export function avatarKey(avatarId: string): string {
  return `avatars/${avatarId}.webp`
}
