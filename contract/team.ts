import { z } from 'zod'
import { isoDate, named } from './codecs.ts'
import { paging, text } from './fields.ts'

/** Without words to look for: everybody who has a role. */
export const teamQuery = z.strictObject({ ...paging(50), q: text(100).optional() })

export const personParams = z.object({ id: z.uuid() })

export const rolesBody = named(
  z
    .strictObject({ is_admin: z.boolean().optional(), is_driver: z.boolean().optional() })
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
    role: z.enum(['admin', 'driver']),
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

export type PersonResponse = z.input<typeof personResponse>
export type RoleChangeResponse = z.input<typeof roleChangeResponse>
