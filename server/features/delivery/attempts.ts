import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { TrackedOrder } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  type AttemptReport,
  attemptLabels,
  dayAfter,
  dayMistake,
  mayChooseDay,
  mostAttempts,
  opensDecision,
} from '#rules/delivery-attempts.ts'
import { isServedOn, weekdaysInWords } from '#rules/delivery-days.ts'
import { isCustomerAsked } from '#rules/missed-deliveries.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { users } from '../accounts/tables.ts'
import { nameOf, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { noteAttempt, planDelivery } from '../orders/change-status.ts'
import { getTracked, requirePhone, trackOrder } from '../orders/customer-orders.ts'
import { rowWithDays } from '../orders/delivery-days.ts'
import { isPaidOrOnDelivery, lockOrder } from '../orders/find-order.ts'
import { postOrderNotification } from '../orders/order-notifications.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { readSettings } from '../settings/settings.ts'
import { assignDriver } from './assign-driver.ts'
import { deliveryAttempts } from './tables.ts'

type AttemptRow = typeof deliveryAttempts.$inferSelect

type SentReport = Omit<AttemptReport, 'day'> & {
  day?: string | undefined
  tappedAt?: Date | undefined
  phoneId?: string | undefined
  phoneSequence?: number | undefined
}

type Reported = { id: number; isRepeat: boolean }

/** A driver comes back with the parcel. Once for each key; the order stays Shipped and waits for the office. */
export async function reportAttempt(
  context: Context,
  viewer: Viewer,
  orderId: number,
  report: SentReport,
  givenKey: string | null,
): Promise<Reported> {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  const { outcome, note, tappedAt = null, phoneId = null, phoneSequence = null } = report
  const day = outcome === 'postponed' ? (report.day ?? null) : null
  const requestKey = givenKey && attemptKeyOf(viewer, givenKey)
  const contentsHash = hashOf(orderId, outcome, note, day)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findReported(db, requestKey, contentsHash)
    if (earlier) return { id: earlier.id, isRepeat: true }
    // Another driver's order is as unknown as one that does not exist.
    const order = await lockOrder(db, orderId, and(eq(orders.driverId, viewer.id), isPaidOrOnDelivery))
    if (order.status !== 'Shipped') throw changed(order)
    if (order.attempts >= mostAttempts) throw new Refusal('step_not_allowed')
    const now = context.clock()
    refuseDay(outcome === 'postponed', day, now)
    const happenedAt = timeOfTap(tappedAt, { now, notBefore: order.updatedAt })
    const sent = { happenedAt, phoneId, phoneSequence }
    const isOpen = opensDecision(sent, await listAttempts(db, [orderId]))
    const attempt = { orderId, driverId: viewer.id, outcome, note, day, requestKey, contentsHash, ...sent }
    const [written] = await db
      .insert(deliveryAttempts)
      .values({ ...attempt, tappedAt, arrivedAt: now, decidedAt: isOpen ? null : now })
      .returning()
    if (written === undefined) throw new Error('The database did not return the attempt')
    await noteAttempt(db, orderId, isOpen ? { outcome, at: now } : null)
    await recordChange(db, {
      at: now,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'could not deliver the order',
      after: { outcome: attemptLabels[outcome], note, day },
    })
    if (isOpen && isCustomerAsked(outcome)) await postOrderNotification(context, db, orderId, 'not_at_home')
    return { id: written.id, isRepeat: false }
  })
}

/** How a photo names the attempt that it belongs to: by the key with which the phone sent it. */
export function attemptKeyOf(viewer: Viewer, givenKey: string): string {
  return hashOf('attempt', viewer.id, givenKey)
}

function findReported(db: Database, key: string | null, contentsHash: string): Promise<AttemptRow | null> {
  return findEarlier(db, {
    key,
    find: () =>
      db
        .select()
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.requestKey, key ?? '')),
    compare: (attempt) => {
      if (attempt.contentsHash === contentsHash) return
      throw new Refusal('already_submitted', { text: 'This was already sent with different details.' })
    },
  })
}

/** A day that has passed while the tap waited for a network is still what was agreed on; one far ahead is a mistake. */
function refuseDay(isNeeded: boolean, day: string | null, now: Date): void {
  if (!isNeeded) return
  if (day === null || day > dayAfter(now, 15))
    throw new Refusal('invalid_input', { fields: { day: dayMistake } })
}

function changed({ status, updatedAt }: OrderRow): Refusal {
  const details = { order_status: status, updated_at: updatedAt.toISOString() }
  return new Refusal('order_changed', { details })
}

type NextDelivery = { driverId: string | null; deliverOn: string | null; expectedAttempts: number }

/** The office sends a driver once more. What else it may decide, a status says: back to the shop, or cancelled. */
export async function planNextDelivery(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { driverId, deliverOn, expectedAttempts }: NextDelivery,
): Promise<void> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const now = context.clock()
  if (deliverOn !== null && !mayChooseDay(deliverOn, now, { fromToday: true }))
    throw new Refusal('invalid_input', { fields: { deliver_on: dayMistake } })
  await inTransaction(context.db, async (db) => {
    await assignDriver({ ...context, db }, viewer, { orderIds: [orderId], driverId })
    const order = await lockOrder(db, orderId)
    const isSeen = order.attempts === expectedAttempts && order.toDecideSince !== null
    if (order.status !== 'Shipped' || !isSeen) throw changed(order)
    await db
      .update(deliveryAttempts)
      .set({ decidedAt: now })
      .where(and(eq(deliveryAttempts.orderId, orderId), isNull(deliveryAttempts.decidedAt)))
    await planDelivery(db, orderId, deliverOn)
    await recordChange(db, {
      at: now,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'sent the order out again',
      before: { day: order.deliverOn },
      after: { day: deliverOn },
    })
  })
}

type Answer = { code: string; phone: string; day: string; note: string }

const answersOfOrder: Limit = { limit: 10, windowSeconds: 3_600 }

/** By the customer, with code and phone. A later answer replaces the one before until the office has decided. */
export async function answerAttempt(
  context: Context,
  address: string,
  { code, phone, day, note }: Answer,
): Promise<void> {
  const found = await getTracked(context, address, code)
  // Later on nobody learns here whose order it is.
  if (!isAsked(found)) throw new Refusal('answer_too_late')
  await requirePhone(context, address, found, phone)
  if (!mayChooseDay(day, context.clock())) throw new Refusal('invalid_input', { fields: { day: dayMistake } })
  await refuseUnserved(context.db, found, day)
  await takeOrRefuse(context.limits, 'answersOfOrder', String(found.id), answersOfOrder)
  await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, found.id)
    const newest = (await listAttempts(db, [order.id])).find(({ decidedAt }) => decidedAt === null)
    if (!isAsked(order) || newest === undefined) throw new Refusal('answer_too_late')
    await db
      .update(deliveryAttempts)
      .set({ answerDay: day, answerNote: note, answeredAt: context.clock() })
      .where(eq(deliveryAttempts.id, newest.id))
  })
}

/** It only proposes a day, so it takes no place; whether one is left, the office sees. */
async function refuseUnserved(db: Database, order: OrderRow, day: string): Promise<void> {
  const { deliveryOption: option, region, city } = order
  const row = rowWithDays(await readSettings(db), { option, region, city })
  if (row === null || isServedOn(row.days, day)) return
  const text = `We deliver there on ${weekdaysInWords(row.days.weekdays)}. Please choose such a day.`
  throw new Refusal('invalid_input', { fields: { day: text } })
}

function isAsked({ status, toDecideSince, lastAttempt }: OrderRow): boolean {
  return (
    status === 'Shipped' && toDecideSince !== null && lastAttempt !== null && isCustomerAsked(lastAttempt)
  )
}

/** The order as its customer follows it, with the day that was asked for. */
export async function trackDelivery(context: Context, address: string, typed: string): Promise<TrackedOrder> {
  const order = await trackOrder(context, address, typed)
  if (order.missed === null) return { ...order, answerDay: null }
  const [newest] = await listAttempts(context.db, [order.id])
  return { ...order, answerDay: newest?.answerDay ?? newest?.day ?? null }
}

type NamedAttempt = AttemptRow & { driverName: string | null }

/** The newest first: by when it happened, not by when it arrived. */
export async function listAttempts(db: Database, orderIds: readonly number[]): Promise<NamedAttempt[]> {
  if (orderIds.length === 0) return []
  const found = await db
    .select({ attempt: deliveryAttempts, email: users.email, displayName: users.displayName })
    .from(deliveryAttempts)
    .leftJoin(users, eq(users.id, deliveryAttempts.driverId))
    .where(inArray(deliveryAttempts.orderId, [...orderIds]))
    .orderBy(
      desc(deliveryAttempts.happenedAt),
      desc(deliveryAttempts.phoneSequence),
      desc(deliveryAttempts.id),
    )
  return found.map(({ attempt, email, displayName }) => ({
    ...attempt,
    driverName: email && nameOf(displayName, email),
  }))
}
