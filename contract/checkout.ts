import { z } from 'zod'
import { longestEmail } from '../rules/account-fields.ts'
import { maximumQuantity, minimumQuantity } from '../rules/cart.ts'
import {
  type CheckoutField,
  checkCheckout,
  checkoutWireNames,
  emptyCartText,
} from '../rules/checkout-fields.ts'
import { defaultDeliveryOption, deliveryOptions } from '../rules/delivery-fee.ts'
import { manualOrderSources, orderStatuses } from '../rules/order-status.ts'
import { defaultPaymentMethod, paymentMethods } from '../rules/payment-states.ts'
import { cedis, text } from './fields.ts'

const mostLines = 100

export const quantityText = `Quantity must be between ${minimumQuantity} and ${maximumQuantity}`

export const quantity = z
  .int({ error: quantityText })
  .min(minimumQuantity, { error: quantityText })
  .max(maximumQuantity, { error: quantityText })

const item = z.strictObject({
  product_id: z.int(),
  quantity,
  price_per_item: cedis.optional().describe('What the customer was shown'),
})

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
  payment_method: z.enum(paymentMethods).default(defaultPaymentMethod),
  order_total: cedis.optional().describe('The subtotal, without delivery'),
  delivery_fee: cedis.optional().describe('What the customer was shown for delivery'),
  tracking_code: text(100).optional().describe('Used if it is well formed and free'),
  items: z.array(item).min(1, { error: emptyCartText }).max(mostLines),
})

type Fields = z.infer<typeof fields>

export const orderNote = text(2_000)

/** Older clients send one line for the whole address; newer ones send its parts. */
export function hasAddressParts({ address, city, state, zip }: Fields): boolean {
  return [address, city, state, zip].some((part) => part !== undefined)
}

function listMistakes(body: Fields): [name: string, text: string][] {
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

export const placeOrderBody = fields.superRefine((body, { addIssue }) => {
  for (const [name, message] of listMistakes(body)) addIssue({ code: 'custom', path: [name], message })
})

/** What the staff writes down for a customer is paid at the door. */
export const manualOrderBody = fields
  .omit({ payment_method: true })
  .extend({
    source: z.enum(manualOrderSources, { error: 'Please say how the order came in' }),
    note: orderNote.default(''),
  })
  .superRefine((body, { addIssue }) => {
    const mistakes = listMistakes({ ...body, payment_method: defaultPaymentMethod })
    for (const [name, message] of mistakes) addIssue({ code: 'custom', path: [name], message })
  })

/** The same key is the same order, however often the network repeats it. */
export const orderHeaders = z.looseObject({
  'idempotency-key': z.string().trim().max(255).optional(),
})

export const placedOrderResponse = z.object({
  id: z.int(),
  tracking_code: z.string(),
  order_status: z.enum(orderStatuses),
  created_at: z.iso.datetime(),
  payment_method: z.enum(paymentMethods),
  delivery_option: z.enum(deliveryOptions),
  items: z.array(
    z.object({
      product_id: z.int(),
      product_name: z.string(),
      quantity: z.int(),
      price_per_item: z.number(),
      total_price: z.number(),
    }),
  ),
  subtotal: z.number(),
  delivery_fee: z.number(),
  order_total: z.number().describe('What the customer pays: subtotal and delivery'),
})

export type PlaceOrderBody = z.infer<typeof placeOrderBody>
export type ManualOrderBody = z.infer<typeof manualOrderBody>
export type PlacedOrderResponse = z.infer<typeof placedOrderResponse>

/** One line of a 409 out_of_stock, not_available or price_changed. */
export type LineProblem = {
  product_id: number
  /** Null for what the shop has never sold, such as a sample. */
  product_name: string | null
  quantity: number
  available: number
  is_sold: boolean
  /** The price now; null for what is not sold. */
  price_per_item: number | null
}
