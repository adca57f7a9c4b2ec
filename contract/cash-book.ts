import { z } from 'zod'
import { cedis, text } from './fields.ts'

export const tappedAt = z.iso
  .datetime({ offset: true })
  .transform((written) => new Date(written))
  .describe('When it was tapped, if the phone could not send it at once')

export const cashAtDoor = {
  collected: cedis.describe('What the customer gave at the door'),
  reason: text(300).default('').describe('Needed when it is not the amount due'),
}

export const cashBody = z.strictObject({ ...cashAtDoor, tapped_at: tappedAt.optional() })

const cashDelivery = z.object({
  order_id: z.int(),
  tracking_code: z.string(),
  customer_name: z.string(),
  due: z.number(),
  collected: z.number().nullable().describe('Null: nothing was entered yet'),
  reason: z.string(),
  at: z.iso.datetime(),
})

/** Since the last hand-over. What was due is what was collected and what is open. */
export const cashBook = {
  due: z.number(),
  collected: z.number(),
  open: z.number(),
  in_hand: z.number().describe('What the driver has to hand over'),
  deliveries: z.array(cashDelivery),
}

export const driverCashResponse = z.object({
  driver: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  last_entry: z.int(),
  ...cashBook,
})

export const handOverBody = z.strictObject({
  driver_id: z.uuid(),
  counted: cedis,
  note: text(300).default(''),
  last_entry: z.int().min(0).describe('The newest line of the cash book that was seen'),
})

export const handOverResponse = z.object({
  id: z.int(),
  driver_name: z.string().nullable(),
  expected: z.number(),
  counted: z.number(),
  note: z.string(),
  confirmed_by: z.string().nullable(),
  confirmed_at: z.iso.datetime(),
})

export type CashDeliveryResponse = z.infer<typeof cashDelivery>
export type DriverCashResponse = z.infer<typeof driverCashResponse>
export type HandOverResponse = z.infer<typeof handOverResponse>
