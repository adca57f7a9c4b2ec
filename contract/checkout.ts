import { z } from 'zod'
import { longestEmail, normaliseEmail } from '../rules/account-fields.ts'
import { maximumQuantity, minimumQuantity } from '../rules/cart.ts'
import {
  type CheckoutField,
  checkCheckout,
  checkoutWireNames,
  emptyCartText,
} from '../rules/checkout-fields.ts'
import { type DeliveryOption, defaultDeliveryOption, deliveryOptions } from '../rules/delivery-fee.ts'
import { ways } from '../rules/notification-settings.ts'
import { manualOrderSources, orderStatuses } from '../rules/order-status.ts'
import { defaultPaymentMethod, paymentMethods } from '../rules/payment-states.ts'
import { cedis, givenCedis, isoDate, named, text, writtenDay, writtenSlot } from './codecs.ts'
import { visitSource } from './dashboard.ts'
import { orderDiscountFields, typedCode } from './sales-and-discounts.ts'

const mostLines = 100

export const quantityText = `Quantity must be between ${minimumQuantity} and ${maximumQuantity}`

export const quantity = z
  .int({ error: quantityText })
  .min(minimumQuantity, { error: quantityText })
  .max(maximumQuantity, { error: quantityText })

const item = named(
  z.strictObject({
    product_id: z.int(),
    quantity,
    price_per_item: givenCedis.optional().describe('What the customer was shown'),
  }),
  { price_per_item: 'agreedPrice' },
)

const fields = z.strictObject({
  customer_name: text(500).default(''),
  customer_email: text(longestEmail).nullish(),
  customer_phone: text(100).default(''),
  shipping_address: text(1_000).default('').describe('Counts only without address, city and state'),
  address: text(500).optional(),
  city: text(500).optional(),
  state: text(500).optional(),
  zip: text(500).optional(),
  delivery_option: z.enum(deliveryOptions).default(defaultDeliveryOption),
  deliver_on: writtenDay.optional().describe('The day of delivery, where customers choose one'),
  deliver_slot: writtenSlot.optional().describe('The time on that day, where there are several'),
  payment_method: z.enum(paymentMethods).default(defaultPaymentMethod),
  order_total: givenCedis.optional().describe('The subtotal, without delivery'),
  delivery_fee: givenCedis.optional().describe('What the customer was shown for delivery'),
  customer_note: text(1_000).default('').describe('For the shop'),
  gift_note: text(1_000).default('').describe('For whoever gets the parcel; printed on its slip'),
  news_by: z
    .enum(ways)
    .optional()
    .describe('How the customer wants to be told; without it, as the shop does'),
  discount_code: typedCode.optional(),
  discount_total: givenCedis.optional().describe('What the customer was shown as taken off'),
  tracking_code: text(100).optional().describe('Used if it is well formed and free'),
  visit_source: visitSource.optional().describe('Where the visitor came from; counted, not stored'),
  items: z.array(item).max(mostLines).default([]).describe('At least one'),
})

type Fields = z.infer<typeof fields>

export const orderNote = text(2_000)

/** Older clients send one line for the whole address; newer ones send its parts. */
function hasAddressParts({ address, city, state, zip }: Fields): boolean {
  return [address, city, state, zip].some((part) => part !== undefined)
}

/** All of them at once, each in words for a person. */
function listMistakes(body: Fields): [name: string, text: string][] {
  const mistakes = listAddressMistakes(body)
  return body.items.length > 0 ? mistakes : [...mistakes, ['items', emptyCartText]]
}

function listAddressMistakes(body: Fields): [name: string, text: string][] {
  const mistakes = checkCheckout({
    fullName: body.customer_name,
    email: body.customer_email ?? '',
    phone: body.customer_phone,
    address: body.address ?? '',
    city: body.city ?? '',
    state: body.state ?? '',
    zipCode: body.zip ?? '',
    deliveryOption: body.delivery_option,
    paymentMethod: body.payment_method,
    customerNote: body.customer_note,
    giftNote: body.gift_note,
    newsBy: body.news_by ?? '',
    deliverOn: body.deliver_on ?? '',
  })
  const named = Object.entries(checkoutWireNames).flatMap(([field, name]): [string, string][] => {
    const mistake = mistakes[field as CheckoutField]
    return mistake === undefined ? [] : [[name, mistake]]
  })
  if (hasAddressParts(body)) return named
  const parts: string[] = [
    checkoutWireNames.address,
    checkoutWireNames.city,
    checkoutWireNames.state,
    checkoutWireNames.zipCode,
  ]
  const others = named.filter(([name]) => !parts.includes(name))
  const isMissing = body.delivery_option === 'delivery_service' && body.shipping_address === ''
  return isMissing ? [...others, ['shipping_address', 'Street address is required']] : others
}

const requestNames = {
  state: 'region',
  items: 'lines',
  order_total: 'agreedSubtotal',
  delivery_fee: 'agreedDeliveryFee',
  discount_total: 'agreedDiscount',
  tracking_code: 'proposedCode',
} as const

type Sent = {
  customerEmail?: string | null | undefined
  shippingAddress: string
  address?: string | undefined
  city?: string | undefined
  region?: string | undefined
  zip?: string | undefined
  deliveryOption: DeliveryOption
}

/** The shop does not store where somebody lives who collects the order. */
const nowhere = { address: '', city: '', region: '', zip: '' }

/** The address in its parts, and what was left out as an empty text. */
function toRequest<Request extends Sent>({ shippingAddress, customerEmail, ...sent }: Request) {
  const { city = '', region = '', zip = '' } = sent
  const isInParts = [sent.address, sent.city, sent.region, sent.zip].some((part) => part !== undefined)
  const address = isInParts ? (sent.address ?? '') : shippingAddress
  const isCollected = sent.deliveryOption === 'pickup'
  return {
    ...sent,
    customerEmail: customerEmail ? normaliseEmail(customerEmail) : null,
    ...(isCollected ? nowhere : { address, city, region, zip }),
  }
}

export const placeOrderBody = named(
  fields.superRefine((body, { addIssue }) => {
    for (const [name, message] of listMistakes(body)) addIssue({ code: 'custom', path: [name], message })
  }),
  requestNames,
).transform(toRequest)

/** An order as a customer asks for it; what was agreed on is left out where the customer named no price. */
export type OrderRequest = z.output<typeof placeOrderBody>

/** What the staff writes down for a customer is paid at the door. */
export const manualOrderBody = named(
  fields
    .omit({ payment_method: true, visit_source: true })
    .extend({
      source: z.enum(manualOrderSources, { error: 'Please say how the order came in' }),
      note: orderNote.default(''),
    })
    .superRefine((body, { addIssue }) => {
      const mistakes = listMistakes({ ...body, payment_method: defaultPaymentMethod })
      for (const [name, message] of mistakes) addIssue({ code: 'custom', path: [name], message })
    }),
  requestNames,
).transform(toRequest)

/** The same key is the same order, however often the network repeats it. */
export const orderHeaders = z.looseObject({
  'idempotency-key': z.string().trim().max(255).optional(),
})

export const orderedItem = {
  product_id: z.int(),
  product_name: z.string(),
  quantity: z.int(),
  price_per_item: cedis,
  total_price: cedis,
}

/** What was agreed on, line by line. */
export const orderedItems = z.array(named(z.object(orderedItem)))

/** When an order is brought. */
export const chosenDay = {
  deliver_on: z.string().nullable().describe('The day of delivery; null where none was chosen'),
  deliver_slot: z.string().nullable().describe('The time on that day'),
}

/** What can be chosen, and what a 409 delivery_day_gone says besides. */
export const deliveryDaysResponse = z.object({
  days: z
    .array(
      named(
        z.object({
          deliver_on: z.string(),
          deliver_slot: z.string().nullable(),
          is_free: z.boolean().describe('False: all places are taken'),
        }),
        { deliver_on: 'day', deliver_slot: 'slot' },
      ),
    )
    .nullable()
    .describe('Empty: none is free. Null: no day is chosen there'),
})

export type DeliveryDaysResponse = z.input<typeof deliveryDaysResponse>

export const deliveryDaysQuery = named(
  z.strictObject({ state: text(500).default(''), city: text(500).default('') }),
  { state: 'region' },
)

export const placedOrderResponse = named(
  z.object({
    id: z.int(),
    tracking_code: z.string(),
    order_status: z.enum(orderStatuses),
    created_at: isoDate,
    payment_method: z.enum(paymentMethods),
    delivery_option: z.enum(deliveryOptions),
    ...chosenDay,
    delivery_day: z.string().describe('Day and time in words; empty where none was chosen'),
    items: orderedItems,
    subtotal: cedis,
    delivery_fee: cedis,
    ...orderDiscountFields,
    order_total: cedis.describe('What the customer pays: subtotal and delivery, less the discounts'),
    delivery_pin: z
      .string()
      .nullable()
      .describe('For the driver at the door; null without a driver, and for a repetition without a key'),
  }),
  { order_status: 'status', items: 'lines', discount_total: 'discount', order_total: 'total' },
)

export type PlacedOrderResponse = z.input<typeof placedOrderResponse>

const lineProblem = named(
  z.object({
    product_id: z.int(),
    product_name: z.string().nullable().describe('Null for what the shop has never sold, such as a sample'),
    quantity: z.int(),
    available: z.int(),
    is_sold: z.boolean(),
    price_per_item: cedis.nullable().describe('The price now; null for what is not sold'),
  }),
  { product_name: 'name', price_per_item: 'price' },
)

/** What a 409 out_of_stock or not_available says besides. */
export const shortageDetails = z.object({ items: z.array(lineProblem) })

/** What a 409 price_changed or discount_refused says besides: the prices now. */
export const newPricesDetails = named(
  z.object({
    items: z.array(lineProblem),
    subtotal: cedis,
    delivery_fee: cedis,
    ...orderDiscountFields,
    order_total: cedis,
  }),
  { discount_total: 'discount', order_total: 'total' },
)

export type LineProblem = z.input<typeof lineProblem>
/** The same in the code. */
export type LineOnShelf = z.output<typeof lineProblem>
