import { z } from 'zod'
import { longestReference } from '../rules/cash-book.ts'
import {
  conditions,
  liveReturnStates,
  plainSteps,
  repaymentWays,
  returnReasons,
  returnStates,
} from '../rules/returns.ts'
import { cedis, givenCedis, givenDate, idParams, isoDate, named, text } from './codecs.ts'

const productId = z.int().min(1).max(2_147_483_647)
const pieces = z.int({ error: 'Please use whole numbers.' }).max(100_000)

const expected = givenDate.describe('The updated_at of the order that was seen; another one answers 409')

const longestReturnNote = 1000

export const openReturnBody = named(
  z.strictObject({
    items: z
      .array(
        named(
          z.strictObject({
            product_id: productId,
            quantity: pieces.min(1),
            reason: z.enum(returnReasons, { error: 'Please choose a reason' }),
            condition: z.enum(conditions, { error: 'Please choose unopened or used' }),
          }),
        ),
      )
      .max(100, { error: 'Please name each product once' }),
    note: text(longestReturnNote).default('').describe('Needed for another reason'),
    expected,
  }),
  { items: 'lines' },
)

export const returnParams = idParams.extend({ return: idParams.shape.id })

export const returnStepBody = z.strictObject({ to: z.enum(plainSteps), expected })

export const receiveReturnBody = named(
  z.strictObject({
    items: z
      .array(
        named(z.strictObject({ product_id: productId, to_shelf: pieces.min(0), written_off: pieces.min(0) })),
      )
      .max(100)
      .describe('What arrived; what is not named did not'),
    expected,
  }),
  { items: 'lines' },
)

export const settleReturnBody = named(
  z.strictObject({
    amount: givenCedis.describe('How much less the order costs; at most what was paid for what came back'),
    way: z.enum(repaymentWays).describe('How it goes back; later: it is entered with the money of the order'),
    reference: text(longestReference).default('').describe('Needed for mobile money, wallet and bank'),
    note: text(300).default(''),
    expected,
  }),
)

const returnLine = named(
  z.object({
    product_id: z.int(),
    product_name: z.string(),
    quantity: z.int(),
    reason: z.enum(returnReasons),
    condition: z.enum(conditions),
    to_shelf: z.int(),
    written_off: z.int(),
  }),
)

const orderReturn = named(
  z.object({
    id: z.int(),
    state: z.enum(returnStates),
    items: z.array(returnLine),
    note: z.string(),
    has_photo: z.boolean(),
    amount: cedis.describe('How much less the order costs, once it is settled'),
    most: cedis.describe('Of a received one: the most that it can take off what the order costs'),
    opened_by: z.string().nullable().describe('Null: an account that was deleted since'),
    created_at: isoDate,
    updated_at: isoDate,
  }),
  { items: 'lines', opened_by: 'openedByName' },
)

export const orderReturnsResponse = named(
  z.object({
    returns: z.array(orderReturn).describe('Oldest first'),
    returnable: z
      .array(named(z.object({ product_id: z.int(), product_name: z.string(), quantity: z.int() })))
      .describe('What can still come back'),
    delivered_at: isoDate.nullable(),
    return_state: z.enum(liveReturnStates).nullable(),
    expected: isoDate.describe('The version of the order, for the next step'),
  }),
)

export type OpenReturn = z.output<typeof openReturnBody>
export type ReceiveReturn = z.output<typeof receiveReturnBody>
export type SettleReturn = z.output<typeof settleReturnBody>
export type ReturnStep = z.output<typeof returnStepBody>
export type OrderReturnsResponse = z.input<typeof orderReturnsResponse>
export type OrderReturnResponse = z.input<typeof orderReturn>
