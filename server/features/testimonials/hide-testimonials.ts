import { count, desc, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { KeptTestimonial } from '#contract/testimonials.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
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
  isHidden: testimonials.isHidden,
}

export type WhichTestimonials = 'all' | 'shown' | 'hidden'

/** Everything that was ever written, the newest first. */
export async function listKeptTestimonials(
  db: Database,
  { show, page, limit }: { show: WhichTestimonials; page: number; limit: number },
): Promise<{ testimonials: KeptTestimonial[]; total: number }> {
  const where = show === 'all' ? undefined : eq(testimonials.isHidden, show === 'hidden')
  const found = await db
    .select(columns)
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
): Promise<KeptTestimonial> {
  return await invalidating(context, ['testimonials'], async (tx) => {
    const [before] = await tx.select(columns).from(testimonials).where(eq(testimonials.id, id)).for('update')
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
