import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { offerChoices } from './tables.ts'

/** At this moment; who left later stays away, however late the word arrives. */
export async function joinOffers(
  { random }: Pick<Context, 'random'>,
  db: Database,
  phone: string,
  { at, source }: { at: Date; source: 'tracking' | 'whatsapp' },
): Promise<void> {
  const agreed = { agreedAt: at, source, leftAt: null, leftBy: null }
  await db
    .insert(offerChoices)
    .values({ phone, ...agreed, leaveSecret: random.secret(12) })
    .onConflictDoUpdate({
      target: offerChoices.phone,
      set: agreed,
      setWhere: and(
        or(isNull(offerChoices.agreedAt), isNotNull(offerChoices.leftAt)),
        or(isNull(offerChoices.leftAt), sql`${offerChoices.leftAt} <= ${at.toISOString()}::timestamptz`),
      ),
    })
}

/** Pressing twice is pressing once; an unknown link has nothing to end. */
export async function leaveByLink({ db, clock }: Context, secret: string): Promise<void> {
  await db
    .update(offerChoices)
    .set({ leftAt: clock(), leftBy: 'link' })
    .where(and(eq(offerChoices.leaveSecret, secret), isNull(offerChoices.leftAt)))
}

/** At this moment; what was agreed later stays, however late the word arrives. */
export async function leaveOffers(
  { random }: Pick<Context, 'random'>,
  db: Database,
  phone: string,
  { at, by }: { at: Date; by: 'stop' | 'link' | 'staff' },
): Promise<void> {
  const left = { leftAt: at, leftBy: by }
  await db
    .insert(offerChoices)
    .values({ phone, ...left, leaveSecret: random.secret(12) })
    .onConflictDoUpdate({
      target: offerChoices.phone,
      set: left,
      setWhere: and(
        isNull(offerChoices.leftAt),
        or(isNull(offerChoices.agreedAt), sql`${offerChoices.agreedAt} <= ${at.toISOString()}::timestamptz`),
      ),
    })
}

/** Null: nobody has asked this person. */
export async function wantsOffers(db: Database, phone: string | null): Promise<boolean | null> {
  if (phone === null) return null
  const [choice] = await db.select().from(offerChoices).where(eq(offerChoices.phone, phone))
  return choice ? choice.agreedAt !== null && choice.leftAt === null : null
}

/** People are known by their number here, so only a proven one counts. */
export const offerRecords: PersonalRecords = {
  name: 'offers',
  list: async (db, { provenPhone }) => {
    if (provenPhone === null) return []
    const { phone, agreedAt, source, leftAt } = offerChoices
    return await db
      .select({ phone, agreedAt, source, leftAt })
      .from(offerChoices)
      .where(eq(phone, provenPhone.number))
  },
  forget: async (db, { provenPhone }) => {
    if (provenPhone === null) return
    await db.delete(offerChoices).where(eq(offerChoices.phone, provenPhone.number))
  },
}
