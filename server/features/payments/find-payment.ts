import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrder } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
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
