import { z } from 'zod'
import { longestEmail } from '../rules/account-fields.ts'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import { chosenDay, orderedItems, quantity } from './checkout.ts'
import { cedis, givenCedis, isoDate, named } from './codecs.ts'
import { orderDiscount, orderDiscountFields } from './discounts.ts'
import { text, writtenDay, writtenSlot } from './fields.ts'

const mostLines = 100

/** What is left out stays as it is. */
const fields = {
  expected: isoDate
    .optional()
    .describe('The updated_at that was seen; an order that was changed since answers 409'),
  agreed_total: givenCedis
    .optional()
    .describe('The total that was shown. Without it nothing is saved: the answer says what it would come to'),
  items: z
    .array(named(z.strictObject({ product_id: z.int(), quantity })))
    .min(1, { error: 'Please leave at least one product, or cancel the order' })
    .max(mostLines)
    .optional()
    .describe('All lines as they shall be'),
  customer_name: text(500).optional(),
  customer_phone: text(100).optional(),
  address: text(500).optional(),
  city: text(500).optional(),
  state: text(500).optional(),
  zip: text(500).optional(),
  delivery_option: z.enum(deliveryOptions).optional(),
  deliver_on: writtenDay.nullish().describe('The day of delivery; null: none'),
  deliver_slot: writtenSlot.nullish().describe('The time on that day'),
  customer_note: text(1_000).optional(),
  gift_note: text(1_000).optional(),
}

const names = { items: 'lines', state: 'region' } as const

export const editOrderBody = named(
  z.strictObject({ ...fields, customer_email: text(longestEmail).nullish() }),
  names,
)

/** A tracking code may be seen by many: the phone number of the order proves whose it is. */
export const editOwnOrderBody = named(z.strictObject({ code: text(20), phone: text(30), ...fields }), names)

export type OrderEditRequest = z.output<typeof editOrderBody>
export type OwnOrderEditRequest = z.output<typeof editOwnOrderBody>

const bill = named(
  z.object({
    items: orderedItems,
    subtotal: cedis,
    delivery_fee: cedis,
    ...orderDiscountFields,
    order_total: cedis,
  }),
  { items: 'lines', discount_total: 'discount', order_total: 'total' },
)

/** What an edit comes to, before and after it is saved. */
export const orderEditResponse = named(
  z.object({
    saved: z.boolean(),
    updated_at: isoDate.describe('Send it as `expected` to save'),
    customer_name: z.string(),
    customer_phone: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    delivery_option: z.enum(deliveryOptions),
    ...chosenDay,
    customer_note: z.string(),
    gift_note: z.string(),
    before: bill,
    after: bill,
    lost_discounts: z.array(orderDiscount).describe('Those that no longer hold, with what they took off'),
    discount_note: z.string().nullable().describe('Why the code of the order no longer holds'),
    amount_to_collect: cedis.describe('What is then paid at the door'),
    to_pay_online: cedis.describe('What is then expected online'),
    to_pay_back: cedis.describe('What the shop then has too much, and pays back'),
  }),
  { state: 'region', saved: 'isSaved', to_pay_online: 'awaitedOnline' },
)

export type OrderEditOutcome = z.output<typeof orderEditResponse>
export type OrderEditResponse = z.input<typeof orderEditResponse>
