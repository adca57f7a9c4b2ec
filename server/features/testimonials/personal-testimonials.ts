import { eq } from 'drizzle-orm'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { testimonials } from './tables.ts'

/** Praise is published with a name, so it goes with the person. */
export const personalTestimonials: PersonalRecords = {
  name: 'testimonials',
  shownOn: ['testimonials'],
  list: (db, { id }) => db.select().from(testimonials).where(eq(testimonials.userId, id)),
  forget: async (db, { id }) => {
    await db.delete(testimonials).where(eq(testimonials.userId, id))
  },
}
