import { z } from 'zod'
import { isoDate, named } from './codecs.ts'
import { paging, requiredText, text } from './fields.ts'

/** The shop has no pictures of these people; the specification's client wants the field. */
const noImage = z.codec(z.string().nullable(), z.undefined().optional(), {
  decode: () => undefined,
  encode: () => null,
})

const testimonial = {
  id: z.int(),
  name: z.string(),
  location: z.string(),
  quote: z.string(),
  rating: z.int(),
  image: noImage,
  created_at: isoDate,
}

export const testimonialResponse = named(z.object(testimonial))

/** As an admin sees it. */
export const adminTestimonialResponse = named(z.object({ ...testimonial, hidden: z.boolean() }), {
  hidden: 'isHidden',
})

export type AdminTestimonialResponse = z.input<typeof adminTestimonialResponse>

export const testimonialListQuery = z.strictObject({
  ...paging(50),
  /** With the hidden ones; for admins alone. */
  admin: z.enum(['0', '1']).optional(),
  show: z.enum(['all', 'shown', 'hidden']).default('all'),
})

export const hideBody = z.strictObject({ hidden: z.boolean() })

export type TestimonialResponse = z.input<typeof testimonialResponse>

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
