import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded } from '../orders/receive-money.ts'
import { type LockedPayment, lockPayment } from './find-payment.ts'
import type { GatewayStatus, Withdrawals } from './gateways/gateway.ts'
import { factsOf, type PaymentsContext } from './payments-context.ts'
import { later, nextCheckAt, planCheck } from './schedule.ts'
import { type Step, settle, takeStep, unlessWoken } from './settle-payment.ts'
import { checkRefundsOf, markDouble } from './settle-refund.ts'
import { isUncertain, isWatched, refundedElsewhere } from './stages.ts'
import { type PaymentRow, payments, type RefundRow } from './tables.ts'
import { leftOf, listRefunds, noteElsewhere, receivedOf } from './write-refund.ts'

/** Asked when its turn has come: whether money that was paid is still there: it may be disputed, taken back, or paid back on the gateway's own pages. */
export async function checkSettled(context: PaymentsContext, payment: PaymentRow): Promise<void> {
  const { reference } = payment
  const found = await ask(context, payment)
  if ('is' in found && found.is === 'no_answer') return await askLater(context, payment)
  if ('is' in found && found.is === 'refunded') return await settle(context, reference, found)
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    if (isWatched(locked.payment.stage)) await judge(context, db, locked, found)
  })
}

type Answer = GatewayStatus | Withdrawals

/** The status first; where it says paid, or paid back, what happened to the money since, one by one. */
async function ask(context: PaymentsContext, payment: PaymentRow): Promise<Answer> {
  const { gateway } = context
  if (gateway?.name !== payment.gateway) return { is: 'no_answer' }
  const status = await gateway.ask(factsOf(payment, await getOrderRow(context.db, payment.orderId)), true)
  if ((status.is !== 'succeeded' && status.is !== 'refunded') || gateway.listWithdrawals === null)
    return status
  const found = await gateway.listWithdrawals(payment)
  if (found === null) return { is: 'no_answer' }
  return status.is === 'succeeded' || (await isExplained(context, payment, found)) ? found : status
}

/** Our own refund may have gone out after a no: what it paid must not be counted as paid back elsewhere, too. */
async function isExplained(
  context: PaymentsContext,
  payment: PaymentRow,
  { refunds: outside }: Withdrawals,
): Promise<boolean> {
  await checkRefundsOf(context, payment.reference)
  const now = context.clock()
  const own = (await listRefundsOf(context.db, payment)).filter(
    (refund) => refund.way === 'gateway' && (refund.stage === 'succeeded' || isUncertain(refund, now)),
  )
  return [...outside, ...own].reduce((sum, { amount }) => sum + amount, 0) >= receivedOf(payment)
}

const silentSeconds = 60 * 60

/** The next planned question may be weeks away, and somebody may have called because of a dispute. */
async function askLater(context: PaymentsContext, payment: PaymentRow): Promise<void> {
  const { reference } = payment
  const now = context.clock()
  const planned = nextCheckAt(payment, now)
  const soon = later(now, silentSeconds)
  const isOver = context.gateway?.name !== payment.gateway
  const next = isOver || (planned !== null && planned < soon) ? planned : soon
  await inTransaction(context.db, async (db) => {
    await db
      .update(payments)
      .set({ nextCheckAt: unlessWoken(payments, payment, next) })
      .where(eq(payments.reference, reference))
    await planCheck(context, db, { reference, nextCheckAt: next })
  })
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
  if (payment.paysOrder) {
    await addRefunded(context, db, order.id, { amount: counted, payment: payment.reference })
  }
  await postOrderNotification(context, db, order.id, isAll ? 'refunded' : 'partly_refunded', counted)
}

/** Where all of it was noted as gone without a number, the number that comes later says nothing new. */
async function listFresh(
  db: Database,
  payment: PaymentRow,
  { refunds }: Withdrawals,
): Promise<Withdrawals['refunds']> {
  const known = await listRefundsOf(db, payment)
  if (known.some(({ way, gatewayId }) => way === 'elsewhere' && gatewayId === null)) return []
  return refunds.filter((each) => known.every(({ gatewayId }) => gatewayId !== each.gatewayId))
}

async function listRefundsOf(db: Database, { reference }: PaymentRow): Promise<RefundRow[]> {
  return (await listRefunds(db, [reference])).get(reference) ?? []
}

function questionIn(answer: Answer): string | null {
  if ('dispute' in answer) return answer.dispute
  return answer.is === 'failed' ? answer.reason : null
}
