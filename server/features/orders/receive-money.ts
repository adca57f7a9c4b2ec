import { and, eq, isNull, lte } from 'drizzle-orm'
import { isRefusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { balanceOf, keptByHand, whenPaidOnDelivery, withPayment, withRefund } from '#rules/order-ledger.ts'
import { longestHoldMinutes, type OrderPaymentState } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { announce } from '../events/announce.ts'
import { moveOn } from './change-status.ts'
import { lockOrder } from './find-order.ts'
import { addLine } from './order-ledger.ts'
import { postOrderNotification } from './order-notifications.ts'
import { type OrderRow, orders } from './tables.ts'
import { factsOf, postReceiptCheck } from './write-order.ts'

/**
 * Money for an order that the caller has locked. An order that was cancelled only because nobody paid in time takes its products again;
 * when they are gone, when a person cancelled it or when it is paid already, the money goes back. Says whether it stays.
 */
export async function receiveMoney(
  context: Context,
  db: Database,
  order: OrderRow,
  amount: Pesewas,
  payment: { reference: string; transactionId: string | null; amount: Pesewas },
): Promise<boolean> {
  if (isPaid(order)) return false
  const isCancelled = order.status === 'Cancelled'
  if (isCancelled && (order.cancelReason !== 'not_paid' || !(await reopen(context, db, order)))) return false
  const now = context.clock()
  const line = {
    ...fromGateway(order.id, now),
    kind: 'receipt',
    way: 'gateway',
    amount,
    payment: payment.reference,
    reference: payment.transactionId ?? '',
  } as const
  await addLine(db, line, {
    paidAt: now,
    paymentState: 'paid',
    holdUntil: null,
    toConfirm: [],
    ...withPayment({ ...order, status: 'Pending' }, amount, payment.amount),
  })
  await postOrderNotification(context, db, order.id, 'paid')
  await postReceiptCheck(context, db, order.id)
  const facts = { ...factsOf(order), status: isCancelled ? 'Pending' : order.status, amount } as const
  await announce(context, db, { type: 'order.paid', facts })
  return true
}

function fromGateway(orderId: number, at: Date) {
  return { orderId, source: 'gateway', happenedAt: at, recordedAt: at } as const
}

/** Whoever pays on delivery has paid when it is delivered, or when the money came in another way. */
function isPaid(order: OrderRow): boolean {
  if (order.paidAt !== null) return true
  return order.paymentMethod === 'whatsapp' && (order.status === 'Delivered' || isPaidByHand(order))
}

function isPaidByHand(order: OrderRow): boolean {
  return keptByHand(order) > 0 && balanceOf(order).open === 0
}

/** It stands, and nobody has paid for it: money that came for it can pay it. */
export function isOpenToMoney(order: OrderRow): boolean {
  return order.status !== 'Cancelled' && !isPaid(order)
}

async function reopen(context: Context, db: Database, order: OrderRow): Promise<boolean> {
  try {
    await inTransaction(db, (step) => moveOn(context, step, order, 'Pending', null))
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** The money for it went back to the customer. */
export async function takeMoneyBack(db: Database, orderId: number): Promise<void> {
  await db.update(orders).set({ paidAt: null, paymentState: 'refunded' }).where(eq(orders.id, orderId))
}

/** Money of a payment that went back: how, in whose name, and why. */
type WentBack = {
  amount: Pesewas
  payment: string
  refund?: string | null
  isByHand?: boolean
  actorId?: string | null
  note?: string
}

/** What went back of the money that paid for it. */
export async function addRefunded(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  db: Database,
  orderId: number,
  { amount, isByHand = false, ...facts }: WentBack,
): Promise<void> {
  if (amount === 0) return
  const order = await lockOrder(db, orderId)
  const change = withRefund(order, amount)
  const waived = (change.waived ?? order.waived) - order.waived
  const way = isByHand ? 'by_hand' : 'gateway'
  const line = { ...fromGateway(orderId, clock()), kind: 'repayment', way, amount, waived, ...facts } as const
  await addLine(db, line, change)
  await postReceiptCheck({ jobs }, db, orderId)
}

/** Nobody sends what was paid back in full; what has left the shop already is for a person to decide. */
export async function cancelRefunded(context: Context, db: Database, orderId: number): Promise<void> {
  const order = await lockOrder(db, orderId)
  if (order.status !== 'Pending' && order.status !== 'Processing') return
  await moveOn(context, db, order, 'Cancelled', null)
}

/** How the payments of an order stand, and until when it keeps its products. */
export async function notePayments(
  db: Database,
  orderId: number,
  change: { paymentState?: OrderPaymentState | null; holdUntil?: Date | null },
): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, orderId))
}

/** The shop itself cancels what nobody paid for; the products go back on the shelf. */
export async function cancelUnpaid(context: Context, db: Database, order: OrderRow): Promise<void> {
  await moveOn(context, db, order, 'Cancelled', null)
  const paymentState = order.paymentState === 'refunded' ? 'refunded' : 'failed'
  await db.update(orders).set({ cancelReason: 'not_paid', paymentState }).where(eq(orders.id, order.id))
}

export async function switchToPayOnDelivery(db: Database, orderId: number): Promise<void> {
  await db
    .update(orders)
    .set({ ...whenPaidOnDelivery(), holdUntil: null })
    .where(eq(orders.id, orderId))
}

/** Unpaid online orders whose time is over. */
export async function listOverdue(db: Database, now: Date, atMost: number): Promise<number[]> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(lte(orders.holdUntil, now), isNull(orders.paidAt), eq(orders.status, 'Pending')))
    .orderBy(orders.holdUntil)
    .limit(atMost)
  return found.map(({ id }) => id)
}

export function lastMomentToHold({ createdAt }: Pick<OrderRow, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + longestHoldMinutes * 60_000)
}
