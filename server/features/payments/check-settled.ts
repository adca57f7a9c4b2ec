import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded } from '../orders/receive-money.ts'
import { type LockedPayment, lockPayment } from './find-payment.ts'
import type { GatewayStatus, Withdrawals } from './gateways/gateway.ts'
import type { Step } from './next-stage.ts'
import { factsOf, type PaymentsContext } from './payments-context.ts'
import { settle, takeStep } from './settle-payment.ts'
import { markDouble } from './settle-refund.ts'
import { isWatched, refundedElsewhere } from './stages.ts'
import type { PaymentRow } from './tables.ts'
import { leftOf, listRefunds, noteElsewhere } from './write-refund.ts'

/** Asked when its turn has come: whether money that was paid is still there: it may be disputed, taken back, or paid back on the gateway's own pages. */
export async function checkSettled(context: PaymentsContext, payment: PaymentRow): Promise<void> {
  const { reference } = payment
  const found = await ask(context, payment)
  if ('is' in found && found.is === 'refunded') return await settle(context, reference, found)
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    if (isWatched(locked.payment.stage)) await judge(context, db, locked, found)
  })
}

type Answer = GatewayStatus | Withdrawals

/** The status first; where it says paid, what happened to the money since. */
async function ask(context: PaymentsContext, payment: PaymentRow): Promise<Answer> {
  const { gateway } = context
  if (gateway?.name !== payment.gateway) return { is: 'no_answer' }
  const status = await gateway.ask(factsOf(payment, await getOrderRow(context.db, payment.orderId)), true)
  if (status.is !== 'succeeded' || gateway.listWithdrawals === null) return status
  return (await gateway.listWithdrawals(payment)) ?? { is: 'no_answer' }
}

/** What the gateway says against the money stops the order until a person has decided; what went back is counted at once. */
async function judge(context: Context, db: Database, locked: LockedPayment, answer: Answer): Promise<void> {
  const { payment, order } = locked
  const { stage, reason, answeredQuestion } = payment
  const heard = { heardAt: context.clock(), ...('raw' in answer ? { lastAnswer: answer.raw } : {}) }
  const fresh = 'refunds' in answer ? await listFresh(db, payment, answer) : []
  for (const each of fresh) await noteElsewhere(context, db, payment, each)
  const sum = fresh.reduce((total, { amount }) => total + amount, 0)
  const counted = Math.min(sum, leftOf(payment))
  const refundedAmount = payment.refundedAmount + counted
  const isAll = leftOf({ ...payment, refundedAmount }) === 0
  const said = questionIn(answer)
  const question = sum > 0 ? refundedElsewhere : said === answeredQuestion ? null : said
  const step: Step =
    question === null || stage === 'refunded'
      ? { stage, reason }
      : { stage: isAll ? 'refunded' : 'questioned', reason: question }
  await takeStep(context, db, locked, step, {
    ...heard,
    refundedAmount,
    paysOrder: payment.paysOrder && !isAll,
  })
  if (counted < sum) await markDouble(context, db, locked)
  if (counted === 0) return
  if (payment.paysOrder) await addRefunded(db, order.id, counted)
  await postOrderNotification(context, db, order.id, isAll ? 'refunded' : 'partly_refunded', counted)
}

async function listFresh(
  db: Database,
  { reference }: PaymentRow,
  { refunds }: Withdrawals,
): Promise<Withdrawals['refunds']> {
  const known = (await listRefunds(db, [reference])).get(reference) ?? []
  return refunds.filter((each) => known.every(({ gatewayId }) => gatewayId !== each.gatewayId))
}

function questionIn(answer: Answer): string | null {
  if ('dispute' in answer) return answer.dispute
  return answer.is === 'failed' ? answer.reason : null
}
