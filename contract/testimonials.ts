import { z } from 'zod'
import { paging, requiredText, text } from './fields.ts'

export const testimonialResponse = z.object({
  id: z.int(),
  name: z.string(),
  location: z.string(),
  quote: z.string(),
  rating: z.int(),
  image: z.string().nullable(),
  created_at: z.iso.datetime(),
})

/** As an admin sees it. */
export const adminTestimonialResponse = testimonialResponse.extend({ hidden: z.boolean() })

export type AdminTestimonialResponse = z.infer<typeof adminTestimonialResponse>

export const testimonialListQuery = z.strictObject({
  ...paging(50),
  /** With the hidden ones; for admins alone. */
  admin: z.enum(['0', '1']).optional(),
  show: z.enum(['all', 'shown', 'hidden']).default('all'),
})

export const hideBody = z.strictObject({ hidden: z.boolean() })

export type TestimonialResponse = z.infer<typeof testimonialResponse>

const wrongRating = 'Please choose 1 to 5 stars.'

export const testimonialBody = z.strictObject({
  /** Sent by the specification's own client; the public name is the shop's to choose. */
  name: text(320).optional(),
  location: text(80).default(''),
  quote: requiredText(600, 'Please write a few words.'),
  rating: z.int({ error: wrongRating }).min(1, wrongRating).max(5, wrongRating).default(5),
})

export type Testimonial = {
  id: number
  name: string
  location: string
  quote: string
  rating: number
  createdAt: Date
}

export type AdminTestimonial = Testimonial & { isHidden: boolean }
