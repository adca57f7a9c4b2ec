import { and, desc, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded, cancelRefunded } from '../orders/receive-money.ts'
import { alertOfRefund } from './alerts.ts'
import { type LockedPayment, lockPayment, recordMoney } from './find-payment.ts'
import type { RefundStatus } from './gateways/gateway.ts'
import { type PaymentsContext, refundFactsOf } from './payments-context.ts'
import {
  betweenQuestions,
  checkJobData,
  later,
  nextRefundCheckAt,
  overdueSeconds,
  planRefundCheck,
  refundJob,
  uncertainSeconds,
} from './schedule.ts'
import { nextRefundStage, takeStep, unlessWoken } from './settle-payment.ts'
import { isUnderWay, mayStillPay, type RefundStage, type Stage } from './stages.ts'
import { type PaymentRow, type RefundRow, refunds } from './tables.ts'
import { getRefund, getRefundParts, leftOf, mayPay, type RefundParts } from './write-refund.ts'

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

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

const sentAgainForSeconds = 25 * 60

/** Must be called before the jobs start. */
export function defineRefundJob(context: PaymentsContext): void {
  const check = async ({ reference }: { reference: string }) => {
    const [refund] = await context.db.select().from(refunds).where(eq(refunds.reference, reference))
    const due = refund?.nextCheckAt
    if (due && due <= later(context.clock(), tooEarlySeconds)) await checkRefund(context, reference)
  }
  context.jobs.define(refundJob, checkJobData, check, { retries: 2, timeLimitSeconds: 45, atOnce: 1 })
}

/** Asks the gateway how a refund stands, at most once in five seconds. */
async function checkRefund(context: PaymentsContext, reference: string): Promise<void> {
  if (!(await claim(context, reference))) return
  const status = await ask(context, await getRefundParts(context.db, reference))
  if (status.is !== 'not_asked') return await settleRefund(context, reference, status)
  await context.db.update(refunds).set({ askedAt: null }).where(eq(refunds.reference, reference))
}

/** For whoever cannot wait until the next look. */
export async function checkRefundsOf(context: PaymentsContext, payment: string): Promise<void> {
  const { db } = context
  const found = await db.select().from(refunds).where(eq(refunds.payment, payment))
  for (const refund of found.filter(mayStillPay)) await checkRefund(context, refund.reference)
}

async function ask(context: PaymentsContext, { refund, payment, order }: RefundParts): Promise<RefundStatus> {
  const { gateway } = context
  if (gateway?.name !== payment.gateway || gateway.refunds === null) return { is: 'no_answer' }
  const { refunds: refunding } = gateway
  const facts = refundFactsOf(refund, payment, order)
  const status = await refunding.ask(facts)
  const isUnsent = refund.stage === 'created' || refund.stage === 'unknown'
  const isYoung = context.clock() < later(refund.createdAt, sentAgainForSeconds)
  if (status.is !== 'not_found' || !isUnsent || !isYoung || !refunding.isRepeatable) return status
  // It never arrived: sent again under the same reference, it cannot pay twice. Only its being there says anything new.
  const { is } = await refunding.start(facts)
  return is === 'accepted' ? { is: 'pending' } : { is: 'no_answer' }
}

async function claim({ db, clock }: Context, reference: string): Promise<boolean> {
  const now = clock()
  const isLongAgo = or(isNull(refunds.askedAt), lte(refunds.askedAt, later(now, -betweenQuestions)))
  const claimed = await db
    .update(refunds)
    .set({ askedAt: now })
    .where(and(eq(refunds.reference, reference), isLongAgo, mayPay))
    .returning({ reference: refunds.reference })
  return claimed.length > 0
}
