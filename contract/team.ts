import { z } from 'zod'
import { emailMistake, normaliseEmail } from '../rules/account-fields.ts'
import {
  deliveryFailures,
  deliveryStates,
  keyNameLimit,
  keyRoles,
  type ShopEvent,
  shopEventTypes,
  webhookAddressMistake,
  webhookEvents,
} from '../rules/connections.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import { normaliseTextable } from '../rules/phone-number.ts'
import { staffRoles } from '../rules/rights.ts'
import { alertKinds, alertWays } from '../rules/staff-alerts.ts'
import { cedis, isoDate, named, paging, requiredText, text } from './codecs.ts'

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

export const keyBody = z.strictObject({
  name: requiredText(keyNameLimit, 'Please name the tool that uses the key'),
  role: z.enum(keyRoles),
})

export const keyResponse = named(
  z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(keyRoles),
    prefix: z.string().describe('How the key begins'),
    made_by: z.string().nullable(),
    made_at: isoDate,
    last_used_at: isoDate.nullable(),
  }),
)

export const newKeyResponse = named(
  z.object({
    api_key: keyResponse,
    key: z.string().describe('The shop does not know it any more after this answer'),
  }),
)

export const connectionParams = z.object({ id: z.uuid() })

const url = z
  .string()
  .trim()
  .superRefine((address, { addIssue }) => {
    const message = webhookAddressMistake(address)
    if (message !== null) addIssue({ code: 'custom', message })
  })
  // As it is called: without signs that cannot be stored or sent.
  .transform((address) => new URL(address).href)

const events = z
  .array(z.enum(shopEventTypes))
  .min(1, { error: 'Please choose at least one event' })
  .max(shopEventTypes.length)
  .transform((chosen) => shopEventTypes.filter((type) => chosen.includes(type)))

export const webhookBody = z.strictObject({ url, events })

export const webhookChangeBody = named(
  z
    .strictObject({ url: url.optional(), events: events.optional(), is_paused: z.boolean().optional() })
    .refine((change) => Object.keys(change).length > 0, { error: 'Please say what changes.' }),
)

export const webhookResponse = named(
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(shopEventTypes)),
    made_at: isoDate,
    paused_at: isoDate.nullable(),
    failing_since: isoDate.nullable().describe('Every call since then has failed'),
  }),
)

export const newSecretResponse = z.object({
  webhook: webhookResponse,
  secret: z.string().describe('Signs every call. The shop does not show it again'),
})

export const deliveriesQuery = z.strictObject({ ...paging(20), state: z.enum(deliveryStates).optional() })

export const deliveryParams = z.object({ id: z.uuid(), delivery: z.uuid() })

export const deliveryResponse = named(
  z.object({
    id: z.string().describe('The same with each try'),
    event: z.enum(webhookEvents),
    state: z.enum(deliveryStates),
    tries: z.int(),
    status: z.int().nullable().describe('What the receiver said last'),
    failure: z.enum(deliveryFailures).nullable().describe('Why it said nothing'),
    created_at: isoDate,
    tried_at: isoDate.nullable(),
    due_at: isoDate.nullable().describe('When it is tried next'),
  }),
)

export type KeyResponse = z.input<typeof keyResponse>
export type NewKeyResponse = z.input<typeof newKeyResponse>
export type WebhookResponse = z.input<typeof webhookResponse>
export type NewSecretResponse = z.input<typeof newSecretResponse>
export type DeliveryResponse = z.input<typeof deliveryResponse>

const orderFacts = {
  id: z.int(),
  tracking_code: z.string(),
  order_status: z.enum(orderStatuses),
  order_total: cedis,
  payment_method: z.enum(paymentMethods),
}

const orderNames = { id: 'orderId', order_status: 'status', order_total: 'total' } as const

/** Numbers and states, no names: whoever is called asks the API for the rest. */
const facts = {
  'order.created': named(z.object(orderFacts), orderNames),
  'order.paid': named(z.object({ ...orderFacts, amount: cedis }), orderNames),
  'order.status_changed': named(
    z.object({ ...orderFacts, previous_status: z.enum(orderStatuses) }),
    orderNames,
  ),
  'message.received': named(z.object({ conversation_id: z.int() })),
  'stock.low': z.object({ products: z.array(z.object({ id: z.int(), name: z.string(), stock: z.int() })) }),
  test: z.object({}),
} as const

type Told = ShopEvent | { type: 'test'; facts: Record<string, never> }

/** What a receiver reads. */
export function webhookMessage({ id, createdAt }: { id: string; createdAt: Date }, event: Told): string {
  const codec: z.ZodType = facts[event.type]
  const data = codec.encode(event.facts)
  return JSON.stringify({ id, event: event.type, created_at: createdAt.toISOString(), data })
}
