import { z } from 'zod'
import { type ProfileField, profileMistake, tidyProfileText } from '../rules/profile-fields.ts'
import { named } from './codecs.ts'
import { text } from './fields.ts'

function profileText(field: ProfileField) {
  return text(5_000)
    .superRefine((written, { addIssue }) => {
      const message = profileMistake(field, written)
      if (message !== null) addIssue({ code: 'custom', message })
    })
    .transform((written) => tidyProfileText(field, written))
    .optional()
}

export const profileParams = z.object({
  email: z.string().max(320).describe('Or one’s own id, for an account without an e-mail'),
})

/** The text fields of the form; a new picture comes beside them as the file `avatar`. What is left out stays as it is. */
export const profileForm = named(
  z.strictObject({
    /** Whose profile it is. The e-mail is the key and cannot be changed. */
    id: text(64).optional(),
    email: text(320).optional(),
    full_name: profileText('full_name'),
    display_name: profileText('display_name'),
    website: profileText('website'),
    phone: profileText('phone'),
    shipping_address: profileText('shipping_address'),
    city: profileText('city'),
    state: profileText('state'),
    /** The address of the picture that is there already, or nothing to have none. */
    avatar_url: text(300).optional(),
  }),
  { state: 'region' },
)

/** What was never filled in is an empty text. */
export const profileResponse = named(
  z.object({
    id: z.string(),
    email: z.string().describe('Empty for whoever signs in by phone alone'),
    sign_in_phone: z
      .string()
      .nullable()
      .describe('The number that was proven by a code; empty: none; null: the shop sends no codes'),
    email_confirmed: z.boolean(),
    full_name: z.string(),
    display_name: z.string(),
    website: z.string(),
    phone: z.string(),
    shipping_address: z.string(),
    city: z.string(),
    state: z.string(),
    avatar_url: z.string(),
  }),
  { email_confirmed: 'hasConfirmedEmail', state: 'region' },
)

export type ProfileResponse = z.input<typeof profileResponse>
