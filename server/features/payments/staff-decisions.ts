import { Refusal } from '#contract/refusals.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { notePayments } from '../orders/receive-money.ts'
import { getPayment, type LockedPayment, lockPayment, recordMoney } from './find-payment.ts'
import { type PaymentsContext, refundFactsOf, toRefundStatus } from './payments-context.ts'
import { later, planRefundCheck, secondsToFirstRefundCheck } from './schedule.ts'
import { takeStep } from './settle-payment.ts'
import { letPaymentGo, payBack, settleRefund, writeStep } from './settle-refund.ts'
import { isUncertain, type RefundStage, shownStage } from './stages.ts'
import type { PaymentRow, RefundRow } from './tables.ts'
import {
  getRefund,
  getRefundParts,
  isOdd,
  isRefundable,
  isRefundableByGateway,
  leftOf,
  listRefunds,
  mayAccept,
  mayDecide,
  writeRefund,
} from './write-refund.ts'

/**
 * A payment that did not fit, or that the gateway questions, is good enough: it pays the order, as if it had fitted. So is one that
 * came while the order was cancelled, once the order lives again.
 */
export async function acceptPayment(
  context: Context,
  viewer: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    const { stage, amount, reason: answeredQuestion } = locked.payment
    if (stage === 'questioned') await letPaymentGo(context, db, locked, { note, answeredQuestion })
    else if (!mayAccept(locked.payment, locked.order)) throw new Refusal('payment_changed')
    else await takeStep(context, db, locked, { stage: 'succeeded', reason: null }, { note })
    const change = { action: 'accepted a payment', actorId: viewer.id, state: 'accepted', amount, note }
    await recordMoney(context, db, locked, change)
  })
}

/** All of the money was paid back by hand; the shop only writes down that it was. */
export async function markRefunded(
  context: PaymentsContext,
  viewer: Viewer,
  reference: string,
  input: { amount?: Pesewas | undefined; note: string },
): Promise<void> {
  const payment = await getPayment(context.db, reference)
  if (payment.stage === 'questioned') return await writeOff(context, viewer, reference, input.note)
  const stage = shownStage(payment, await getOrderRow(context.db, payment.orderId))
  if (stage !== 'refund_due' && stage !== 'review') throw new Refusal('payment_changed')
  await refundPayment(context, viewer, reference, { ...input, byHand: true })
}

/** The gateway was right: the money is gone, without a word from the shop. */
async function writeOff(
  context: PaymentsContext,
  { id: decidedBy }: Viewer,
  reference: string,
  note: string,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    if (locked.payment.stage !== 'questioned') throw new Refusal('payment_changed')
    const facts = { payment: reference, amount: leftOf(locked.payment), note, decidedBy }
    await payBack(
      context,
      db,
      locked,
      await writeRefund(context, db, { ...facts, way: 'elsewhere', stage: 'succeeded' }),
    )
  })
}

type RefundInput = {
  /** Left out: all that is left, unless the amount that came in was an odd one. */
  amount?: Pesewas | undefined
  note: string
  /** Somebody has paid it back already, or will; the shop only writes it down. */
  byHand: boolean
  /** What had gone back when the person looked: whoever presses twice pays back once. */
  refundedBefore?: Pesewas | undefined
}

/** A person sends back all or a part of what a payment brought. */
export async function refundPayment(
  context: PaymentsContext,
  viewer: Viewer,
  reference: string,
  input: RefundInput,
): Promise<void> {
  const toSend = await inTransaction(context.db, (db) =>
    decideOnRefund(context, db, viewer, reference, input),
  )
  if (toSend !== null) await sendRefund(context, toSend)
}

/** The same in a transaction of the caller, who sends what is given back once it holds. Null: there is nothing to send. */
export async function decideOnRefund(
  context: PaymentsContext,
  db: Database,
  viewer: Viewer,
  reference: string,
  input: RefundInput,
): Promise<string | null> {
  const locked = await lockPayment(db, reference)
  refuseUnlessRefundable(locked.payment, input.refundedBefore)
  await refuseWhileUncertain(context, db, reference)
  const amount = agreeOnAmount(locked.payment, input.amount)
  const result = input.byHand
    ? await writeByHand(context, db, viewer, locked, amount, input.note)
    : await openRefund(context, db, viewer, locked, amount, input.note)
  if (locked.payment.stage === 'review') await letGo(context, db, locked)
  return result
}

function refuseUnlessRefundable(payment: PaymentRow, refundedBefore: Pesewas | undefined): void {
  if (payment.stage === 'refund_pending') throw new Refusal('refund_running')
  const isStale = refundedBefore !== undefined && refundedBefore !== payment.refundedAmount
  if (isStale || !isRefundable(payment)) throw new Refusal('payment_changed')
}

/** What the gateway may still pay must not go out a second time. */
async function refuseWhileUncertain({ clock }: Context, db: Database, reference: string): Promise<void> {
  const found = (await listRefunds(db, [reference])).get(reference) ?? []
  if (found.some((refund) => isUncertain(refund, clock()))) throw new Refusal('refund_uncertain')
}

function agreeOnAmount(payment: PaymentRow, wanted: Pesewas | undefined): Pesewas {
  const left = leftOf(payment)
  const amount = wanted ?? (isOdd(payment) ? 0 : left)
  if (amount > 0 && amount <= left) return amount
  const text = `Enter an amount up to ${formatGhs(left)}`
  throw new Refusal('invalid_input', { fields: { amount: text } })
}

async function writeByHand(
  context: Context,
  db: Database,
  { id: decidedBy }: Viewer,
  locked: LockedPayment,
  amount: Pesewas,
  note: string,
): Promise<null> {
  const facts = { payment: locked.payment.reference, amount, note, decidedBy }
  const refund = await writeRefund(context, db, { ...facts, way: 'by_hand', stage: 'succeeded' })
  await payBack(context, db, locked, refund)
  return null
}

/** Written down first, sent after: what is lost between the two is found by its reference. */
async function openRefund(
  context: PaymentsContext,
  db: Database,
  { id: decidedBy }: Viewer,
  locked: LockedPayment,
  amount: Pesewas,
  note: string,
): Promise<string> {
  if (!isRefundableByGateway(context, locked.payment)) throw new Refusal('refund_by_hand')
  const nextCheckAt = later(context.clock(), secondsToFirstRefundCheck)
  const facts = { payment: locked.payment.reference, amount, note, decidedBy, nextCheckAt }
  const refund = await writeRefund(context, db, { ...facts, way: 'gateway', stage: 'created' })
  await planRefundCheck(context, db, refund)
  await takeStep(context, db, locked, { stage: 'refund_pending', reason: null }, {})
  const change = { action: 'sent a payment back', actorId: decidedBy, state: 'refund_pending', amount, note }
  await recordMoney(context, db, locked, change)
  return refund.reference
}

/** A no counts only while nobody else has sent it. */
export async function sendRefund(context: PaymentsContext, reference: string): Promise<void> {
  const { gateway } = context
  const { refund, payment, order } = await getRefundParts(context.db, reference)
  const answer = await gateway?.refunds?.start(refundFactsOf(refund, payment, order))
  if (answer === undefined) return
  const onlyIf = (stage: RefundStage) =>
    stage === 'created' || (stage === 'unknown' && answer.is === 'accepted')
  await settleRefund(context, reference, toRefundStatus(answer), { onlyIf })
}

/** An order whose money goes back waits for none: its time is over now. */
async function letGo(context: Context, db: Database, { order }: LockedPayment): Promise<void> {
  const isUnpaid = order.paymentMethod === 'mtn_momo' && order.status === 'Pending' && order.paidAt === null
  if (isUnpaid) await notePayments(db, order.id, { holdUntil: context.clock() })
}

type RefundDecision = {
  refund: string
  /** Settled: it went out twice, and the customer and the shop are even again. */
  outcome: 'paid_back' | 'not_paid_back' | 'settled'
  note: string
}

/** What a person has seen on the pages of the gateway decides about a refund whose end it does not tell. */
export async function decideRefund(
  context: Context,
  viewer: Viewer,
  reference: string,
  { refund: refundReference, outcome, note }: RefundDecision,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const locked = await lockPayment(db, reference)
    const refund = await getRefund(db, refundReference)
    if (refund.payment !== reference) throw new Refusal('payment_not_found')
    const now = context.clock()
    const isOpen = outcome === 'settled' ? isUnsettled(refund) : mayDecide(refund, now)
    if (!isOpen) throw new Refusal('payment_changed')
    const decided = { decisionNote: note, decidedBy: viewer.id }
    const action = 'decided about a refund'
    const change = { action, actorId: viewer.id, state: outcome, amount: refund.amount, note }
    await recordMoney(context, db, locked, change)
    if (outcome === 'settled') await writeStep(context, db, refund, decided)
    else if (outcome === 'paid_back') {
      const paid = { ...decided, stage: 'succeeded', reason: null } as const
      await payBack(context, db, locked, await writeStep(context, db, refund, paid))
    } else {
      const failed = { ...decided, stage: 'failed', reason: 'DECIDED', uncertainUntil: now } as const
      await writeStep(context, db, refund, failed)
      await letPaymentGo(context, db, locked)
    }
  })
}

function isUnsettled({ isDouble, decisionNote }: RefundRow): boolean {
  return isDouble && decisionNote === null
}
