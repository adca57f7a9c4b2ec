import { z } from 'zod'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import type { Pesewas } from '../rules/money.ts'
import { type OrderStatus, orderStatuses } from '../rules/order-status.ts'
import type { OrderPaymentWord } from '../rules/payment-states.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import type { PictureData } from './fields.ts'

export const changeStatusResponse = z.object({
  id: z.int(),
  order_status: z.enum(orderStatuses),
  updated_at: z.iso.datetime(),
  stockRestored: z.boolean(),
  stockDecremented: z.boolean(),
})

const orderItem = z.object({
  product_id: z.int(),
  product_name: z.string(),
  quantity: z.int(),
  price_per_item: z.number(),
  total_price: z.number(),
  image: z.string().nullable(),
})

const order = {
  id: z.int(),
  tracking_code: z.string(),
  order_status: z.enum(orderStatuses),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  customer_name: z.string(),
  items: z.array(orderItem),
  subtotal: z.number(),
  delivery_fee: z.number(),
  order_total: z.number().describe('What the customer pays: subtotal and delivery'),
  refunded: z.number().describe('What went back of the money that paid it'),
}

const privateParts = {
  customer_email: z.string().nullable(),
  customer_phone: z.string(),
  shipping_address: z.string(),
  delivery_option: z.enum(deliveryOptions),
  payment_method: z.enum(paymentMethods),
  payment_state: z.string(),
}

const step = { status: z.enum(orderStatuses), at: z.iso.datetime() }

export const ownOrderResponse = z.object({ ...order, ...privateParts })

export const adminOrderResponse = z.object({
  ...order,
  ...privateParts,
  amount_to_collect: z.number().describe('What is still to be paid at the door'),
  cash: z
    .object({
      collected: z.number(),
      received_at: z.iso.datetime().nullable().describe('When the shop counted it; null: the driver has it'),
    })
    .nullable()
    .describe('What a driver was given at the door; null: nothing is entered'),
  driver_id: z.string().nullable(),
  driver_name: z.string().nullable(),
  history: z.array(z.object({ ...step, by: z.string().nullable() })),
})

/** A tracking code is weak proof: no phone, no e-mail, no street. */
export const trackedOrderResponse = z.object({
  ...order,
  payment_state: z.string(),
  history: z.array(z.object(step)),
})

export type OwnOrderResponse = z.infer<typeof ownOrderResponse>
export type AdminOrderResponse = z.infer<typeof adminOrderResponse>
export type TrackedOrderResponse = z.infer<typeof trackedOrderResponse>
export type ChangeStatusResponse = z.infer<typeof changeStatusResponse>

export type OrderLine = {
  productId: number
  /** Name, price and picture as sold. */
  name: string
  quantity: number
  price: Pesewas
  picture: PictureData | null
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
  lines: OrderLine[]
  subtotal: Pesewas
  deliveryFee: Pesewas
  total: Pesewas
  /** What went back of the money that paid it. */
  refunded: Pesewas
  /** How it stands with the money, as people read it. */
  paymentState: OrderPaymentWord
  history: { status: OrderStatus; at: Date }[]
}
