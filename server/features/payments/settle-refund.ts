import { eq } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded, cancelRefunded } from '../orders/receive-money.ts'
import { alertOfRefund } from './alerts.ts'
import { type LockedPayment, lockPayment, recordMoney } from './find-payment.ts'
import type { RefundStatus } from './gateways/gateway.ts'
import { nextRefundStage } from './next-stage.ts'
import { nextRefundCheckAt, planRefundCheck } from './schedule.ts'
import { takeStep } from './settle-payment.ts'
import type { Stage } from './stages.ts'
import { isUnderWay, type RefundStage } from './stages.ts'
import { type PaymentRow, type RefundRow, refunds } from './tables.ts'
import { getRefund, leftOf } from './write-refund.ts'

/** The one place where a gateway's status of a refund becomes a fact, whoever brought it and however often. */
export async function settleRefund(
  context: Context,
  reference: string,
  status: RefundStatus,
  { onlyIf = () => true }: { onlyIf?: (stage: RefundStage) => boolean } = {},
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const { payment } = await getRefund(db, reference)
    const locked = await lockPayment(db, payment)
    const refund = await getRefund(db, reference)
    if (!isUnderWay(refund) || !onlyIf(refund.stage)) return
    const changed = await writeStep(context, db, refund, status)
    if (changed.stage === 'succeeded') return await payBack(context, db, locked, changed)
    if (changed.stage === 'failed') await letPaymentGo(context, db, locked)
    const isNew = changed.stage === 'failed' || (changed.reason !== null && changed.reason !== refund.reason)
    if (isNew) await alertOfRefund(context, db, locked, changed)
  })
}

async function writeStep(
  context: Context,
  db: Database,
  refund: RefundRow,
  status: RefundStatus,
): Promise<RefundRow> {
  const now = context.clock()
  const step = nextRefundStage(refund, status, now)
  const changed: RefundRow = {
    ...refund,
    ...step,
    gatewayId: ('gatewayId' in status ? status.gatewayId : null) ?? refund.gatewayId,
    lastAnswer: 'raw' in status ? status.raw : refund.lastAnswer,
    stageAt: step.stage === refund.stage ? refund.stageAt : now,
  }
  changed.nextCheckAt = nextRefundCheckAt(changed, now)
  await db.update(refunds).set(changed).where(eq(refunds.reference, refund.reference))
  await planRefundCheck(context, db, changed)
  context.log.info({ refund: refund.reference, payment: refund.payment, ...step }, 'A refund has moved on')
  return changed
}

/** The money has gone back: payment, order, stock, audit and e-mail in one step. */
export async function payBack(
  context: Context,
  db: Database,
  locked: LockedPayment,
  { amount, decidedBy, note }: Pick<RefundRow, 'amount' | 'decidedBy' | 'note'>,
): Promise<void> {
  const { order, payment } = locked
  const refundedAmount = payment.refundedAmount + amount
  const stage = stageAfter(payment, refundedAmount)
  const isAll = stage === 'refunded'
  const facts = { refundedAmount, paysOrder: payment.paysOrder && !isAll }
  await takeStep(context, db, locked, { stage, reason: null }, facts)
  if (payment.paysOrder) await addRefunded(db, order.id, amount)
  await recordMoney(context, db, locked, {
    action: 'paid a payment back',
    actorId: decidedBy,
    state: stage,
    amount,
    note,
  })
  await postOrderNotification(context, db, order.id, isAll ? 'refunded' : 'partly_refunded', amount)
  if (payment.paysOrder && isAll) await cancelRefunded(context, db, order.id)
}

async function letPaymentGo(context: Context, db: Database, locked: LockedPayment): Promise<void> {
  const stage = stageAfter(locked.payment, locked.payment.refundedAmount)
  await takeStep(context, db, locked, { stage, reason: null }, {})
}

/** Money that pays no order is due until all of it has gone back. */
function stageAfter(payment: PaymentRow, refundedAmount: Pesewas): Stage {
  if (leftOf({ ...payment, refundedAmount }) === 0) return 'refunded'
  if (!payment.paysOrder) return 'refund_due'
  return refundedAmount > 0 ? 'partially_refunded' : 'succeeded'
}
