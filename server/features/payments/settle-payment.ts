import { eq, type SQL, sql } from 'drizzle-orm'
import { notConfirmedAfterMinutes, type OrderPaymentState } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { addRefunded, notePayments, receiveMoney, takeMoneyBack } from '../orders/receive-money.ts'
import { alertOwner, notifyCustomer } from './alerts.ts'
import { type LockedPayment, lockPayment } from './find-payment.ts'
import type { GatewayStatus, Paid, RefundStatus } from './gateways/gateway.ts'
import { lastCheckSeconds, nextCheckAt, planCheck } from './schedule.ts'
import {
  isLive,
  isOpen,
  isSettled,
  isUnderWay,
  isWatched,
  type RefundStage,
  refundedElsewhere,
  type Stage,
} from './stages.ts'
import { type PaymentRow, payments, type RefundRow, type refunds } from './tables.ts'
import { leftOf, noteElsewhere, receivedOf } from './write-refund.ts'

type Circumstances = {
  /** An answer to the start counts only while nothing else is known. */
  onlyIf?: (payment: PaymentRow) => boolean
  hostedUrl?: string | null
}

/** The one place where a gateway's status becomes a fact, whoever brought it and however often. */
export async function settle(
  context: Context,
  reference: string,
  status: GatewayStatus,
  { onlyIf = () => true, hostedUrl }: Circumstances = {},
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    if (!onlyIf(locked.payment)) return
    const now = context.clock()
    const step = nextStage(locked.payment, status, now)
    const isThere = status.is === 'pending' || status.is === 'succeeded'
    const facts = {
      ...learned(status, now),
      takenAt: locked.payment.takenAt ?? (isThere ? now : null),
      ...(hostedUrl === undefined ? {} : { hostedUrl }),
    }
    if (step.stage === 'refunded' && locked.payment.stage !== 'refunded') {
      return await goneElsewhere(context, db, locked, facts)
    }
    await takeStep(context, db, locked, step, facts)
  })
}

/** The gateway says that all of it went back, without a word from us. */
async function goneElsewhere(
  context: Context,
  db: Database,
  locked: LockedPayment,
  facts: Partial<PaymentRow>,
): Promise<void> {
  const amount = leftOf(locked.payment)
  const refund = await noteElsewhere(context, db, locked.payment, { amount })
  const refundedAmount = locked.payment.refundedAmount + amount
  const step: Step = { stage: 'refunded', reason: refundedElsewhere }
  await postOrderNotification(context, db, locked.order.id, 'refunded', amount)
  await takeStep(context, db, locked, step, { ...facts, refundedAmount, paysOrder: false })
  if (locked.payment.paysOrder) {
    const { reference: payment } = locked.payment
    await addRefunded(context, db, locked.order.id, { amount, payment, refund })
  }
}

function learned(status: GatewayStatus, now: Date): Partial<PaymentRow> {
  return {
    ...(status.is === 'no_answer' ? {} : { heardAt: now, idleAt: isIdle(status) ? now : null }),
    ...('raw' in status ? { lastAnswer: status.raw } : {}),
    ...(status.is === 'succeeded'
      ? {
          reportedAmount: fits(status.paid.amount),
          reportedCurrency: status.paid.currency?.slice(0, 10) ?? null,
          reportedReference: status.paid.reference?.slice(0, 100) ?? null,
          transactionId: status.paid.transactionId?.slice(0, 100) ?? null,
        }
      : {}),
  }
}

/** A page that the gateway does not know is paid by nobody either. */
function isIdle(status: GatewayStatus): boolean {
  return status.is === 'not_found' || (status.is === 'pending' && status.isIdle === true)
}

/** What no column can hold was not our amount in any case. */
function fits(amount: number | null): number | null {
  return amount !== null && amount <= 2_147_483_647 ? amount : null
}

/** Moves a payment and everything that hangs on it. */
export async function takeStep(
  context: Context,
  db: Database,
  locked: LockedPayment,
  wanted: Step,
  facts: Partial<PaymentRow>,
): Promise<void> {
  const { order, payment } = locked
  const now = context.clock()
  const step = { ...wanted }
  const isNew = step.stage !== payment.stage
  let { paysOrder } = payment
  if (isNew && step.stage === 'succeeded' && !paysOrder) {
    const received = { ...payment, ...facts }
    paysOrder = await receiveMoney(context, db, order, receivedOf(received), received)
    if (!paysOrder) step.stage = 'refund_due'
  }
  const change = {
    paysOrder,
    ...facts,
    ...step,
    stageAt: isNew ? now : payment.stageAt,
    isLate: payment.isLate || (isSettled(step.stage) && wasGivenUp(payment)),
  }
  const changed: PaymentRow = { ...payment, ...change }
  changed.nextCheckAt = nextCheckAt(changed, now)
  await db
    .update(payments)
    .set({ ...change, nextCheckAt: unlessWoken(payments, payment, changed.nextCheckAt) })
    .where(eq(payments.reference, payment.reference))
  await planCheck(context, db, changed)
  if (isNew || payment.paysOrder !== changed.paysOrder) {
    await noteStep(context, db, { ...locked, payment: changed }, payment)
  }
}

/** Who asks, sends or calls does not wait for the lock of an order: a call that came meanwhile is still answered at its own moment. */
export function unlessWoken(
  table: typeof payments | typeof refunds,
  { wokenAt }: Pick<PaymentRow, 'wokenAt'>,
  planned: Date | null,
): SQL {
  const isStill = sql`${table.wokenAt} is not distinct from ${wokenAt?.toISOString() ?? null}::timestamptz`
  return sql`case when ${isStill} then ${planned?.toISOString() ?? null}::timestamptz else ${table.nextCheckAt} end`
}

function wasGivenUp({ stage }: PaymentRow): boolean {
  return !isLive(stage) && !isSettled(stage)
}

async function noteStep(
  context: Context,
  db: Database,
  locked: LockedPayment,
  was: PaymentRow,
): Promise<void> {
  const { order, payment } = locked
  const { reference, stage, reason } = payment
  const before = was.stage
  context.log.info({ payment: reference, order: order.id, before, stage, reason }, 'A payment has moved on')
  if (was.paysOrder && !payment.paysOrder) await takeMoneyBack(db, order.id)
  else await notePayments(db, order.id, { paymentState: standing(locked) })
  // A refund that did not work has words of its own.
  if (before === 'refund_pending') return
  await alertOwner(context, db, locked)
  await notifyCustomer(context, db, locked)
}

/** How all payments of an order stand together. Paid stays paid, whatever a second try does. */
function standing({ order, payment, attempts }: LockedPayment): OrderPaymentState {
  const others = attempts.filter(({ reference }) => reference !== payment.reference)
  const tries = [payment, ...others]
  const all = new Set(tries.map(({ stage }) => stage))
  const paying = tries.find(({ paysOrder }) => paysOrder)?.stage
  if (paying === 'refund_pending' || paying === 'partially_refunded' || paying === 'questioned') return paying
  if (paying) return 'paid'
  if (all.has('review')) return 'review'
  if (all.has('questioned')) return 'questioned'
  if (all.has('refund_due')) return 'refund_due'
  if (all.has('refund_pending')) return 'refund_pending'
  if (all.has('refunded')) return 'refunded'
  // What the shop gave up may still be approved.
  if (order.status === 'Cancelled') return [...all].some(isOpen) ? 'not_confirmed' : 'failed'
  if ([...all].some(isLive)) return 'awaiting'
  return all.has('expired_local') ? 'not_confirmed' : 'failed'
}

export type Step = { stage: Stage; reason: string | null }

type Known = Pick<PaymentRow, 'reference' | 'stage' | 'reason' | 'amount' | 'currency' | 'createdAt'>

const ranOutOfTime = ['EXPIRED', 'COULD_NOT_PERFORM_TRANSACTION']

const neverReceivedAfterSeconds = 30 * 60

export const neverReceived = 'NEVER_RECEIVED'

/** Where an answer of the gateway takes a payment. What is settled stays, whatever is said later, until all of it has gone back. */
export function nextStage(payment: Known, status: GatewayStatus, now: Date): Step {
  const { stage, reason } = payment
  const stays = { stage, reason }
  if (isSettled(stage)) {
    const isBack = status.is === 'refunded' && isWatched(stage)
    return isBack ? { stage: 'refunded', reason: refundedElsewhere } : stays
  }
  switch (status.is) {
    case 'succeeded':
      return { stage: isAsAgreed(payment, status.paid) ? 'succeeded' : 'review', reason: null }
    case 'refunded':
      return { stage: 'refunded', reason: refundedElsewhere }
    case 'failed': {
      const no = ranOutOfTime.includes(status.reason) ? 'expired' : 'failed'
      return isOpen(stage) ? { stage: no, reason: status.reason } : stays
    }
    case 'not_asked':
      return stays
    case 'pending':
      // Given up too early: whoever approves now has paid, so it is waited for again.
      if (!isOpen(stage) && !status.isIdle && ageOf(payment, now) < lastCheckSeconds) {
        return { stage: 'expired_local', reason: null }
      }
  }
  return isOpen(stage) ? waiting(payment, status.is, now) : stays
}

function ageOf({ createdAt }: Pick<Known, 'createdAt'>, now: Date): number {
  return (now.getTime() - createdAt.getTime()) / 1_000
}

function waiting(payment: Known, said: 'pending' | 'not_found' | 'no_answer', now: Date): Step {
  const { stage } = payment
  const age = ageOf(payment, now)
  if (said === 'not_found' && age >= neverReceivedAfterSeconds) {
    return { stage: 'failed', reason: neverReceived }
  }
  // A gateway that is silent has not said no: it is asked until it speaks.
  if (said !== 'no_answer' && age >= lastCheckSeconds) return { stage: 'expired', reason: 'NEVER_CONFIRMED' }
  if (!isLive(stage) || age >= notConfirmedAfterMinutes * 60) return { stage: 'expired_local', reason: null }
  if (said === 'pending') return { stage: 'pending', reason: null }
  return { stage: stage === 'created' ? 'unknown' : stage, reason: null }
}

function isAsAgreed({ reference, amount, currency }: Known, paid: Paid): boolean {
  return paid.amount === amount && paid.currency === currency && paid.reference === reference
}

type RefundStep = { stage: RefundStage; reason: string | null }

type KnownRefund = Pick<RefundRow, 'stage' | 'reason' | 'createdAt'>

/** Where an answer of the gateway takes a refund. Only a clear no, or nothing there for long, lets go of it, and a no may still become a yes. */
export function nextRefundStage(refund: KnownRefund, status: RefundStatus, now: Date): RefundStep {
  const { stage, reason } = refund
  const stays = { stage, reason }
  if (stage === 'failed' && status.is === 'succeeded') return { stage: 'succeeded', reason: null }
  if (!isUnderWay(refund)) return stays
  switch (status.is) {
    case 'succeeded':
      return { stage: 'succeeded', reason: null }
    case 'failed':
      return { stage: 'failed', reason: status.reason }
    case 'stuck':
      return { stage: 'pending', reason: status.reason }
    case 'pending':
      return { stage: 'pending', reason: null }
    case 'not_found': {
      if (ageOf(refund, now) >= neverReceivedAfterSeconds) return { stage: 'failed', reason: neverReceived }
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    }
    case 'no_answer':
      return stage === 'created' ? { stage: 'unknown', reason } : stays
    case 'not_asked':
      return stays
  }
}
