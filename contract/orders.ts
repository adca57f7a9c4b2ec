import { z } from 'zod'
import { longestEmail } from '../rules/account-fields.ts'
import { type AttemptOutcome, attemptOutcomes } from '../rules/delivery-attempts.ts'
import { type DeliveryOption, deliveryOptions } from '../rules/delivery-fee.ts'
import type { NamedDiscount } from '../rules/discount-texts.ts'
import type { Pesewas } from '../rules/money.ts'
import { editedParts } from '../rules/order-edit.ts'
import { type OrderStatus, orderStatuses, type StockEffect } from '../rules/order-status.ts'
import { type OrderPaymentWord, paymentMethods } from '../rules/payment-states.ts'
import { liveReturnStates } from '../rules/returns.ts'
import type { SetPart } from '../rules/sets.ts'
import { unusualReasons } from '../rules/unusual-order.ts'
import { chosenDay, orderedItem, orderedItems, quantity } from './checkout.ts'
import {
  cedis,
  givenCedis,
  isoDate,
  named,
  type PictureFiles,
  smallPicture,
  text,
  writtenDay,
  writtenSlot,
} from './codecs.ts'
import { orderDiscount, orderDiscountFields } from './sales-and-discounts.ts'

export const changeStatusResponse = named(
  z.object({
    id: z.int(),
    order_status: z.enum(orderStatuses),
    updated_at: isoDate,
    stockRestored: z.boolean(),
    stockDecremented: z.boolean(),
  }),
  { order_status: 'status' },
)

type ChangedStatus = { order: { id: number; status: OrderStatus; updatedAt: Date }; effect: StockEffect }

export function changedStatus({ order, effect }: ChangedStatus) {
  return { ...order, stockRestored: effect === 'restore', stockDecremented: effect === 'take' }
}

const soldItem = {
  ...orderedItem,
  parts: z
    .array(named(z.object({ product_id: z.int(), name: z.string(), quantity: z.int() })))
    .optional()
    .describe('Only of a set: what was in one of it when it was sold'),
}

const itemNames = { product_name: 'name', price_per_item: 'price' } as const

/** What the back office's lists show has no pictures. */
const listedItem = named(z.object(soldItem), itemNames)

const orderItem = named(z.object({ ...soldItem, image: smallPicture.nullable() }), {
  ...itemNames,
  image: 'picture',
})

const order = {
  id: z.int(),
  tracking_code: z.string(),
  order_status: z.enum(orderStatuses),
  created_at: isoDate,
  updated_at: isoDate,
  customer_name: z.string(),
  items: z.array(orderItem),
  subtotal: cedis,
  delivery_fee: cedis,
  ...orderDiscountFields,
  order_total: cedis.describe('What the customer pays: subtotal and delivery, less the discounts'),
  refunded: cedis.describe('What went back of the money that paid it'),
}

export const orderNames = {
  order_status: 'status',
  items: 'lines',
  discount_total: 'discount',
  order_total: 'total',
} as const

const privateParts = {
  customer_email: z.string().nullable(),
  customer_phone: z.string(),
  shipping_address: z.string(),
  delivery_option: z.enum(deliveryOptions),
  payment_method: z.enum(paymentMethods),
  payment_state: z.string(),
}

/** How often a driver came back with it, and what follows. */
export const attempted = {
  attempts: z.int().describe('How often a driver came back with it'),
  last_attempt: z.enum(attemptOutcomes).nullable().describe('Why, the last time'),
  to_decide_since: isoDate.nullable().describe('Since when the office has to decide what follows'),
  ...chosenDay,
}

const step = { status: z.enum(orderStatuses), at: isoDate }

const orderEdit = z.object({
  part: z.enum(editedParts),
  name: z.string().describe('Of a line: its product'),
  before: z.string(),
  after: z.string(),
})

/** Never part of what a driver gets. */
export const deliveryPin = z
  .string()
  .nullable()
  .describe('What the customer says to the driver at the door; null without a driver who is still to come')

export const ownOrderResponse = named(
  z.object({
    ...order,
    ...privateParts,
    delivery_pin: deliveryPin,
    review_key: z
      .string()
      .nullable()
      .describe('Of a delivered order: opens the page where its products are reviewed'),
    has_receipt: z.boolean().describe('There is a receipt or an invoice for it'),
  }),
  orderNames,
)

/** Of a list: what it shows, and what is printed from it. */
export const adminOrderResponse = named(
  z.object({
    ...order,
    ...privateParts,
    items: z.array(listedItem),
    amount_to_collect: cedis.describe('What is still to be paid at the door'),
    to_pay_back: cedis.describe('What the shop has too much, and owes to the customer'),
    cash: named(
      z.object({
        collected: cedis,
        received_at: isoDate.nullable().describe('When the shop counted it; null: the driver has it'),
      }),
    )
      .nullable()
      .describe('What a driver was given at the door; null: nothing is entered'),
    to_confirm: z
      .array(z.enum(unusualReasons))
      .describe('Why somebody should ring before it is packed; empty when there is nothing to confirm'),
    return_state: z
      .enum(liveReturnStates)
      .nullable()
      .describe('How its returns stand: that of the least far; null without any'),
    customer_note: z.string().describe('What the customer wrote to the shop'),
    gift_note: z.string().describe('For whoever gets the parcel; printed on its slip'),
    ...attempted,
    driver_id: z.string().nullable(),
    driver_name: z.string().nullable(),
  }),
  orderNames,
)

/** What only one order by itself shows of its items and its past. */
export const orderParts = {
  items: z.array(orderItem),
  history: z.array(
    z.object({
      ...step,
      by: z.string().nullable(),
      edits: z.array(orderEdit).optional().describe('Only of a change: what it was and what it is'),
    }),
  ),
}

/** A tracking code is weak proof: no phone, no e-mail, no street. */
export const trackedOrderResponse = named(
  z.object({
    ...order,
    delivery_option: z.enum(deliveryOptions),
    pickup: z
      .object({ address: z.string(), hours: z.string() })
      .nullable()
      .describe('Where and when it is collected; null for an order that is delivered'),
    payment_state: z.string(),
    amount_to_collect: cedis.describe('What is still to be paid at the door'),
    to_pay_back: cedis.describe('What the shop owes to the customer'),
    missed: z
      .enum(attemptOutcomes)
      .nullable()
      .describe('Why it could not be handed over, while the office decides what follows'),
    answer_day: z.string().nullable().describe('The day that the customer asked for since'),
    delivery_weekdays: z
      .array(z.int())
      .readonly()
      .nullable()
      .describe('While missed: on which days of the week deliveries go there, 0 is Sunday; null: on any'),
    ...chosenDay,
    history: z.array(
      named(
        z.object({
          ...step,
          is_edit: z.literal(true).optional().describe('What was ordered was changed; the status stayed'),
          is_return: z.literal(true).optional().describe('Something of it comes back; the status stayed'),
        }),
      ),
    ),
  }),
  orderNames,
)

export const cancelOrderBody = z.strictObject({ code: text(20), phone: text(30) })

export type OwnOrderResponse = z.input<typeof ownOrderResponse>
export type AdminOrderResponse = z.input<typeof adminOrderResponse>
export type TrackedOrderResponse = z.input<typeof trackedOrderResponse>
export type ChangeStatusResponse = z.input<typeof changeStatusResponse>

export type OrderLine = {
  productId: number
  /** Name, price and picture as sold. */
  name: string
  quantity: number
  price: Pesewas
  totalPrice: Pesewas
  picture: PictureFiles | null
  /** Of a set: what was in it. */
  parts?: (SetPart & { name: string })[] | undefined
}

export type ListedLine = Omit<OrderLine, 'picture'>

/** What anybody with the code may see. */
export type TrackedOrder = {
  id: number
  trackingCode: string
  status: OrderStatus
  createdAt: Date
  /** The newest entry of the history. */
  updatedAt: Date
  customerName: string
  deliveryOption: DeliveryOption
  /** Where and when it is collected. */
  pickup: { address: string; hours: string } | null
  lines: OrderLine[]
  subtotal: Pesewas
  deliveryFee: Pesewas
  discount: Pesewas
  discounts: NamedDiscount[]
  total: Pesewas
  /** What went back of the money that paid it. */
  refunded: Pesewas
  /** How it stands with the money, as people read it. */
  paymentState: OrderPaymentWord
  /** What is still to be paid at the door. */
  amountToCollect: Pesewas
  /** What the shop has too much of it. */
  toPayBack: Pesewas
  /** Why it could not be handed over, while the office decides. */
  missed: AttemptOutcome | null
  answerDay: string | null
  /** On which days of the week it may be brought again; null: on any. */
  deliveryWeekdays: readonly number[] | null
  /** When it is brought. */
  deliverOn: string | null
  deliverSlot: string | null
  history: { status: OrderStatus; at: Date; isEdit?: true | undefined; isReturn?: true | undefined }[]
}

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
