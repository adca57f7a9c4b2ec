import { z } from 'zod'
import { longestContact, noContact, readContact } from '../rules/stock-alerts.ts'
import { text } from './fields.ts'

/** Who wants to know when a product is back. */
export const stockAlertBody = z.strictObject({
  contact: text(longestContact, noContact)
    .refine((written) => readContact(written) !== null, { error: noContact })
    .describe('A mobile number or an e-mail address'),
  /** People cannot see this field; programs fill it in. */
  website: z.string().max(500).optional(),
})

export const stockAlertResponse = z.object({ success: z.literal(true) })
