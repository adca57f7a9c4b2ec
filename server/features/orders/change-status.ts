import { and, eq, inArray, sql } from 'drizzle-orm'
import { isRefusal, Refusal } from '#contract/refusals.ts'
import type { AttemptOutcome } from '#rules/delivery-attempts.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import { awaitsOnlinePayment, whenPaidOnDelivery, whenReopened } from '#rules/order-ledger.ts'
import { mayDriverMove, type OrderStatus, type StockEffect, stockEffect } from '#rules/order-status.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { announceScarce } from '../catalogue/stock.ts'
import { moveUses } from '../discounts/use-discounts.ts'
import { announce } from '../events/announce.ts'
import { noDay } from './delivery-days.ts'
import { getOrderRow, isDriversBusiness, lockOrder } from './find-order.ts'
import { type OrderRow, orders } from './tables.ts'
import { factsOf, moveOrderStock, postReceiptCheck, writeHistory } from './write-order.ts'

export type StatusInput = {
  to: OrderStatus
  expected?: OrderStatus | undefined
  /** An online order that nobody has paid for is sent all the same: it is paid at the door. */
  payOnDelivery?: boolean | undefined
  /** When a driver tapped it, if the phone could not send it at once. */
  tappedAt?: Date | undefined
}

/** `from` is the status that it had before. */
export type StatusChange = { order: OrderRow; effect: StockEffect; from: OrderStatus }

/** Admins may set any status; drivers take their own orders one step on. */
export async function changeStatus(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { to, expected, tappedAt, payOnDelivery = false }: StatusInput,
): Promise<StatusChange> {
  if (!may(viewer, 'orders') && !viewer.isDriver) throw new Refusal('not_allowed')
  // Another driver's order is as unknown as one that does not exist.
  const isTheirs = may(viewer, 'orders') ? undefined : and(eq(orders.driverId, viewer.id), isDriversBusiness)
  // Read once before the order is locked: whoever changed it between the two was faster.
  const seen = await getOrderRow(context.db, orderId, isTheirs)
  return await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, orderId, isTheirs)
    if (order.status === to) return { order, effect: 'none' as const, from: to }
    if (order.status !== (expected ?? seen.status)) throw changed(order)
    if (isStopped(order, to)) throw new Refusal('money_in_question')
    // Its stock would come back twice.
    if (order.returnState !== null) throw new Refusal('order_has_returns')
    if (!may(viewer, 'orders') && !mayDriverMove(order.status, to)) throw new Refusal('step_not_allowed')
    const isSentUnpaid = leavesShop(to) && awaitsOnlinePayment({ ...order, status: to })
    if (isSentUnpaid && !payOnDelivery) throw new Refusal('order_not_paid')
    const change = await moveOn(context, db, order, to, viewer.id, tappedAt ?? null)
    if (isSentUnpaid) await db.update(orders).set(whenPaidOnDelivery()).where(eq(orders.id, orderId))
    await recordStep(db, viewer, order, { ...change.order, ...(isSentUnpaid ? whenPaidOnDelivery() : {}) })
    return change
  })
}

/** The gateway says something against the money: nothing leaves the shop before a person has decided. */
function isStopped({ paymentState }: OrderRow, to: OrderStatus): boolean {
  return paymentState === 'questioned' && (to === 'Shipped' || to === 'Delivered')
}

async function recordStep(db: Database, { id: actorId }: Viewer, before: OrderRow, after: OrderRow) {
  const isSwitched = before.paymentMethod !== after.paymentMethod
  await recordChange(db, {
    at: after.updatedAt,
    actorId,
    thing: 'order',
    thingId: after.id,
    action: 'changed the status',
    before: { status: before.status, ...(isSwitched ? { payment_method: before.paymentMethod } : {}) },
    after: { status: after.status, ...(isSwitched ? { payment_method: after.paymentMethod } : {}) },
  })
}

function leavesShop(status: OrderStatus): boolean {
  return status === 'Shipped' || status === 'Delivered'
}

/** For the shop itself too, which is nobody: an order that was never paid for, for example. */
export async function moveOn(
  context: Context,
  db: Database,
  order: OrderRow,
  to: OrderStatus,
  changedBy: string | null,
  tappedAt: Date | null = null,
): Promise<StatusChange> {
  const effect = stockEffect(order.status, to)
  const at = timeOfTap(tappedAt, { now: context.clock(), notBefore: order.updatedAt })
  const moves = await moveOrderStock(db, order.id, effect, { actorId: changedBy, at })
  await announceScarce(context, db, moves, changedBy)
  await moveUses(db, order.id, effect)
  const entry = { orderId: order.id, status: to, changedBy, changedAt: at }
  await writeHistory(db, entry)
  const [moved] = await db
    .update(orders)
    .set({
      ...(effect === 'take' ? whenReopened(order) : {}),
      status: to,
      updatedAt: at,
      holdUntil: null,
      cancelReason: null,
      toConfirm: [],
      toDecideSince: null,
      // What was decided after a driver came in vain; the day that was chosen with the order stays.
      ...(order.attempts > 0 && noDay),
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (moved === undefined) throw new Error('The order disappeared while it was locked')
  await postReceiptCheck(context, db, order.id)
  const facts = { ...factsOf(moved), previousStatus: order.status }
  await announce(context, db, { type: 'order.status_changed', facts }, changedBy)
  await context.invalidation.publish(db, effect === 'none' ? 'orders' : 'catalogue')
  return { order: moved, effect, from: order.status }
}

function changed({ status, updatedAt }: OrderRow): Refusal {
  return new Refusal('order_changed', {
    details: { order_status: status, updated_at: updatedAt.toISOString() },
  })
}

type BulkChanged = { id: number; change: StatusChange | null; refusal: Refusal | null }

/** Each order on its own: one that cannot be changed does not hold back the others. */
export async function bulkUpdate(
  context: Context,
  viewer: Viewer,
  orderIds: readonly number[],
  input: Pick<StatusInput, 'to' | 'expected'>,
): Promise<BulkChanged[]> {
  const changed: BulkChanged[] = []
  for (const id of new Set(orderIds)) {
    try {
      changed.push({ id, change: await changeStatus(context, viewer, id, input), refusal: null })
    } catch (error) {
      if (!isRefusal(error)) throw error
      changed.push({ id, change: null, refusal: error })
    }
  }
  return changed
}

export type NoteInput = {
  note: string
  /** What the writer saw before; whoever wrote in between is not overwritten. */
  expected?: string | undefined
}

/** A note is only for the staff, and no step of the order: its history stays as it is. */
export async function writeNote(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { note, expected }: NoteInput,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (order.note === note) return
    if (expected !== undefined && expected !== order.note) {
      throw new Refusal('conflict', { details: { note: order.note } })
    }
    await db.update(orders).set({ note }).where(eq(orders.id, orderId))
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'changed the note',
      before: { note: order.note },
      after: { note },
    })
  })
}

/** Who brings an order is no step on its way, so the history stays as it is. */
export async function giveToDriver(
  db: Database,
  orderIds: readonly number[],
  driverId: string | null,
): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(orders)
    .set({ driverId, ...(driverId === null ? {} : { hadDriver: true }) })
    .where(inArray(orders.id, [...orderIds]))
}

/** A driver came back with it. Null: something newer is known already, so this one is only counted. */
export async function noteAttempt(
  db: Database,
  orderId: number,
  newest: { outcome: AttemptOutcome; at: Date } | null,
): Promise<void> {
  const open = newest && { lastAttempt: newest.outcome, toDecideSince: newest.at, ...noDay }
  await db
    .update(orders)
    .set({ attempts: sql`${orders.attempts} + 1`, ...open })
    .where(eq(orders.id, orderId))
}

/** It is brought again: nothing is left to decide. Without a day it is as soon as the driver can. */
export async function planDelivery(db: Database, orderId: number, deliverOn: string | null): Promise<void> {
  await db
    .update(orders)
    .set({ toDecideSince: null, deliverOn, deliverSlot: null })
    .where(eq(orders.id, orderId))
}
