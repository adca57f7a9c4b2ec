import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PaymentListQuery } from '../../../contract/payments.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { PaymentState } from '../../../rules/payment-states.ts'
import type { Database } from '../../platform/database/database.ts'
import { orders } from '../orders/tables.ts'
import type { OrderRow } from '../orders/write-order.ts'
import { getPayment } from './hold-payment.ts'
import { type Stage, shownStates, stages } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'

export type AdminPayment = { payment: PaymentRow; order: OrderRow }

/** Newest first. */
export async function listPayments(
  db: Database,
  { state, order_id: orderId, page, limit }: PaymentListQuery,
): Promise<{ payments: AdminPayment[]; total: number }> {
  const where = and(state && isShownAs(state), orderId ? eq(payments.orderId, orderId) : undefined)
  const found = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(limit)
    .offset((page - 1) * limit)
  const all = db
    .select({ reference: payments.reference })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(where)
  return { payments: found, total: await db.$count(all.as('found')) }
}

/** Money for an order that was cancelled afterwards is to go back, too. */
function isShownAs(state: PaymentState): SQL | undefined {
  const wanted: Stage[] = stages.filter((stage) => shownStates[stage] === state)
  const isAtStage = inArray(payments.stage, wanted)
  if (state === 'paid') return and(isAtStage, ne(orders.status, 'Cancelled'))
  if (state !== 'refund_due') return isAtStage
  // Found from the few orders that are both, never by looking through all payments.
  return sql`${payments.reference} in (
    select reference from ${payments} where stage in ${wanted}
    union all
    select (select paying.reference from ${payments} paying where paying.order_id = paid.id and paying.stage = 'succeeded')
    from ${orders} paid
    where paid.status = 'Cancelled' and paid.paid_at is not null)`
}

export async function getAdminPayment(db: Database, reference: string): Promise<AdminPayment> {
  const payment = await getPayment(db, reference)
  const [order] = await db.select().from(orders).where(eq(orders.id, payment.orderId))
  if (order === undefined) throw new Refusal('payment_not_found')
  return { payment, order }
}

/** How many wait for a person. */
export async function countWaiting(db: Database): Promise<{ review: number; refundDue: number }> {
  const count = (state: PaymentState) =>
    db.$count(
      db
        .select({ reference: payments.reference })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(isShownAs(state))
        .as('found'),
    )
  return { review: await count('review'), refundDue: await count('refund_due') }
}
