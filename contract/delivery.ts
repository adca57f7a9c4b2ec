import { z } from 'zod'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import { orderStatus } from './admin-orders.ts'
import { cashAtDoor, cashBook, tappedAt } from './cash-book.ts'
import { idParams, text } from './fields.ts'

const keyHeader = z.string().trim().max(255).optional()

/** The same key is the same step, photo or hand-over, however often the network repeats it. */
export const repeatableHeaders = z.looseObject({ 'idempotency-key': keyHeader })

export const stepBody = z.strictObject({
  status: orderStatus,
  expected_status: orderStatus.optional().describe('What the order was when it was last seen'),
  tapped_at: tappedAt.optional(),
  cash: z.strictObject(cashAtDoor).optional().describe('With Delivered: the cash of this delivery'),
  proof_code: text(100).optional().describe('With Delivered: the tracking code, as the customer said it'),
})

export const deliveryNoteBody = z.strictObject({ note: text(500) })

export const proofParams = z.object({ id: idParams.shape.id, proof: idParams.shape.id })

export const proofForm = z.strictObject({ taken_at: tappedAt.optional() })

export const driverResponse = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  open_orders: z.int().describe('Given to this driver, and neither delivered nor cancelled'),
})

export const assignDriverBody = z.strictObject({
  order_ids: z
    .array(z.int().min(1).max(2_147_483_647), { error: 'Please choose the orders.' })
    .min(1, { error: 'Please choose at least one order.' })
    .max(200, { error: 'Please choose at most 200 orders at once.' }),
  driver_id: z.uuid().nullable().describe('Null takes the orders back from whoever has them'),
})

/** Why an order of the list stayed as it was. */
export const notAssignedReasons = {
  order_not_found: 'This order does not exist.',
  personal_rider: 'The customer sends a rider of their own.',
  already_delivered: 'This order is already delivered.',
  cancelled: 'This order is cancelled.',
} as const

export type NotAssignedReason = keyof typeof notAssignedReasons

export const assignDriverResponse = z.object({
  orders: z.array(
    z.object({
      id: z.int(),
      driver_id: z.string().nullable(),
      driver_name: z.string().nullable(),
      updated_at: z.iso.datetime(),
    }),
  ),
  not_changed: z.array(z.object({ id: z.int(), code: z.string(), reason: z.string() })),
})

export const driverOrderResponse = z.object({
  id: z.int(),
  tracking_code: z.string(),
  customer_name: z.string(),
  customer_phone: z.string(),
  order_status: z.enum(orderStatuses),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  shipping_address: z.string(),
  delivery_option: z.enum(deliveryOptions),
  payment_method: z.enum(paymentMethods),
  payment_state: z.string(),
  order_total: z.number(),
  amount_to_collect: z.number(),
  note: z.string().describe('What the shop tells the driver about this order'),
  items: z.array(z.object({ product_name: z.string(), quantity: z.int() })),
  collected: z.number().nullable(),
  cash_reason: z.string(),
  photos: z.int(),
  has_code: z.boolean(),
})

export const driverDayResponse = z.object({
  orders: z.array(driverOrderResponse),
  counts: z.object({
    total: z.int(),
    in_progress: z.int(),
    completed: z.int(),
    issues: z.int(),
  }),
  cash: z.object(cashBook),
})

export const proofResponse = z.object({
  id: z.int(),
  kind: z.enum(['photo', 'code']),
  taken_at: z.iso.datetime(),
  arrived_at: z.iso.datetime(),
})

/** What belongs to bringing one order: the note for the driver, and how the shop knows that it arrived. */
export const deliveryResponse = z.object({ note: z.string(), proofs: z.array(proofResponse) })

export type DeliveryResponse = z.infer<typeof deliveryResponse>
export type DriverOrderResponse = z.infer<typeof driverOrderResponse>
export type DriverDayResponse = z.infer<typeof driverDayResponse>
export type ProofResponse = z.infer<typeof proofResponse>
export type DriverResponse = z.infer<typeof driverResponse>
export type AssignDriverResponse = z.infer<typeof assignDriverResponse>
