import { z } from 'zod'
import {
  currentPasswordMistake,
  emailMistake,
  normaliseEmail,
  passwordMistake,
} from '../rules/account-fields.ts'
import { codeMistake, codePhoneMistake, plainDigits } from '../rules/one-time-code.ts'
import { normaliseMobile } from '../rules/phone-number.ts'
import { type ProfileField, profileMistake, tidyProfileText } from '../rules/profile-fields.ts'
import { officeRoles, staffRoles } from '../rules/rights.ts'
import { isoDate, named, text } from './codecs.ts'

/** A field with the same words on the server as in the browser's form, also when it is missing altogether. */
function field(mistakeIn: (text: string) => string | null) {
  return z.string({ error: mistakeIn('') ?? undefined }).superRefine((text, { addIssue }) => {
    const message = mistakeIn(text)
    if (message !== null) addIssue({ code: 'custom', message })
  })
}

const email = field(emailMistake).transform(normaliseEmail)
const newPassword = field(passwordMistake)
const givenPassword = field((password) => (password === '' ? 'Password is required' : null))
/** What a browser calls itself, at random: an account recognises the devices from which it was opened before. */
const device = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional()
const linkSecret = z.string().min(1).max(200)

export const signUpBody = z.strictObject({ email, password: newPassword, device })
export const signUpResponse = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** The one-time link with which the owner makes the first account. */
export const ownerLinkBody = z.strictObject({ token: linkSecret })
export const ownerLinkResponse = named(
  z.object({
    email: z.string().nullable().describe('Whom the link is meant for, if that was said'),
    role: z.enum(staffRoles).describe('What the account will be'),
    is_invitation: z.boolean().describe('Of somebody whom an admin has invited; otherwise the owner’s own'),
  }),
)
export const ownerBody = z.strictObject({
  token: linkSecret,
  email,
  password: newPassword,
  name: text(60)
    .refine((name) => !name.includes('@'), { error: 'Please choose a name without @' })
    .optional()
    .describe('How colleagues know the person'),
})

/** Six digits of the app, or a recovery code; gaps and hyphens do not matter. */
const code = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, { error: 'Please enter the code' })
  .max(40)

export const signInBody = z.strictObject({
  email,
  password: givenPassword,
  device,
  code: code
    .optional()
    .describe('After `second_factor_needed`: of the authenticator app, or a recovery code'),
})
/** Six digits that came to a phone or a mailbox. */
const sentCode = field(codeMistake).transform(plainDigits)
const phone = field(codePhoneMistake).transform((typed) => normaliseMobile(typed) ?? typed)

/** The code is good for the device that asks, or for the address where none is named. */
export const phoneCodeBody = z.strictObject({ phone, device })
export const phoneSignInBody = z.strictObject({ phone, code: sentCode, device })
const ownCode = sentCode.describe('Of an account without a password: sent to its own number')

export const confirmPhoneBody = z.strictObject({
  phone,
  code: sentCode,
  password: givenPassword.optional().describe('Of an account that has one'),
  own_code: ownCode.optional(),
  device,
})
export const emailBody = z.strictObject({ email })
export const addEmailBody = z.strictObject({
  email,
  code: sentCode,
  own_code: ownCode,
  device,
  password: newPassword,
})

const signedInUser = named(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().describe('Empty for whoever signs in by phone alone'),
    is_driver: z.boolean(),
    is_admin: z.boolean(),
    /** In the back office. */
    role: z.enum(officeRoles).nullable(),
  }),
)
export const signInResponse = z.object({ user: signedInUser, token: z.string() })

/** Also says who is asking: a browser that holds nothing but its token learns its own name here. */
export const adminCheckResponse = z.object({ is_admin: z.boolean(), user: signedInUser })
export const driverCheckResponse = z.object({ is_driver: z.boolean() })

export const confirmEmailBody = z.strictObject({
  token: linkSecret,
  device,
  password: newPassword
    .optional()
    .describe('After `new_password_needed`: on a device other than the one that made the account'),
})
export const forgotPasswordBody = z.strictObject({ email, device })
export const resetPasswordBody = z.strictObject({ token: linkSecret, password: newPassword })

export const changePasswordBody = named(
  z.strictObject({ current_password: field(currentPasswordMistake), password: newPassword }),
)
/** What cannot be undone asks for the password once more. */
export const passwordBody = z.strictObject({ password: givenPassword })

export const deleteAccountBody = z.strictObject({
  password: givenPassword.optional(),
  code: sentCode.optional().describe('Of an account without a password: sent to its phone'),
  device,
})

export const secondFactorResponse = named(
  z.object({ is_on: z.boolean(), is_required: z.boolean(), recovery_codes_left: z.int() }),
)
/** For the app, as text and as the address that its picture holds. */
export const begunSecondFactorResponse = z.object({ secret: z.string(), uri: z.string() })
export const codeBody = z.strictObject({ code })
export const recoveryCodesResponse = named(z.object({ recovery_codes: z.array(z.string()) }))

export const sessionResponse = named(
  z.object({
    id: z.string(),
    device: z.string(),
    is_current: z.boolean(),
    created_at: isoDate,
    /** To the day: not every click is written down. */
    last_used_at: isoDate,
  }),
)
export const sessionParams = z.object({ id: z.uuid() })

/** Everything the shop knows about one person, in their own words where they are. */
export const ownDataResponse = z.record(z.string(), z.unknown())

/** The answer of every call that is done when it is done. */
export const doneResponse = z.object({ success: z.literal(true) })

/** Goes behind the address of a file that only the staff may have; good for one download within a minute. */
export const downloadTicketResponse = z.object({ ticket: z.string() })

export const ticketField = {
  ticket: z.string().max(100).optional().describe('Instead of the sign-in: from POST /api/downloads'),
}

export type OwnerLinkResponse = z.input<typeof ownerLinkResponse>
export type SignUpResponse = z.infer<typeof signUpResponse>
export type SignInResponse = z.input<typeof signInResponse>
export type SignedInUser = z.input<typeof signedInUser>
export type SecondFactorResponse = z.input<typeof secondFactorResponse>
export type BegunSecondFactorResponse = z.input<typeof begunSecondFactorResponse>
export type RecoveryCodesResponse = z.input<typeof recoveryCodesResponse>
export type SessionResponse = z.input<typeof sessionResponse>
export type DownloadTicketResponse = z.infer<typeof downloadTicketResponse>

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
