import { z } from 'zod'
import { type AttemptOutcome, attemptOutcomes } from '../rules/delivery-attempts.ts'
import { type DeliveryOption, deliveryOptions } from '../rules/delivery-fee.ts'
import type { NamedDiscount } from '../rules/discount-texts.ts'
import type { Pesewas } from '../rules/money.ts'
import { editedParts } from '../rules/order-edit.ts'
import { type OrderStatus, orderStatuses, type StockEffect } from '../rules/order-status.ts'
import type { OrderPaymentWord } from '../rules/payment-states.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import { liveReturnStates } from '../rules/returns.ts'
import type { SetPart } from '../rules/sets.ts'
import { unusualReasons } from '../rules/unusual-order.ts'
import { chosenDay } from './checkout.ts'
import { cedis, isoDate, named, smallPicture } from './codecs.ts'
import { orderDiscountFields } from './discounts.ts'
import { type PictureData, text } from './fields.ts'

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

const orderItem = named(
  z.object({
    product_id: z.int(),
    product_name: z.string(),
    quantity: z.int(),
    price_per_item: cedis,
    total_price: cedis,
    image: smallPicture.nullable(),
    parts: z
      .array(named(z.object({ product_id: z.int(), name: z.string(), quantity: z.int() })))
      .optional()
      .describe('Only of a set: what was in one of it when it was sold'),
  }),
  { product_name: 'name', price_per_item: 'price', image: 'picture' },
)

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

export const adminOrderResponse = named(
  z.object({
    ...order,
    ...privateParts,
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
    history: z.array(
      z.object({
        ...step,
        by: z.string().nullable(),
        edits: z.array(orderEdit).optional().describe('Only of a change: what it was and what it is'),
      }),
    ),
  }),
  orderNames,
)

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
  picture: PictureData | null
  /** Of a set: what was in it. */
  parts?: (SetPart & { name: string })[] | undefined
}

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
