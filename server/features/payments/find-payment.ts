import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { isSameCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { recordChange } from '../audit/record-change.ts'
import { findOrder, lockOrder } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { later } from './schedule.ts'
import { type PaymentRow, payments } from './tables.ts'

export type LockedPayment = { order: OrderRow; payment: PaymentRow; attempts: PaymentRow[] }

/** Newest first. */
export async function listAttempts(db: Database, orderId: number): Promise<PaymentRow[]> {
  const found = await db.select().from(payments).where(eq(payments.orderId, orderId))
  return found.toSorted((one, other) => other.attempt - one.attempt)
}

/** Whoever changes a payment locks its order first: everything about one order happens one after the other. */
export async function lockAttempts(
  db: Database,
  orderId: number,
): Promise<{ order: OrderRow; attempts: PaymentRow[] }> {
  const order = await lockOrder(db, orderId)
  return { order, attempts: await listAttempts(db, orderId) }
}

export async function lockPayment(db: Database, reference: string): Promise<LockedPayment> {
  const { orderId } = await getPayment(db, reference)
  const { order, attempts } = await lockAttempts(db, orderId)
  const payment = attempts.find((each) => each.reference === reference)
  if (payment === undefined) throw new Refusal('payment_not_found')
  return { order, payment, attempts }
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isReference(text: string): boolean {
  return form.test(text)
}

export async function getPayment(db: Database, reference: string): Promise<PaymentRow> {
  if (!isReference(reference)) throw new Refusal('payment_not_found')
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (payment === undefined) throw new Refusal('payment_not_found')
  return payment
}

/** Whoever wants to pay for an order names it so. */
export type NamedOrder = {
  orderId: number | string
  amount: Pesewas
  phone: string
  trackingCode?: string | null | undefined
}

/** Whoever misses so often is guessing. */
const misses: Limit = { limit: 60, windowSeconds: 15 * 60 }

/**
 * Order numbers follow one another and amounts can be guessed, so an order opens only to its own phone number or to its tracking code.
 * Every miss gets the same answer. Who brings the code does not guess, and is served also behind an address where others did.
 */
export async function getNamedOrder(
  { db, limits }: Context,
  address: string,
  named: NamedOrder,
): Promise<OrderRow> {
  const order = await findOrder(db, named.orderId)
  const isMeant = order !== null && order.total === named.amount
  if (isMeant && isSameCode(named.trackingCode ?? '', order.trackingCode)) return order
  const name = 'paymentMissesFromAddress'
  await takeOrRefuse(limits, name, address, misses)
  if (!isMeant || !isSamePhone(order.customerPhone, named.phone)) throw new Refusal('order_not_found')
  await limits.giveBack(name, address)
  return order
}

/** Compared by their digits: MTN's test numbers are foreign, and written without a +. */
function isSamePhone(...phones: [string, string]): boolean {
  const [own, given] = phones.map((each) => (normalisePhone(each) ?? each).replace(/\D/g, ''))
  return own !== '' && own === given
}

/** By then every call that sends a payment has ended one way or the other. */
const sendingSeconds = 30

export function isBeingSent({ sendingUntil }: Pick<PaymentRow, 'sendingUntil'>, now: Date): boolean {
  return sendingUntil !== null && sendingUntil > now
}

export function sendingFrom(now: Date): Date {
  return later(now, sendingSeconds)
}

/** Only one at a time sends a payment; whoever comes meanwhile waits for what becomes of it. */
export async function claimSending(db: Database, reference: string, now: Date): Promise<boolean> {
  const isFree = or(isNull(payments.sendingUntil), lte(payments.sendingUntil, now))
  const { rowCount } = await db
    .update(payments)
    .set({ sendingUntil: sendingFrom(now) })
    .where(and(eq(payments.reference, reference), isFree))
  return rowCount === 1
}

export async function endSending(db: Database, reference: string, now: Date): Promise<void> {
  await db.update(payments).set({ sendingUntil: now }).where(eq(payments.reference, reference))
}

type MoneyChange = { action: string; actorId: string | null; state: string; amount: Pesewas; note: string }

/** What people decide about money is written down with who did, what moved and why. */
export async function recordMoney(
  { clock }: Context,
  db: Database,
  { order, payment }: LockedPayment,
  { action, actorId, state, amount, note }: MoneyChange,
): Promise<void> {
  await recordChange(db, {
    at: clock(),
    actorId,
    thing: 'payment',
    thingId: order.id,
    action,
    before: { state: payment.stage },
    after: { payment: payment.reference, amount: toCedis(amount), state, note },
  })
}
