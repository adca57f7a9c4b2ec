import { count, desc, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { AdminTestimonial, Testimonial } from '#contract/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { testimonials } from './tables.ts'

const columns = {
  id: testimonials.id,
  name: testimonials.name,
  location: testimonials.location,
  quote: testimonials.quote,
  rating: testimonials.rating,
  createdAt: testimonials.createdAt,
}

/** The home page begins with the same ones each time. */
const readShown = rememberedRead('testimonials', ['testimonials'], (db) =>
  db
    .select(columns)
    .from(testimonials)
    .where(eq(testimonials.isHidden, false))
    .orderBy(desc(testimonials.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('before')),
)

export async function listTestimonials(
  db: Database,
  { page, limit }: { page: number; limit: number },
): Promise<Testimonial[]> {
  return [...(await readShown(db, { limit, before: (page - 1) * limit }))]
}

export async function countTestimonials(db: Database): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(testimonials)
    .where(eq(testimonials.isHidden, false))
  return counted?.total ?? 0
}

type NewTestimonial = { location: string; quote: string; rating: number }

export async function addTestimonial(
  context: Context,
  viewer: Viewer,
  written: NewTestimonial,
): Promise<Testimonial> {
  const day = { limit: 5, windowSeconds: 86_400 }
  await takeOrRefuse(context.limits, 'testimonials', viewer.id, day)
  return invalidating(context, ['testimonials'], async (tx) => {
    const [added] = await tx
      .insert(testimonials)
      .values({
        ...written,
        userId: viewer.id,
        name: publicName(viewer),
        createdAt: context.clock(),
      })
      .returning(columns)
    if (added === undefined) throw new Error('The database did not return the testimonial')
    return added
  })
}

/** The display name, else the part of the e-mail before the at-sign: an address is never shown. */
function publicName({ name }: Viewer): string {
  return name.split('@', 1)[0]?.trim() || 'Anonymous'
}

const columnsForStaff = { ...columns, isHidden: testimonials.isHidden }

type WhichTestimonials = 'all' | 'shown' | 'hidden'

/** Everything that was ever written, the newest first. */
export async function listAllTestimonials(
  db: Database,
  { show, page, limit }: { show: WhichTestimonials; page: number; limit: number },
): Promise<{ testimonials: AdminTestimonial[]; total: number }> {
  const where = show === 'all' ? undefined : eq(testimonials.isHidden, show === 'hidden')
  const found = await db
    .select(columnsForStaff)
    .from(testimonials)
    .where(where)
    .orderBy(desc(testimonials.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(testimonials).where(where)
  return { testimonials: found, total: counted?.total ?? 0 }
}

/** Hidden ones leave the shop at once and can come back unchanged. */
export async function hideTestimonial(
  context: Context,
  viewer: Viewer,
  id: number,
  isHidden: boolean,
): Promise<AdminTestimonial> {
  return await invalidating(context, ['testimonials'], async (tx) => {
    const [before] = await tx
      .select(columnsForStaff)
      .from(testimonials)
      .where(eq(testimonials.id, id))
      .for('update')
    if (before === undefined) throw new Refusal('not_found')
    if (before.isHidden === isHidden) return before
    await tx.update(testimonials).set({ isHidden }).where(eq(testimonials.id, id))
    await recordChange(tx, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'testimonial',
      thingId: id,
      action: isHidden ? 'hid the testimonial' : 'showed the testimonial again',
      before: { hidden: before.isHidden },
      after: { hidden: isHidden },
    })
    return { ...before, isHidden }
  })
}

/** Praise is published with a name, so it goes with the person. */
export const testimonialRecords: PersonalRecords = {
  name: 'testimonials',
  shownOn: ['testimonials'],
  list: (db, { id }) => db.select().from(testimonials).where(eq(testimonials.userId, id)),
  forget: async (db, { id }) => {
    await db.delete(testimonials).where(eq(testimonials.userId, id))
  },
}

/** What nobody has said. */
export async function eraseTestimonials(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(testimonials).where(inArray(testimonials.id, [...ids]))
}
