import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { offerChoices } from './tables.ts'

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
