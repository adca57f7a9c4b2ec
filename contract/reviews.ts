import { z } from 'zod'
import { longestReview, type ReviewState, reviewMistakes, reviewStates } from '../rules/reviews.ts'
import {
  isoDate,
  largePicture,
  named,
  type PictureData,
  type PictureFiles,
  paging,
  requiredText,
  smallPicture,
  text,
} from './codecs.ts'

const photo = named(z.object({ small: smallPicture, large: largePicture }))

const review = {
  id: z.int(),
  rating: z.int(),
  text: z.string(),
  name: z.string().describe('The first name'),
  town: z.string(),
  photos: z.array(photo),
  answer: z.string().nullable().describe('What the shop says to it'),
  created_at: isoDate,
}

export const reviewResponse = named(z.object(review))

export const adminReviewResponse = named(
  z.object({
    ...review,
    state: z.enum(reviewStates),
    order_id: z.int(),
    product_id: z.int(),
    product_name: z.string(),
  }),
)

export type AdminReviewResponse = z.input<typeof adminReviewResponse>

export const productReviewsQuery = z.strictObject(paging(10))

export const reviewListQuery = z.strictObject({
  ...paging(50),
  show: z.enum(['all', ...reviewStates]).default('all'),
})

/** A form with files: all of it is text. What each field may hold says rules/reviews.ts, which the page reads too. */
export const reviewForm = named(
  z
    .strictObject({
      code: text(20),
      key: text(64).default('').describe('From the message after the delivery; with it no phone is needed'),
      phone: text(longestReview.phone).default('').describe('The phone number of the order'),
      product_id: z
        .string()
        .regex(/^\d{1,9}$/, { error: 'Please choose a product.' })
        .transform(Number),
      rating: z.string().max(20).transform(Number),
      text: text(4_000),
      name: text(200),
      town: text(200).default(''),
    })
    .superRefine((form, { addIssue }) => {
      for (const [field, message] of Object.entries(reviewMistakes(form)))
        addIssue({ code: 'custom', message, path: [field] })
    }),
)

export const writtenReviewResponse = z.object({ id: z.int(), state: z.enum(reviewStates) })

export type WrittenReviewResponse = z.input<typeof writtenReviewResponse>

/** Only what changes is sent. */
export const reviewChangeBody = z
  .strictObject({
    state: z.enum(['shown', 'hidden']).optional(),
    answer: text(longestReview.answer).optional(),
  })
  .refine(({ state, answer }) => state !== undefined || answer !== undefined, {
    error: 'Please say what to change.',
  })

type ReviewPhoto = { small: PictureData; large: PictureData }

export type Review = {
  id: number
  rating: number
  text: string
  name: string
  town: string
  photos: ReviewPhoto[]
  answer: string | null
  createdAt: Date
}

export type AdminReview = Review & {
  state: ReviewState
  orderId: number
  productId: number
  productName: string
}

/** A product of a delivered order, as its buyer sees it on the page for reviews. */
export type ReviewedLine = {
  productId: number
  name: string
  picture: PictureFiles | null
  /** Null until there is a review. */
  state: ReviewState | null
}

export type OrderToReview = {
  trackingCode: string
  isDelivered: boolean
  /** The link came with the key: nobody is asked for the phone number. */
  hasKey: boolean
  firstName: string
  /** Only for whoever has the key. */
  town: string
  lines: ReviewedLine[]
}

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
