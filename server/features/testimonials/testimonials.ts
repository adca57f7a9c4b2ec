import { count, desc, eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Testimonial } from '#contract/testimonials.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { testimonials } from './tables.ts'

const columns = {
  id: testimonials.id,
  name: testimonials.name,
  location: testimonials.location,
  quote: testimonials.quote,
  rating: testimonials.rating,
  createdAt: testimonials.createdAt,
}

export function listTestimonials(
  db: Database,
  { page, limit }: { page: number; limit: number },
): Promise<Testimonial[]> {
  return db
    .select(columns)
    .from(testimonials)
    .where(eq(testimonials.isHidden, false))
    .orderBy(desc(testimonials.id))
    .limit(limit)
    .offset((page - 1) * limit)
}

export async function countTestimonials(db: Database): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(testimonials)
    .where(eq(testimonials.isHidden, false))
  return counted?.total ?? 0
}

export type NewTestimonial = { location: string; quote: string; rating: number }

export async function addTestimonial(
  context: Context,
  viewer: Viewer,
  written: NewTestimonial,
): Promise<Testimonial> {
  const day = { limit: 5, windowSeconds: 86_400 }
  const { allowed, retryAfterSeconds } = await context.limits.take('testimonials', viewer.id, day)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
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
