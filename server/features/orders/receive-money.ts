import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { isRefusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { whenPaidOnDelivery, withPayment, withRefund } from '#rules/order-money.ts'
import { longestHoldMinutes, type OrderPaymentState } from '#rules/payment-states.ts'
import type { UnusualReason } from '#rules/unusual-order.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { moveOn } from './change-status.ts'
import { lockOrder } from './find-order.ts'
import { postOrderNotification } from './order-notifications.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/**
 * Money for an order that the caller has locked. An order that was cancelled only because nobody paid in time takes its products again;
 * when they are gone, when a person cancelled it or when it is paid already, the money goes back. Says whether it stays.
 */
export async function receiveMoney(
  context: Context,
  db: Database,
  order: OrderRow,
  amount: Pesewas,
  asked: Pesewas,
): Promise<boolean> {
  if (isPaid(order)) return false
  const isCancelled = order.status === 'Cancelled'
  if (isCancelled && (order.cancelReason !== 'not_paid' || !(await reopen(context, db, order)))) return false
  const facts = {
    paidAt: context.clock(),
    paymentState: 'paid',
    holdUntil: null,
    toConfirm: [] as UnusualReason[],
  } as const
  await db
    .update(orders)
    .set({ ...facts, ...withPayment({ ...order, status: 'Pending' }, amount, asked) })
    .where(eq(orders.id, order.id))
  await postOrderNotification(context, db, order.id, 'paid')
  return true
}

/** Whoever pays on delivery has paid when it is delivered. */
function isPaid({ paidAt, paymentMethod, status }: OrderRow): boolean {
  return paidAt !== null || (paymentMethod === 'whatsapp' && status === 'Delivered')
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

/** What went back of the money that paid for it, by whatever way. */
export async function addRefunded(db: Database, orderId: number, amount: Pesewas): Promise<void> {
  const order = await lockOrder(db, orderId)
  await db.update(orders).set(withRefund(order, amount)).where(eq(orders.id, orderId))
}

/** What a driver was given at the door, or has corrected. */
export async function addCash(db: Database, orderId: number, amount: Pesewas): Promise<void> {
  await db
    .update(orders)
    .set({ paidCash: sql`${orders.paidCash} + ${amount}` })
    .where(eq(orders.id, orderId))
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
