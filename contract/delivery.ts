import { z } from 'zod'
import { doorWays, longestReference } from '../rules/cash-book.ts'
import { attemptOutcomes, longestAttemptNote } from '../rules/delivery-attempts.ts'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import { proofKinds } from '../rules/delivery-pin.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { paymentMethods } from '../rules/payment-states.ts'
import { orderStatus } from './admin-orders.ts'
import { cedis, givenCedis, givenDate, idParams, isoDate, named, text, writtenDay } from './codecs.ts'
import { attempted } from './orders.ts'

const tappedAt = givenDate.describe('When it was tapped, if the phone could not send it at once')

const cashAtDoor = {
  collected: givenCedis.describe('What the customer gave at the door'),
  reason: text(300).default('').describe('Needed when it is not the amount due'),
  way: z.enum(doorWays).default('cash').describe('How the customer paid'),
  reference: text(longestReference)
    .default('')
    .describe('Needed for mobile money: how the transfer is found'),
}

/** When and where it was tapped: it may arrive much later, and after what was tapped next. */
const tapOfPhone = {
  tapped_at: tappedAt.optional(),
  phone_id: z.uuid().optional().describe('The phone that sends it'),
  phone_sequence: z
    .int()
    .min(-1_000_000)
    .optional()
    .describe(
      'Its place among the taps of this phone: an older one changes nothing that a newer one decided',
    ),
}

export const cashBody = named(
  z.strictObject({
    ...cashAtDoor,
    ...tapOfPhone,
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

const cashBook = named(z.object(book))

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

const keyHeader = z.string().trim().max(255).optional()

/** The same key is the same step, photo or hand-over, however often the network repeats it. */
export const repeatableHeaders = z.looseObject({ 'idempotency-key': keyHeader })

export const stepBody = named(
  z.strictObject({
    status: orderStatus,
    expected_status: orderStatus.optional().describe('What the order was when it was last seen'),
    pay_on_delivery: z
      .boolean()
      .optional()
      .describe(
        'An online order that nobody has paid for is sent all the same; the driver collects the money',
      ),
    tapped_at: tappedAt.optional(),
    cash: z
      .strictObject(cashAtDoor)
      .optional()
      .describe('With Delivered: what was paid at the door or, for an order that is collected, in the shop'),
    proof_code: text(100).optional().describe('With Delivered: the PIN, as the customer said it'),
  }),
  { status: 'to', expected_status: 'expected' },
)

export const attemptBody = named(
  z.strictObject({
    outcome: z.enum(attemptOutcomes, { error: 'Please choose what happened' }),
    note: text(longestAttemptNote).default(''),
    day: writtenDay.optional().describe('Of postponed: the day that the customer asked for'),
    ...tapOfPhone,
  }),
)

export const reportedAttemptResponse = z.object({ id: z.int() })

export const nextDeliveryBody = named(
  z.strictObject({
    driver_id: z.uuid().nullable().describe('Who brings it; null: nobody yet'),
    deliver_on: writtenDay.nullable().describe('Null: as soon as the driver can'),
    expected_attempts: z.int().min(1).describe('The attempts that were seen; another number answers 409'),
  }),
)

export const answerAttemptBody = z.strictObject({
  code: text(20),
  phone: text(30),
  day: writtenDay,
  note: text(longestAttemptNote).default(''),
})

const deliveryNote = text(500)

export const deliveryNoteBody = z.strictObject({
  note: deliveryNote,
  expected: deliveryNote.optional().describe('The note as it was last seen; another one answers 409'),
})

export const proofParams = z.object({ id: idParams.shape.id, proof: idParams.shape.id })

export const proofForm = named(
  z.strictObject({
    taken_at: tappedAt.optional(),
    attempt_key: text(255)
      .optional()
      .describe('Of a photo that shows why it could not be handed over: the key with which that was sent'),
  }),
)

export const driverResponse = named(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    open_orders: z.int().describe('Given to this driver, and neither delivered nor cancelled'),
  }),
)

export const assignDriverBody = named(
  z.strictObject({
    order_ids: z
      .array(z.int().min(1).max(2_147_483_647), { error: 'Please choose the orders.' })
      .min(1, { error: 'Please choose at least one order.' })
      .max(200, { error: 'Please choose at most 200 orders at once.' }),
    driver_id: z.uuid().nullable().describe('Null takes the orders back from whoever has them'),
  }),
)

/** Why an order of the list stayed as it was. */
export const notAssignedReasons = {
  order_not_found: 'This order does not exist.',
  personal_rider: 'The customer sends a rider of their own.',
  pickup: 'The customer collects it at the shop.',
  already_delivered: 'This order is already delivered.',
  cancelled: 'This order is cancelled.',
} as const

export type NotAssignedReason = keyof typeof notAssignedReasons

export const assignDriverResponse = named(
  z.object({
    orders: z.array(
      named(
        z.object({
          id: z.int(),
          driver_id: z.string().nullable(),
          driver_name: z.string().nullable(),
          updated_at: isoDate,
        }),
      ),
    ),
    not_changed: z.array(z.object({ id: z.int(), code: z.string(), reason: z.string() })),
  }),
)

const driverOrder = named(
  z.object({
    id: z.int(),
    tracking_code: z.string(),
    customer_name: z.string(),
    customer_phone: z.string(),
    order_status: z.enum(orderStatuses),
    created_at: isoDate,
    updated_at: isoDate,
    shipping_address: z.string(),
    delivery_option: z.enum(deliveryOptions),
    payment_method: z.enum(paymentMethods),
    payment_state: z.string(),
    order_total: cedis,
    amount_to_collect: cedis,
    note: z.string().describe('What the shop tells the driver about this order'),
    items: z.array(
      named(z.object({ product_name: z.string(), quantity: z.int() }), { product_name: 'name' }),
    ),
    collected: cedis.nullable(),
    cash_reason: z.string(),
    paid_by: z.enum(doorWays).describe('How the customer paid, as last entered'),
    money_reference: z.string().describe('Of mobile money'),
    photos: z.int(),
    has_code: z.boolean(),
    ...attempted,
    answer_day: z.string().nullable().describe('What the customer answered to the last attempt'),
    answer_note: z.string(),
    edited_at: isoDate.nullable().describe('When what is in it was last changed'),
  }),
  { order_status: 'status', order_total: 'total', note: 'deliveryNote', items: 'lines' },
)

export const driverDayResponse = z.object({
  orders: z.array(driverOrder),
  counts: named(z.object({ total: z.int(), in_progress: z.int(), completed: z.int(), issues: z.int() })),
  cash: cashBook,
})

export const proofResponse = named(
  z.object({
    id: z.int(),
    kind: z.enum(proofKinds),
    taken_at: isoDate,
    arrived_at: isoDate,
  }),
)

const attemptResponse = named(
  z.object({
    id: z.int(),
    outcome: z.enum(attemptOutcomes),
    note: z.string(),
    day: z.string().nullable().describe('To which the customer postponed it at the door'),
    driver_name: z.string().nullable(),
    happened_at: isoDate,
    answer_day: z.string().nullable().describe('What the customer answered'),
    answer_note: z.string(),
    photos: z.array(z.int()).describe('Read like the proofs'),
  }),
)

/** What belongs to bringing one order: the note for the driver, how the shop knows that it arrived, and why it did not. */
export const deliveryResponse = z.object({
  note: z.string(),
  proofs: z.array(proofResponse),
  attempts: z.array(attemptResponse).describe('The newest first'),
})

export type DeliveryResponse = z.input<typeof deliveryResponse>
export type AttemptResponse = z.input<typeof attemptResponse>
export type DriverOrderResponse = z.input<typeof driverOrder>
export type DriverDayResponse = z.input<typeof driverDayResponse>
export type ProofResponse = z.input<typeof proofResponse>
export type DriverResponse = z.input<typeof driverResponse>
export type AssignDriverResponse = z.input<typeof assignDriverResponse>
