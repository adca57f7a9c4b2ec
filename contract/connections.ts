import { z } from 'zod'
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
import { cedis, isoDate, named, paging, requiredText } from './codecs.ts'

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
