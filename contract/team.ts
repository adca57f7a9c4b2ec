import { z } from 'zod'
import { emailMistake, normaliseEmail } from '../rules/account-fields.ts'
import { normaliseTextable } from '../rules/phone-number.ts'
import { staffRoles } from '../rules/rights.ts'
import { alertKinds, alertWays } from '../rules/staff-alerts.ts'
import { isoDate, named, paging, text } from './codecs.ts'

const alertPhone = named(
  z.object({
    id: z.string(),
    device: z.string(),
    is_this_one: z.boolean().describe('Added in the session that asks'),
    added_at: isoDate,
  }),
)

export const alertsResponse = named(
  z.object({
    choices: z
      .array(z.object({ kind: z.enum(alertKinds), mail: z.boolean(), push: z.boolean(), sound: z.boolean() }))
      .describe('Only what is a matter of whoever asks'),
    email: z.string().nullable().describe('Where mails go; null until the address is confirmed'),
    push_key: z.string().describe('The public key with which a browser subscribes'),
    phones: z.array(alertPhone),
  }),
)

export const alertChoiceBody = z.strictObject({
  kind: z.enum(alertKinds),
  way: z.enum(alertWays),
  on: z.boolean(),
})

const subscriptionKey = z.string().regex(/^[\w-]{1,100}$/)

/** What the browser's own subscription says. */
export const phoneBody = z.strictObject({
  endpoint: z.url().max(1_000),
  p256dh: subscriptionKey,
  auth: subscriptionKey,
  renew: z.boolean().optional().describe('The phone was added before: it only belongs to this session now'),
})

export const phoneParams = z.object({ id: z.uuid() })

export type AlertsResponse = z.input<typeof alertsResponse>

/** Without words to look for: everybody who has a role. */
export const teamQuery = z.strictObject({ ...paging(50), q: text(100).optional() })

export const personParams = z.object({ id: z.uuid() })

export const rolesBody = named(
  z
    .strictObject({
      is_admin: z.boolean().optional(),
      is_manager: z.boolean().optional(),
      is_helper: z.boolean().optional(),
      is_driver: z.boolean().optional(),
    })
    .refine((roles) => Object.keys(roles).length > 0, { error: 'Please say which role.' }),
)

export const blockBody = named(z.strictObject({ is_blocked: z.boolean() }))

export const personResponse = named(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    email_confirmed: z.boolean(),
    is_admin: z.boolean(),
    is_manager: z.boolean(),
    is_helper: z.boolean(),
    is_driver: z.boolean(),
    is_blocked: z.boolean(),
    has_second_factor: z.boolean(),
    created_at: isoDate,
  }),
  { email_confirmed: 'hasConfirmedEmail' },
)

export const roleChangesQuery = z.strictObject(paging(50))

export const roleChangeResponse = named(
  z.object({
    id: z.string(),
    /** Null: the account was deleted since. */
    person: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
    role: z.enum(staffRoles),
    is_given: z.boolean(),
    /** `owner` is whoever can reach the server itself, at the command line. */
    changed_by: z.union([
      z.object({ id: z.string(), name: z.string(), email: z.string() }),
      z.literal('owner'),
      z.null(),
    ]),
    changed_at: isoDate,
  }),
)

/** Where the invitation goes: to a mailbox or to a phone. The admin sends it; the shop only makes the link. */
export const invitationBody = z
  .strictObject({
    role: z.enum(staffRoles),
    email: z
      .string()
      .max(300)
      .transform(normaliseEmail)
      .superRefine((email, { addIssue }) => {
        const message = emailMistake(email)
        if (message !== null) addIssue({ code: 'custom', message })
      })
      .optional(),
    phone: z
      .string()
      .max(40)
      .transform((phone, { addIssue }) => {
        const known = normaliseTextable(phone)
        if (known === null) addIssue({ code: 'custom', message: 'Please enter a mobile number' })
        return known ?? ''
      })
      .optional(),
  })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: 'Please give an email or a phone number',
  })

export const invitationResponse = named(
  z.object({
    id: z.string(),
    role: z.enum(staffRoles),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    invited_by: z.string(),
    invited_at: isoDate,
    expires_at: isoDate,
  }),
)

export const newInvitationResponse = z.object({
  invitation: invitationResponse,
  link: z.string().describe('Works once. The shop does not know it any more after this answer'),
})

export type InvitationResponse = z.input<typeof invitationResponse>
export type NewInvitationResponse = z.input<typeof newInvitationResponse>
export type PersonResponse = z.input<typeof personResponse>
export type RoleChangeResponse = z.input<typeof roleChangeResponse>
