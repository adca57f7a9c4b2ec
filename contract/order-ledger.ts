import { z } from 'zod'
import { longestReference } from '../rules/cash-book.ts'
import { moneyKinds, moneySources, moneyWays, officeWays } from '../rules/order-ledger.ts'
import { cedis, givenCedis, isoDate, named } from './codecs.ts'
import { idParams, requiredText, text } from './fields.ts'

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
