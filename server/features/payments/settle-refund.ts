import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded, cancelRefunded } from '../orders/receive-money.ts'
import { alertOfRefund } from './alerts.ts'
import { type LockedPayment, lockPayment, recordMoney } from './find-payment.ts'
import type { RefundStatus } from './gateways/gateway.ts'
import { nextRefundStage } from './next-stage.ts'
import { later, nextRefundCheckAt, overdueSeconds, planRefundCheck, uncertainSeconds } from './schedule.ts'
import { takeStep, unlessWoken } from './settle-payment.ts'
import { isUnderWay, mayStillPay, type RefundStage, type Stage } from './stages.ts'
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
    if (!mayStillPay(refund) || !onlyIf(refund.stage)) return
    const changed = await writeStep(context, db, refund, learned(refund, status, context.clock()))
    if (changed.stage === 'succeeded') return await payBack(context, db, locked, changed)
    const isNo = changed.stage === 'failed' && refund.stage !== 'failed'
    if (isNo) await letPaymentGo(context, db, locked)
    const isStuck = changed.reason !== null && changed.reason !== refund.reason
    const isOverdue = changed.alertedAt !== null && refund.alertedAt === null
    if (isNo || isStuck || isOverdue) await alertOfRefund(context, db, locked, changed)
  })
}

/** What an answer says of a refund, before anything hangs on it. */
function learned(refund: RefundRow, status: RefundStatus, now: Date): Partial<RefundRow> {
  const step = nextRefundStage(refund, status, now)
  const isOverdue = isUnderWay(step) && now >= later(refund.createdAt, overdueSeconds)
  return {
    ...step,
    gatewayId: ('gatewayId' in status ? status.gatewayId : null) ?? refund.gatewayId,
    lastAnswer: ('raw' in status ? status.raw : null) ?? refund.lastAnswer,
    uncertainUntil: step.stage === 'failed' ? uncertainUntil(refund, status, now) : null,
    alertedAt: refund.alertedAt ?? (isOverdue ? now : null),
  }
}

/** A gateway may take back its no; what it never took, it cannot pay. */
function uncertainUntil(refund: RefundRow, status: RefundStatus, now: Date): Date | null {
  if (refund.stage === 'failed') return refund.uncertainUntil
  if (status.is !== 'failed') return now
  return status.isRefused ? null : later(now, uncertainSeconds)
}

export async function writeStep(
  context: Context,
  db: Database,
  refund: RefundRow,
  facts: Partial<RefundRow>,
): Promise<RefundRow> {
  const now = context.clock()
  const isNew = facts.stage !== undefined && facts.stage !== refund.stage
  const change = { ...facts, stageAt: isNew ? now : refund.stageAt }
  const changed: RefundRow = { ...refund, ...change }
  changed.nextCheckAt = nextRefundCheckAt(changed, now)
  await db
    .update(refunds)
    .set({ ...change, nextCheckAt: unlessWoken(refunds, refund, changed.nextCheckAt) })
    .where(eq(refunds.reference, refund.reference))
  await planRefundCheck(context, db, changed)
  const { reference, payment, stage, reason } = changed
  context.log.info({ refund: reference, payment, stage, reason }, 'A refund has moved on')
  return changed
}

/** The money has gone back: payment, order, stock, audit and e-mail in one step. What was not due any more is marked and told. */
export async function payBack(
  context: Context,
  db: Database,
  locked: LockedPayment,
  { reference: refund, amount, way, decidedBy, note }: RefundRow,
): Promise<void> {
  const { order, payment } = locked
  const counted = Math.min(amount, leftOf(payment))
  const refundedAmount = payment.refundedAmount + counted
  const isAll = leftOf({ ...payment, refundedAmount }) === 0
  const stage = await stageAfter(db, payment, refundedAmount)
  const facts = { refundedAmount, paysOrder: payment.paysOrder && !isAll }
  await takeStep(context, db, locked, { stage, reason: null }, facts)
  if (payment.paysOrder) {
    const back = { payment: payment.reference, refund, isByHand: way === 'by_hand' }
    await addRefunded(context, db, order.id, { ...back, amount: counted, actorId: decidedBy, note })
  }
  await recordMoney(context, db, locked, {
    action: 'paid a payment back',
    actorId: decidedBy,
    state: stage,
    amount,
    note,
  })
  if (counted < amount) await markDouble(context, db, locked)
  if (counted > 0) {
    await postOrderNotification(context, db, order.id, isAll ? 'refunded' : 'partly_refunded', counted)
  }
  if (payment.paysOrder && isAll) await cancelRefunded(context, db, order.id)
}

/** Of two that went out for the same money, the one that was sent later was one too many. */
export async function markDouble(context: Context, db: Database, locked: LockedPayment): Promise<void> {
  const isPaid = and(eq(refunds.payment, locked.payment.reference), eq(refunds.stage, 'succeeded'))
  const newest = desc(refunds.createdAt)
  const [last] = await db
    .select()
    .from(refunds)
    .where(isPaid)
    .orderBy(newest, desc(refunds.reference))
    .limit(1)
  if (last === undefined || last.isDouble) return
  await db.update(refunds).set({ isDouble: true }).where(eq(refunds.reference, last.reference))
  await alertOfRefund(context, db, locked, { ...last, isDouble: true })
}

/** No refund and no question hangs on it any more. */
export async function letPaymentGo(
  context: Context,
  db: Database,
  locked: LockedPayment,
  facts: Partial<PaymentRow> = {},
): Promise<void> {
  const stage = await stageAfter(db, locked.payment, locked.payment.refundedAmount)
  await takeStep(context, db, locked, { stage, reason: null }, facts)
}

/** Money that pays no order is due until all of it has gone back. */
async function stageAfter(db: Database, payment: PaymentRow, refundedAmount: Pesewas): Promise<Stage> {
  const isThis = eq(refunds.payment, payment.reference)
  const underWay = and(isThis, inArray(refunds.stage, ['created', 'pending', 'unknown']))
  if ((await db.$count(refunds, underWay)) > 0) return 'refund_pending'
  if (leftOf({ ...payment, refundedAmount }) === 0) return 'refunded'
  if (!payment.paysOrder) return 'refund_due'
  return refundedAmount > 0 ? 'partially_refunded' : 'succeeded'
}
