import { z } from 'zod'
import { alertKinds, alertWays } from '../rules/staff-alerts.ts'
import { isoDate, named } from './codecs.ts'

const phone = named(
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
    phones: z.array(phone),
  }),
)

export const alertChoiceBody = z.strictObject({
  kind: z.enum(alertKinds),
  way: z.enum(alertWays),
  on: z.boolean(),
})

const key = z.string().regex(/^[\w-]{1,100}$/)

/** What the browser's own subscription says. */
export const phoneBody = z.strictObject({
  endpoint: z.url().max(1_000),
  p256dh: key,
  auth: key,
  renew: z.boolean().optional().describe('The phone was added before: it only belongs to this session now'),
})

export const phoneParams = z.object({ id: z.uuid() })

export type AlertsResponse = z.input<typeof alertsResponse>
