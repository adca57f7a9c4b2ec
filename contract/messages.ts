import { z } from 'zod'
import { invalidEmail, isEmailAddress, longestEmail, normaliseEmail } from '../rules/account-fields.ts'
import { isoDate, named, written } from './codecs.ts'
import { paging, requiredText, text } from './fields.ts'

export const contactSubjects = [
  'Product Inquiry',
  'Order Status',
  'Returns & Refunds',
  'Wholesale Inquiry',
  'Other',
] as const

const email = requiredText(longestEmail, 'Email is required')
  .refine(isEmailAddress, { error: invalidEmail })
  .transform(normaliseEmail)

/** A field that people do not see: whoever fills it in is a program. */
const trap = text(200).optional()

export const contactBody = z.strictObject({
  name: requiredText(120, 'Name is required'),
  email,
  subject: z.enum(contactSubjects, { error: 'Please choose a subject' }),
  message: requiredText(4_000, 'Message is required'),
  website: trap,
})

export const newsletterBody = z.strictObject({ email, website: trap })

export const leaveBody = z.strictObject({ secret: requiredText(100, 'This link is not complete.') })

export const receivedResponse = z.object({ success: z.literal(true) })

/** Whether a mail with a link comes first: it says something about the shop, never about the address. */
export const joinedResponse = z.object({ success: z.literal(true), needs_confirmation: z.boolean() })

export type JoinedResponse = z.input<typeof joinedResponse>

export type ContactMessage = z.infer<typeof contactBody>

export const readerListQuery = z.strictObject({ ...paging(50), q: text(100).optional() })

export const readerResponse = named(
  z.object({
    id: z.int(),
    email: z.string(),
    agreed_at: isoDate,
    removed: written(z.boolean(), (removedAt: Date | null) => removedAt !== null),
  }),
  { removed: 'removedAt' },
)

export const removeReaderBody = z.strictObject({ removed: z.boolean() })

export type ReaderResponse = z.input<typeof readerResponse>
