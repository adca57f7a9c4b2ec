import { z } from 'zod'
import { longestReference } from '../rules/cash-book.ts'
import { readDay, startOfNextDay } from '../rules/days.ts'
import { ways } from '../rules/notification-settings.ts'
import { channels, failureReasons, messageStates, notifications } from '../rules/notifications.ts'
import { moneyKinds, moneySources, moneyWays, officeWays } from '../rules/order-ledger.ts'
import {
  cancelReasons,
  type OrderStatus,
  orderSources,
  orderStatuses,
  readOrderStatus,
} from '../rules/order-status.ts'
import { orderNote } from './checkout.ts'
import { cedis, givenCedis, idParams, isoDate, named, paging, requiredText, text } from './codecs.ts'
import { adminOrderResponse, changeStatusResponse, deliveryPin, orderNames, orderParts } from './orders.ts'

/** Any case is accepted; a repeated or unknown value is not. */
export const orderStatus = z
  .string({ error: 'Unknown status' })
  .transform((written, context): OrderStatus => {
    const known = readOrderStatus(written)
    if (known !== null) return known
    context.addIssue({ code: 'custom', message: 'Unknown status' })
    return z.NEVER
  })

const anyStatus = z
  .string({ error: 'Unknown status' })
  .transform((written) => (/^(all)?$/i.test(written.trim()) ? undefined : written))
  .pipe(orderStatus.optional())
  .optional()

const wrongDay = 'Please write the day as 2026-03-05'

const day = z.string({ error: wrongDay }).transform((written, context): Date | undefined => {
  if (written === '') return undefined
  const start = readDay(written)
  if (start !== null) return start
  context.addIssue({ code: 'custom', message: wrongDay })
  return z.NEVER
})

const filters = {
  status: anyStatus,
  q: text(100).optional().describe('Name, tracking code, phone or e-mail; tried as a pattern first'),
  from: day.optional(),
  to: day.optional().describe('Through the end of this day'),
}

export const orderExportQuery = z.strictObject(filters)
export const orderListQuery = z.strictObject({
  ...filters,
  returns: z.literal('open').optional().describe('Only those of which something is on its way back'),
  told: z.literal('no').optional().describe('Only those whose customers somebody has to tell by hand'),
  to_decide: z.literal('yes').optional().describe('Only those that a driver came back with'),
  ...paging(50),
})
export const driverOrderQuery = z.strictObject({ status: anyStatus, q: filters.q, ...paging(50) })

export type OrderFilter = {
  status?: OrderStatus | undefined
  q?: string | undefined
  from?: Date | undefined
  /** Everything before this moment. */
  until?: Date | undefined
  /** Only those whose customers somebody has to tell by hand. */
  isUntold?: boolean | undefined
  /** Only those that a driver came back with. */
  isToDecide?: boolean | undefined
  /** Only those of which something is on its way back. */
  hasOpenReturn?: boolean | undefined
}

type Filters = z.infer<typeof orderExportQuery> & {
  told?: 'no' | undefined
  to_decide?: 'yes' | undefined
  returns?: 'open' | undefined
}

export function toOrderFilter({ status, q, from, to, told, to_decide, returns }: Filters): OrderFilter {
  return {
    status,
    q,
    from,
    until: to && startOfNextDay(to),
    isUntold: told === 'no',
    isToDecide: to_decide === 'yes',
    hasOpenReturn: returns === 'open',
  }
}

/** One order with all its parts, for the drawer. */
export const orderDetailResponse = named(
  adminOrderResponse.in.extend({
    ...orderParts,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    source: z.enum(orderSources),
    note: z.string().describe('Only for the staff'),
    delivery_pin: deliveryPin,
    cancel_reason: z.enum(cancelReasons).nullable().describe('Where nobody of the shop cancelled it'),
  }),
  { ...orderNames, state: 'region' },
)

export const noteBody = z.strictObject({
  note: orderNote,
  expected: orderNote.optional().describe('The note as it was last seen; another one answers 409'),
})

export const confirmationBody = z.strictObject({
  confirmed: z.boolean().describe('False cancels the order and gives its products back'),
})

export const noteResponse = z.object({ id: z.int(), note: z.string() })

export const bulkUpdateBody = named(
  z.strictObject({
    order_ids: z
      .array(z.int().min(1).max(2_147_483_647), { error: 'Please choose the orders.' })
      .min(1, { error: 'Please choose at least one order.' })
      .max(200, { error: 'Please choose at most 200 orders at once.' }),
    status: orderStatus,
    expected_status: orderStatus.optional().describe('Orders that have another one by now stay as they are'),
  }),
  { status: 'to', expected_status: 'expected' },
)

export const bulkUpdateResponse = named(
  z.object({
    orders: z
      .array(
        named(changeStatusResponse.in.extend({ previous_status: z.enum(orderStatuses) }), {
          order_status: 'status',
          previous_status: 'from',
        }),
      )
      .describe('Those that now have the status'),
    not_changed: z.array(z.object({ id: z.int(), code: z.string(), reason: z.string() })),
  }),
)

export const orderCountsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Please give the number of an order' })
    .transform(Number)
    .optional()
    .describe('The newest order that is already known'),
})

export const orderCountsResponse = named(
  z.object({
    total: z.int(),
    by_status: z.record(z.enum(orderStatuses), z.int()),
    newest_id: z.int().describe('Zero while there are no orders'),
    untold: z.int().describe('For how many somebody has to tell the customer by hand, up to a hundred'),
    to_decide: z.int().describe('How many a driver came back with, up to a hundred'),
    open_returns: z.int().describe('Of how many something is on its way back, up to a hundred'),
    newer: z.int().describe('How many orders came after the one that is known, up to a hundred'),
  }),
)

export const orderMessageParams = idParams.extend({ messageId: z.uuid() })

export const orderMessagesResponse = named(
  z.object({
    messages: z.array(
      named(
        z.object({
          id: z.uuid(),
          notification: z.enum(notifications),
          channel: z.enum(channels),
          state: z.enum(messageStates),
          reason: z.enum(failureReasons).nullable(),
          can_send_again: z.boolean(),
          created_at: isoDate,
          changed_at: isoDate,
        }),
      ),
    ),
    news_by: z.enum(ways).nullable().describe('How the customer wants to be told; null: no wish'),
    chat_about: z.enum(notifications).describe('What the chat tells'),
    chat_link: z.string().nullable().describe('Opens WhatsApp with the newest news as a draft'),
  }),
)

export const toldBody = z.strictObject({ told: z.boolean(), about: z.enum(notifications) })

export type OrderMessagesResponse = z.input<typeof orderMessagesResponse>
export type OrderDetailResponse = z.input<typeof orderDetailResponse>
export type NoteResponse = z.input<typeof noteResponse>
export type BulkUpdateResponse = z.input<typeof bulkUpdateResponse>
export type OrderCountsResponse = z.input<typeof orderCountsResponse>

const lastLine = z.int().min(0).describe('The newest line that was seen; 0 before the first')

export const moneyBody = named(
  z.strictObject({
    kind: z.enum(moneyKinds),
    way: z.enum(officeWays),
    amount: givenCedis,
    reference: text(longestReference)
      .default('')
      .describe('Needed for all but cash: how the transfer is found'),
    note: text(300).default('').describe('Needed for more than is open, and for more than is to go back'),
    last_line: lastLine,
  }),
)

export const takeBackBody = z.strictObject({ note: requiredText(300, 'Please say what was wrong') })

export const moneyLineParams = idParams.extend({ line: idParams.shape.id })

const line = named(
  z.object({
    id: z.int(),
    kind: z.enum(moneyKinds),
    source: z.enum(moneySources).describe('Who wrote it down: the payments, a driver, or the staff'),
    way: z.enum(moneyWays),
    amount: cedis.describe('Below zero: takes another line back, or a part of one'),
    reference: z.string(),
    note: z.string(),
    by: z.string().nullable().describe('Null: the shop itself, or an account that was deleted since'),
    at: isoDate,
    corrects: z.int().nullable().describe('The line that this one takes back'),
    corrected_by: z.int().nullable(),
    may_take_back: z.boolean(),
  }),
  { by: 'byName', at: 'happenedAt' },
)

export const orderLedgerResponse = named(
  z.object({
    lines: z.array(line).describe('Oldest first; the last 200'),
    last_line: lastLine,
    cost: cedis.describe('What the customer pays for it in the end'),
    kept: cedis.describe('What came in and did not go back'),
    by_hand: cedis.describe('The part of it that did not come through a gateway'),
    open: cedis.describe('What is still missing'),
    to_pay_back: cedis.describe('What the shop has and nobody bought anything for'),
    payment_state: z.string(),
  }),
)

export type OrderLedgerResponse = z.input<typeof orderLedgerResponse>
export type MoneyLineResponse = z.input<typeof line>
