import { Refusal } from '#contract/refusals.ts'
import type { SettleReturn } from '#contract/returns.ts'
import { referenceMistake } from '#rules/cash-book.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { moneyWayLabels } from '#rules/order-ledger.ts'
import { balanceOf, keptByHand } from '#rules/order-money.ts'
import { repaymentFor } from '#rules/returns.ts'
import { may } from '#rules/rights.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { writeEntry } from '../orders/enter-money.ts'
import { lockOrder } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { listAttempts } from '../payments/find-payment.ts'
import type { PaymentsContext } from '../payments/payments-context.ts'
import { decideOnRefund, sendRefund } from '../payments/staff-decisions.ts'
import type { PaymentRow } from '../payments/tables.ts'
import { leftOf } from '../payments/write-refund.ts'
import { mostOf } from './find-returns.ts'
import { lockReturn, takeStep } from './move-return.ts'

/**
 * The order costs less by what came back, and what the shop has too much of its money goes back: both in one step, with its lines
 * in the ledger. A refund through the gateway is sent once that holds.
 */
export async function settleReturn(
  context: PaymentsContext,
  viewer: Viewer,
  orderId: number,
  returnId: number,
  input: SettleReturn,
): Promise<void> {
  if (!may(viewer, 'money')) throw new Refusal('not_allowed')
  const { amount, expected } = input
  const toSend = await inTransaction(context.db, async (db) => {
    const isDone = (found: { amount: Pesewas }) => found.amount === amount
    const locked = await lockReturn(db, viewer, orderId, returnId, { to: 'settled', expected, isDone })
    if (locked === null) return null
    const { order, found, others } = locked
    refuseMistakes(input, await mostOf(db, order, found, others))
    await takeStep(context, db, viewer, locked, 'settled', amount)
    return await payBack(context, db, viewer, order, { ...input, returnId })
  })
  if (toSend !== null) await sendRefund(context, toSend)
}

function refuseMistakes({ amount, way, reference }: SettleReturn, most: Pesewas): void {
  if (amount > most) {
    const text = `Please enter at most ${formatGhs(most)}: so much was paid for what came back`
    throw new Refusal('invalid_input', { fields: { amount: text } })
  }
  const needsReference = way === 'mobile_money' || way === 'wallet' || way === 'bank'
  if (amount > 0 && needsReference && reference === '') {
    throw new Refusal('invalid_input', { fields: { reference: referenceMistake } })
  }
}

type Settling = SettleReturn & { returnId: number }

/** First what came in by hand, then what came online; never more than the shop has beyond what the order costs now. */
async function payBack(
  context: PaymentsContext,
  db: Database,
  viewer: Viewer,
  before: OrderRow,
  { amount, way, reference, note, returnId }: Settling,
): Promise<string | null> {
  if (way === 'later') return null
  const payment = await findPaying(db, before.id)
  const byHand = way === 'gateway' ? 0 : keptByHand(before)
  const online = payment ? leftOf(payment) : 0
  const back = repaymentFor(amount, balanceOf(before), byHand + online)
  const inHand = Math.min(back, byHand)
  const words = [`Return ${returnId}`, note].filter(Boolean).join(': ')
  if (way !== 'gateway' && inHand > 0) {
    const order = await lockOrder(db, before.id)
    const entry = { kind: 'repayment', way, amount: inHand, reference, note: words } as const
    await writeEntry(context, db, viewer, order, entry)
  }
  if (payment === null || back === inHand) return null
  const isByHand = way !== 'gateway'
  const how = isByHand ? [moneyWayLabels[way], reference].filter(Boolean).join(' ') : ''
  return await decideOnRefund(context, db, viewer, payment.reference, {
    amount: back - inHand,
    note: [words, how].filter(Boolean).join(', '),
    byHand: isByHand,
  })
}

async function findPaying(db: Database, orderId: number): Promise<PaymentRow | null> {
  return (await listAttempts(db, orderId)).find(({ paysOrder }) => paysOrder) ?? null
}
