import { z } from 'zod'
import { doorWays, longestReference } from '../rules/cash-book.ts'
import { cedis, givenCedis, givenDate, isoDate, named } from './codecs.ts'
import { text } from './fields.ts'

export const tappedAt = givenDate.describe('When it was tapped, if the phone could not send it at once')

export const cashAtDoor = {
  collected: givenCedis.describe('What the customer gave at the door'),
  reason: text(300).default('').describe('Needed when it is not the amount due'),
  way: z.enum(doorWays).default('cash').describe('How the customer paid'),
  reference: text(longestReference)
    .default('')
    .describe('Needed for mobile money: how the transfer is found'),
}

export const cashBody = named(
  z.strictObject({
    ...cashAtDoor,
    tapped_at: tappedAt.optional(),
    phone_id: z.uuid().optional().describe('The phone that sends it'),
    phone_sequence: z
      .int()
      .min(-1_000_000)
      .optional()
      .describe('Its place among the taps of this phone: an older entry does not replace a newer one'),
  }),
)

const cashDelivery = named(
  z.object({
    order_id: z.int(),
    tracking_code: z.string(),
    customer_name: z.string(),
    due: cedis,
    collected: cedis.nullable().describe('Null: nothing was entered yet'),
    reason: z.string(),
    at: isoDate,
  }),
)

/** Since the last hand-over. What was due is what was collected and what is open. */
const book = {
  due: cedis,
  collected: cedis,
  open: cedis,
  in_hand: cedis.describe('What the driver has to hand over'),
  deliveries: z.array(cashDelivery),
}

export const cashBook = named(z.object(book))

export const driverCashResponse = named(
  z.object({
    driver: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    last_entry: z.int(),
    ...book,
  }),
)

export const handOverBody = named(
  z.strictObject({
    driver_id: z.uuid(),
    counted: givenCedis,
    note: text(300).default(''),
    last_entry: z.int().min(0).describe('The newest line of the cash book that was seen'),
  }),
)

export const handOverResponse = named(
  z.object({
    id: z.int(),
    driver_name: z.string().nullable(),
    expected: cedis,
    counted: cedis,
    note: z.string(),
    confirmed_by: z.string().nullable(),
    confirmed_at: isoDate,
  }),
  { confirmed_by: 'confirmedByName' },
)

export const confirmedResponse = named(z.object({ id: z.int(), counted: cedis, in_hand: cedis }))

export type CashDeliveryResponse = z.input<typeof cashDelivery>
export type DriverCashResponse = z.input<typeof driverCashResponse>
export type HandOverResponse = z.input<typeof handOverResponse>
