import { eq, type SQL } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { avatarAddress } from './avatars.ts'
import { profiles, users } from './tables.ts'

export type Profile = {
  id: string
  email: string
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

/** Everybody with an account has a profile; one that was never filled in is empty. */
export async function findProfile(db: Database, where: SQL): Promise<Profile | null> {
  const [row] = await db
    .select({ user: users, profile: profiles })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(where)
  if (row === undefined) return null
  const { user, profile } = row
  return {
    id: user.id,
    email: user.email,
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
