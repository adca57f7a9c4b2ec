import { z } from 'zod'
import { invalidEmail, isEmailAddress, longestEmail, normaliseEmail } from '../rules/email-address.ts'
import { requiredText, text } from './fields.ts'

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

export type ContactMessage = z.infer<typeof contactBody>
